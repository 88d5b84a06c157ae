// What this browser keeps of the course: the finished lessons, the choices in the open ones, and the first whole game.
import { STORED, readStored, writeStored } from "../core/storage.js";

/**
 * @typedef {object} CourseProgress
 * @property {string[]} done the finished lessons
 * @property {Record<string, string[]>} choices made in lessons that are not finished
 * @property {string} last the lesson that was open last
 * @property {string} game the first whole game, in which the notes on rules are shown
 * @property {string[]} notes on rules that were shown
 */

/** @type {CourseProgress} */
const NOTHING = { done: [], choices: {}, last: "", game: "", notes: [] };

/** @returns {CourseProgress} */
export function courseProgress() {
  const stored = readStored(STORED.course);
  return { ...NOTHING, .../** @type {Partial<CourseProgress> | null} */ (stored) };
}

/** @param {Partial<CourseProgress>} changes */
function changeProgress(changes) {
  writeStored(STORED.course, { ...courseProgress(), ...changes });
}

/** Remember the choices of a lesson, to go on from there.
 * @param {string} lesson
 * @param {string[]} made */
export function keepChoices(lesson, made) {
  const { choices } = courseProgress();
  changeProgress({ last: lesson, choices: { ...choices, [lesson]: made } });
}

/** Remember that a lesson is finished; the next time it begins at its first step.
 * @param {string} lesson */
export function finishLesson(lesson) {
  const { done, choices } = courseProgress();
  const { [lesson]: _, ...others } = choices;
  changeProgress({ last: lesson, choices: others, done: done.includes(lesson) ? done : [...done, lesson] });
}

/** Remember the first whole game.
 * @param {string} game */
export const keepFirstGame = (game) => changeProgress({ game, notes: [] });

/** Whether this is the first whole game, in which notes on rules are shown.
 * @param {string} game */
export const isFirstGame = (game) => courseProgress().game === game;

/** Remember that a note on a rule was shown.
 * @param {string} note */
export function keepNote(note) {
  const { notes } = courseProgress();
  if (!notes.includes(note)) changeProgress({ notes: [...notes, note] });
}

/** Forget everything about the course. */
export const restartCourse = () => writeStored(STORED.course, null);

/** The lesson to go on with: the open one, else the first that is not finished, else the first.
 * @param {string[]} lessons
 * @param {CourseProgress} progress */
export function lessonToGoOn(lessons, { done, last }) {
  if (lessons.includes(last) && !done.includes(last)) return last;
  return lessons.find((lesson) => !done.includes(lesson)) ?? lessons[0];
}
