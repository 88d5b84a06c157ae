// A lesson or an example of the rules under way: the server computes it from the choices so far. Those of a lesson are
// kept in this browser.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { getLesson, getRuleExample } from "../core/api.js";
import { RequestRefused } from "../core/request.js";
import { useSettings } from "../core/settings.js";
import { appendMoment } from "../core/shownMoment.js";
import { courseProgress, finishLesson, keepChoices } from "./courseProgress.js";

/** @import {LessonView} from "../core/types" */
/** @import {ShownMoment} from "../core/shownMoment" */
/** @typedef {{choices: string[], view: LessonView, shown: ShownMoment}} LessonState */
/** A lesson of the course by its id, or the example of a section of the rules.
 * @typedef {{lesson?: string, section?: string}} LessonName */

/** @param {LessonName} name
 * @param {string[]} choices */
const getView = ({ lesson = "", section }, choices) =>
  section === undefined ? getLesson(lesson, choices) : getRuleExample(section, choices);

/** The choices of a lesson that this browser keeps; none of an example.
 * @param {LessonName} name */
const keptChoices = ({ lesson }) => (lesson === undefined ? [] : (courseProgress().choices[lesson] ?? []));

/** @param {LessonState} state */
function keepProgress({ choices, view }) {
  if (view.section) return;
  if (view.status === "done") finishLesson(view.lesson);
  else keepChoices(view.lesson, view.status === "wrong" ? choices.slice(0, -1) : choices);
}

/** Fetch a lesson after some choices. Stored ones that do not fit the lesson any more are forgotten.
 * @param {LessonName} name
 * @param {string[]} choices
 * @param {boolean} areStored
 * @returns {Promise<LessonState>} */
async function fetchLesson(name, choices, areStored) {
  try {
    const view = await getView(name, choices);
    const shown = /** @type {ShownMoment} */ (appendMoment(null, view.moment, 0));
    return { choices, view, shown };
  } catch (error) {
    if (!(areStored && choices.length && error instanceof RequestRefused && error.status === 422)) throw error;
    return fetchLesson(name, [], false);
  }
}

/** @param {LessonName} name */
export function useLesson({ lesson, section }) {
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
        const next = await fetchLesson({ lesson, section }, choices, areStored);
        if (number !== inFlight.current) return;
        latest.current = next;
        setError(null);
        setState(next);
        keepProgress(next);
      } catch (problem) {
        if (!(problem instanceof RequestRefused)) throw problem;
        if (number === inFlight.current) setError(problem);
      } finally {
        if (number === inFlight.current) setBusy(false);
      }
    },
    [lesson, section],
  );
  const reload = useCallback(() => go(latest.current?.choices ?? keptChoices({ lesson, section }), true), [go]);
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
