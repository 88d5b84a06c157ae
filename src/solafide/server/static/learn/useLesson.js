// A lesson under way: its choices are kept by this browser until it is finished.
import { useMemo } from "../vendor/preact.js";
import { getLesson } from "../core/api.js";
import { courseProgress, finishLesson, keepChoices } from "./courseProgress.js";
import { usePractice } from "./usePractice.js";

/** @import {LessonView} from "../core/types" */

/** @param {string} lesson */
export function useLesson(lesson) {
  const practice = useMemo(
    () => ({
      fetch: (/** @type {string[]} */ choices) => getLesson(lesson, choices),
      stored: () => courseProgress().choices[lesson] ?? [],
      keep: (/** @type {LessonView} */ { status }, /** @type {string[]} */ choices) => {
        if (status === "done") finishLesson(lesson);
        else keepChoices(lesson, status === "wrong" ? choices.slice(0, -1) : choices);
      },
    }),
    [lesson],
  );
  return usePractice(practice);
}
