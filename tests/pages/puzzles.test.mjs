// Ratings, streaks, the puzzle of the day and the stream of puzzles.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page } from "./static.mjs";

const { NEW_PLAYER, updateRating } = await page("puzzles/glicko2.js");
const {
  FORGIVEN_EVERY,
  dayOf,
  keepResult,
  keepTheme,
  lastDays,
  nextPuzzle,
  nextStreak,
  puzzleOfDay,
  puzzleProgress,
  restartPuzzles,
  themeCounts,
} = await page("puzzles/puzzleProgress.js");

beforeEach(() => localStorage.clear());

test("a rating changes as in the example of the Glicko-2 paper", () => {
  const after = updateRating({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  assert.ok(Math.abs(after.rating - 1464.06) < 0.01, `${after.rating}`);
  assert.ok(Math.abs(after.deviation - 151.52) < 0.01, `${after.deviation}`);
  assert.ok(Math.abs(after.volatility - 0.05999) < 0.00001, `${after.volatility}`);
});

test("without results only the deviation grows", () => {
  const after = updateRating({ rating: 1500, deviation: 200, volatility: 0.06 }, []);
  assert.equal(after.rating, 1500);
  assert.ok(Math.abs(after.deviation - 200.2714) < 0.001, `${after.deviation}`);
});

const PUZZLES = Array.from({ length: 40 }, (_, at) => ({
  puzzle: `p${at}`,
  goal: "claim",
  rating: 1000 + 25 * at,
  themes: at % 2 ? ["claim", "power"] : ["claim"],
}));

test("the first try of a puzzle counts, and later ones do not", () => {
  keepResult({ puzzle: "p1", rating: 1500 }, true, "2026-11-19");
  const after = puzzleProgress();
  assert.ok(after.rating.rating > NEW_PLAYER.rating);
  assert.equal(after.change, Math.round(after.rating.rating) - NEW_PLAYER.rating);
  assert.deepEqual(after.days, { "2026-11-19": true });
  keepResult({ puzzle: "p1", rating: 1500 }, false);
  assert.deepEqual(puzzleProgress(), after);
  keepResult({ puzzle: "p2", rating: 1500 }, false);
  assert.ok(puzzleProgress().change < 0);
  restartPuzzles();
  assert.deepEqual(puzzleProgress().tried, {});
});

test("a streak survives one mistake, and the next only after some solved puzzles", () => {
  const play = (results) => results.reduce(nextStreak, { streak: 0, best: 0, sinceMistake: FORGIVEN_EVERY });
  assert.equal(play([true, true, false]).streak, 2);
  assert.equal(play([true, true, false, true]).streak, 3);
  assert.equal(play([true, true, false, true, false]).streak, 0);
  const solved = Array(FORGIVEN_EVERY).fill(true);
  assert.equal(play([true, false, ...solved, false]).streak, 1 + FORGIVEN_EVERY);
  assert.equal(play([true, true, false, false, true]).best, 2);
});

test("the puzzle of the day is the same for everybody, and another one each day", () => {
  const days = lastDays(new Date(2026, 10, 19, 23, 30), 7);
  assert.deepEqual([days[0], days[6]], ["2026-11-13", "2026-11-19"]);
  assert.equal(dayOf(new Date(2026, 0, 2)), "2026-01-02");
  const chosen = days.map((day) => puzzleOfDay(PUZZLES, day).puzzle);
  assert.equal(new Set(chosen).size, 7);
  assert.equal(puzzleOfDay(PUZZLES, "2026-11-19"), puzzleOfDay([...PUZZLES], "2026-11-19"));
});

test("the stream offers untried puzzles of the theme near the own rating", () => {
  const progress = { ...puzzleProgress(), theme: "power" };
  for (const random of [0, 0.5, 0.99]) {
    const next = nextPuzzle(PUZZLES, progress, random);
    assert.ok(next.themes.includes("power"));
    assert.ok(Math.abs(next.rating - 1500) <= 350);
  }
  const tried = Object.fromEntries(PUZZLES.map(({ puzzle }) => [puzzle, true]));
  assert.ok(nextPuzzle(PUZZLES, { ...progress, tried }, 0));
  assert.equal(nextPuzzle([], progress, 0), undefined);
  keepTheme("claim");
  assert.equal(puzzleProgress().theme, "claim");
  assert.deepEqual(themeCounts(PUZZLES), [
    ["claim", 40],
    ["power", 20],
  ]);
});
