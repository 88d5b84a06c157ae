// The list of all puzzles, fetched once.
import { useEffect, useState } from "../vendor/preact.js";
import { getPuzzles } from "../core/api.js";
import { RequestRefused } from "../core/request.js";

/** @import {PuzzleSummary} from "../core/types" */

/** @type {Promise<PuzzleSummary[]> | null} */
let loading = null;

/** @returns {{puzzles: PuzzleSummary[] | null, problem: RequestRefused | null}} */
export function usePuzzles() {
  const [puzzles, setPuzzles] = useState(/** @type {PuzzleSummary[] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {RequestRefused | null} */ (null));
  useEffect(() => {
    let active = true;
    loading ??= getPuzzles();
    loading.then(
      (list) => void (active && setPuzzles(list)),
      (error) => {
        loading = null;
        if (!(error instanceof RequestRefused)) throw error;
        if (active) setProblem(error);
      },
    );
    return () => void (active = false);
  }, []);
  return { puzzles, problem };
}
