// What this browser keeps of puzzles: the rating, the streak, what was tried, and the puzzles of the day.
import { STORED, readStored, writeStored } from "../core/storage.js";
import { MIN_DEVIATION, NEW_PLAYER, updateRating } from "./glicko2.js";

/** @import {PuzzleSummary} from "../core/types" */
/** @import {Rating} from "./glicko2" */

/**
 * @typedef {object} PuzzleProgress
 * @property {Rating} rating
 * @property {number} change of the rating by the last puzzle
 * @property {Record<string, boolean>} tried whether the first try solved it, by puzzle
 * @property {number} streak puzzles solved in a row
 * @property {number} best streak so far
 * @property {number} sinceMistake puzzles solved since the mistake that was forgiven last
 * @property {Record<string, boolean>} days the puzzles of the day, by date
 * @property {string} theme the last one that was chosen, "" for all
 */

/** One mistake in so many puzzles does not end a streak. */
export const FORGIVEN_EVERY = 5;
/** Ratings of puzzles come from few tries of the levels. */
export const PUZZLE_DEVIATION = 120;
/** So many puzzles near the own rating are offered in turn. */
const NEAR_PUZZLES = 12;
const MAX_DAYS = 60;
const MAX_TRIED = 5000;
const MS_PER_DAY = 86_400_000;
/** A prime: the order of the puzzles of the day. */
const DAY_STEP = 7919;

/** @type {PuzzleProgress} */
const NOTHING = {
  rating: NEW_PLAYER,
  change: 0,
  tried: {},
  streak: 0,
  best: 0,
  sinceMistake: FORGIVEN_EVERY,
  days: {},
  theme: "",
};

/** @returns {PuzzleProgress} */
export function puzzleProgress() {
  return { ...NOTHING, .../** @type {Partial<PuzzleProgress> | null} */ (readStored(STORED.puzzles)) };
}

/** @param {PuzzleProgress} progress */
const keep = (progress) => writeStored(STORED.puzzles, progress);

/** Forget everything about puzzles. */
export const restartPuzzles = () => writeStored(STORED.puzzles, null);

/** @param {string} theme */
export const keepTheme = (theme) => keep({ ...puzzleProgress(), theme });

/** @template T
 * @param {Record<string, T>} record
 * @param {number} count */
const newest = (record, count) => Object.fromEntries(Object.entries(record).slice(-count));

/** A streak after one more puzzle: a mistake ends it unless enough were solved since the last forgiven one.
 * @param {{streak: number, best: number, sinceMistake: number}} before
 * @param {boolean} isSolved */
export function nextStreak({ streak, best, sinceMistake }, isSolved) {
  if (isSolved) return { streak: streak + 1, best: Math.max(best, streak + 1), sinceMistake: sinceMistake + 1 };
  if (sinceMistake >= FORGIVEN_EVERY) return { streak, best, sinceMistake: 0 };
  return { streak: 0, best, sinceMistake: FORGIVEN_EVERY };
}

/** Remember how the first try of a puzzle went; later tries do not count.
 * @param {{puzzle: string, rating: number}} tried
 * @param {boolean} isSolved
 * @param {string} day its date, if it is the puzzle of the day */
export function keepResult({ puzzle, rating }, isSolved, day = "") {
  const before = puzzleProgress();
  if (puzzle in before.tried) return;
  const after = updateRating(before.rating, [{ rating, deviation: PUZZLE_DEVIATION, score: isSolved ? 1 : 0 }]);
  keep({
    ...before,
    ...nextStreak(before, isSolved),
    rating: { ...after, deviation: Math.max(after.deviation, MIN_DEVIATION) },
    change: Math.round(after.rating) - Math.round(before.rating.rating),
    tried: newest({ ...before.tried, [puzzle]: isSolved }, MAX_TRIED),
    days: day ? newest({ ...before.days, [day]: isSolved }, MAX_DAYS) : before.days,
  });
}

/** A date of this device: 2026-11-19.
 * @param {Date} date */
export function dayOf(date) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The dates of the last days, the earliest first.
 * @param {Date} today
 * @param {number} count */
export function lastDays(today, count) {
  return Array.from({ length: count }, (_, at) =>
    dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - at))),
  );
}

/** The puzzle of a day: the same in every browser that has the same puzzles.
 * @param {PuzzleSummary[]} puzzles in the order of their ids
 * @param {string} day */
export function puzzleOfDay(puzzles, day) {
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY);
  return puzzles[(number * DAY_STEP) % puzzles.length];
}

/** The next puzzle of a theme: one of those near the own rating that were not tried yet; once all were, any of them.
 * @param {PuzzleSummary[]} puzzles
 * @param {PuzzleProgress} progress
 * @param {number} random from 0 to 1
 * @returns {PuzzleSummary | undefined} */
export function nextPuzzle(puzzles, { rating, tried, theme }, random) {
  const ofTheme = puzzles.filter((puzzle) => !theme || puzzle.themes.includes(theme));
  const untried = ofTheme.filter(({ puzzle }) => !(puzzle in tried));
  const distance = (/** @type {PuzzleSummary} */ puzzle) => Math.abs(puzzle.rating - rating.rating);
  const near = (untried.length ? untried : ofTheme).toSorted((a, b) => distance(a) - distance(b));
  return near[Math.floor(random * Math.min(near.length, NEAR_PUZZLES))];
}

/** How many puzzles each theme has, the largest first.
 * @param {PuzzleSummary[]} puzzles
 * @returns {[string, number][]} */
export function themeCounts(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { themes } of puzzles) for (const theme of themes) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
