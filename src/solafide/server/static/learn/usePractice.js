// A lesson or a puzzle under way: the server computes it from the choices so far, which the page keeps.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { RequestRefused } from "../core/request.js";
import { useSettings } from "../core/settings.js";
import { appendMoment } from "../core/shownMoment.js";

/** @import {LessonView, PuzzleView} from "../core/types" */
/** @import {ShownMoment} from "../core/shownMoment" */

/** What a kind of practice fetches and keeps; `stored`: choices of an earlier visit.
 * @template {LessonView | PuzzleView} View
 * @typedef {{fetch: (choices: string[]) => Promise<View>, stored: () => string[],
 *   keep: (view: View, choices: string[]) => void}} Practice */

/** @template {LessonView | PuzzleView} View
 * @typedef {{choices: string[], view: View, shown: ShownMoment}} PracticeState */

/** Fetch a practice after some choices. Stored ones that do not fit any more are forgotten.
 * @template {LessonView | PuzzleView} View
 * @param {Practice<View>} practice
 * @param {string[]} choices
 * @param {boolean} areStored
 * @returns {Promise<PracticeState<View>>} */
async function fetchPractice(practice, choices, areStored) {
  try {
    const view = await practice.fetch(choices);
    const shown = /** @type {ShownMoment} */ (appendMoment(null, view.moment, 0));
    return { choices, view, shown };
  } catch (error) {
    if (!(areStored && choices.length && error instanceof RequestRefused && error.status === 422)) throw error;
    return fetchPractice(practice, [], false);
  }
}

/** @template {LessonView | PuzzleView} View
 * @param {Practice<View>} practice must stay the same object as long as it is the same practice */
export function usePractice(practice) {
  const { language } = useSettings();
  const [state, setState] = useState(/** @type {PracticeState<View> | null} */ (null));
  const [error, setError] = useState(/** @type {RequestRefused | null} */ (null));
  const [busy, setBusy] = useState(false);
  const latest = useRef(state);
  const inFlight = useRef(0);
  const go = useCallback(
    async (/** @type {string[]} */ choices, areStored = false) => {
      inFlight.current += 1;
      const number = inFlight.current;
      setBusy(true);
      try {
        const next = await fetchPractice(practice, choices, areStored);
        if (number !== inFlight.current) return;
        latest.current = next;
        setError(null);
        setState(next);
        practice.keep(next.view, next.choices);
      } catch (problem) {
        if (!(problem instanceof RequestRefused)) throw problem;
        if (number === inFlight.current) setError(problem);
      } finally {
        if (number === inFlight.current) setBusy(false);
      }
    },
    [practice],
  );
  const reload = useCallback(() => go(latest.current?.choices ?? practice.stored(), true), [go]);
  useEffect(() => {
    latest.current = null;
    void go(practice.stored(), true);
  }, [go]);
  useEffect(() => void (latest.current && reload()), [language]);
  const choose = useCallback(
    async (/** @type {string} */ choice) => {
      const { choices, view } = latest.current ?? { choices: [], view: null };
      if (view?.status === "open") await go([...choices, choice]);
    },
    [go],
  );
  const takeBack = useCallback(async () => {
    const { choices } = latest.current ?? { choices: [] };
    if (choices.length) await go(choices.slice(0, -1));
  }, [go]);
  return { state, error, busy, choose, takeBack, reload, clearError: () => setError(null) };
}
