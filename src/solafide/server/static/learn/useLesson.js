// A lesson under way: the server computes it from the choices so far, which this browser keeps.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { getLesson } from "../core/api.js";
import { RequestRefused } from "../core/request.js";
import { useSettings } from "../core/settings.js";
import { appendMoment } from "../core/shownMoment.js";
import { courseProgress, finishLesson, keepChoices } from "./courseProgress.js";

/** @import {LessonView} from "../core/types" */
/** @import {ShownMoment} from "../core/shownMoment" */
/** @typedef {{choices: string[], view: LessonView, shown: ShownMoment}} LessonState */

/** Fetch a lesson after some choices. Stored ones that do not fit the lesson any more are forgotten.
 * @param {string} lesson
 * @param {string[]} choices
 * @param {boolean} areStored
 * @returns {Promise<LessonState>} */
async function fetchLesson(lesson, choices, areStored) {
  try {
    const view = await getLesson(lesson, choices);
    const shown = /** @type {ShownMoment} */ (appendMoment(null, view.moment, 0));
    return { choices, view, shown };
  } catch (error) {
    if (!(areStored && choices.length && error instanceof RequestRefused && error.status === 422)) throw error;
    return fetchLesson(lesson, [], false);
  }
}

/** @param {string} lesson */
export function useLesson(lesson) {
  const { language } = useSettings();
  const [state, setState] = useState(/** @type {LessonState | null} */ (null));
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
        const next = await fetchLesson(lesson, choices, areStored);
        if (number !== inFlight.current) return;
        latest.current = next;
        setError(null);
        setState(next);
        if (next.view.status === "done") finishLesson(lesson);
        else keepChoices(lesson, next.view.status === "wrong" ? next.choices.slice(0, -1) : next.choices);
      } catch (problem) {
        if (!(problem instanceof RequestRefused)) throw problem;
        if (number === inFlight.current) setError(problem);
      } finally {
        if (number === inFlight.current) setBusy(false);
      }
    },
    [lesson],
  );
  const reload = useCallback(() => go(latest.current?.choices ?? courseProgress().choices[lesson] ?? [], true), [go]);
  useEffect(() => void reload(), [reload, language]);
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
  const restart = useCallback(() => go([]), [go]);
  return { state, error, busy, choose, takeBack, restart, reload, clearError: () => setError(null) };
}
