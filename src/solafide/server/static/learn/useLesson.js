// A lesson or an example of the rules under way. The choices of a lesson are kept by this browser until it is finished.
import { useMemo } from "../vendor/preact.js";
import { getLesson, getRuleExample } from "../core/api.js";
import { courseProgress, finishLesson, keepChoices } from "./courseProgress.js";
import { usePractice } from "./usePractice.js";

/** @import {LessonView} from "../core/types" */
/** @import {Practice} from "./usePractice" */

/** @param {string} lesson
 * @returns {Practice<LessonView>} */
const lessonPractice = (lesson) => ({
  fetch: (choices) => getLesson(lesson, choices),
  stored: () => courseProgress().choices[lesson] ?? [],
  keep: ({ status }, choices) => {
    if (status === "done") finishLesson(lesson);
    else keepChoices(lesson, status === "wrong" ? choices.slice(0, -1) : choices);
  },
});

/** @param {string} section
 * @returns {Practice<LessonView>} */
const examplePractice = (section) => ({
  fetch: (choices) => getRuleExample(section, choices),
  stored: () => [],
  keep: () => {},
});

/** @param {{lesson?: string, section?: string}} name a lesson of the course by its id, or the example of a section of
 *   the rules */
export function useLesson({ lesson = "", section }) {
  const practice = useMemo(
    () => (section === undefined ? lessonPractice(lesson) : examplePractice(section)),
    [lesson, section],
  );
  return usePractice(practice);
}
