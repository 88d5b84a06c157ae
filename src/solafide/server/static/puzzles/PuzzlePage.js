// The page of one puzzle: its table, with the bar of the puzzle, and what the browser keeps of the first try.
import { html, useMemo, useRef } from "../vendor/preact.js";
import { getPuzzle } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { useTitle } from "../core/title.js";
import { PracticeTable } from "../learn/PracticeTable.js";
import { usePractice } from "../learn/usePractice.js";
import { PuzzleBar } from "./PuzzleBar.js";
import { dayOf, keepResult, puzzleOfDay } from "./puzzleProgress.js";
import { usePuzzles } from "./usePuzzles.js";

/** @import {PuzzleView} from "../core/types" */
/** @import {PracticeActions} from "../learn/PracticeTable" */
/** @import {Practice} from "../learn/usePractice" */

/** @param {{params: Record<string, string>}} props */
export default function PuzzlePage({ params: { puzzle } }) {
  const t = useTranslation();
  const { puzzles } = usePuzzles();
  const list = useRef(puzzles);
  list.current = puzzles;
  const settle = (/** @type {PuzzleView} */ view, /** @type {boolean} */ isSolved) => {
    const today = dayOf(new Date());
    const isOfToday = list.current?.length && puzzleOfDay(list.current, today).puzzle === view.puzzle;
    keepResult(view, isSolved, isOfToday ? today : "");
  };
  const practice = useMemo(
    () => ({
      fetch: (/** @type {string[]} */ choices) => getPuzzle(puzzle, choices),
      stored: () => [],
      keep: (/** @type {PuzzleView} */ view) => void (view.status !== "open" && settle(view, view.status === "solved")),
    }),
    [puzzle],
  );
  const solving = usePractice(/** @type {Practice<PuzzleView>} */ (practice));
  const view = solving.state?.view;
  useTitle(`${view?.title ?? t("puzzles.page.title")} · Sola Fide`);
  const bar = (/** @type {PracticeActions} */ actions) =>
    view && html`<${PuzzleBar}
      key=${puzzle}
      view=${view}
      puzzles=${puzzles}
      giveUp=${() => settle(view, false)}
      ...${actions}
    />`;
  return html`<${PracticeTable}
    key=${puzzle}
    practice=${solving}
    bar=${bar}
    title=${t("puzzles.page.title")}
    list="/puzzles"
    leave=${t("puzzles.page.leave")}
  />`;
}
