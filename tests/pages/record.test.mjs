// The player's record: shares, calendar, ladder; the filters of the list of games.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { calendarCells, calendarShade, nextLevel, percentText, playedTime, sharePositions, signedText, winsToPass } =
  await page("record/figures.js");
const { EMPTY_FILTER, distinct, filterGames, isEmptyFilter, libraryEntry, parseTags } =
  await page("library/filterGames.js");

test("a share stands between the ends of its range", () => {
  assert.deepEqual(sharePositions({ wins: 1, games: 2, low: 0.1, high: 0.9 }), { dot: 100, low: 20, high: 180 });
  assert.deepEqual(sharePositions({ wins: 0, games: 0, low: 0, high: 1 }), { dot: 0, low: 0, high: 200 });
  assert.equal(percentText(0.615, "en"), "62%");
});

test("figures have their signs and units", () => {
  assert.deepEqual([5, 0, -3].map(signedText), ["+5", "0", "−3"]);
  assert.deepEqual(playedTime(7265), { hours: 2, minutes: 1 });
});

test("the weeks of the calendar begin on Monday", () => {
  const days = ["2026-11-18", "2026-11-19"].map((day) => ({ day, games: 1 }));
  assert.deepEqual(calendarCells(days), [null, null, ...days]); // the 18th is a Wednesday
  assert.equal(calendarCells([{ day: "2026-11-16", games: 0 }]).length, 1);
  assert.equal(calendarCells([{ day: "2026-11-22", games: 0 }]).length, 7);
  assert.deepEqual(calendarCells([]), []);
  assert.deepEqual([0, 1, 9].map(calendarShade), [0, 1, 3]);
});

test("the next level is the weakest that is not passed", () => {
  const ladder = (...passed) => passed.map((at, number) => ({ level: `l${number}`, passed: at }));
  assert.equal(nextLevel(ladder("x", null, "x", null)), "l1");
  assert.equal(nextLevel(ladder("x", "x")), null);
  assert.deepEqual([winsToPass(2, 0), winsToPass(2, 1), winsToPass(2, 5)], [2, 1, 1]);
});

const line = (game, more = {}) => ({
  game,
  players: { 1: { kind: "person", name: "", faith: "C" }, 2: { kind: "scholar", name: "Scholar", faith: "P" } },
  mode: "first",
  over: true,
  outcome: { winner: "C", points: { C: 9, P: 3 }, limited: false, reason: "points" },
  title: "",
  text: "Scholar, Catholic",
  tags: [],
  ...more,
});
const outcome = (winner, reason = "points") => ({ outcome: { winner, reason } });
const LINES = [
  line("won", { tags: ["anna", "lost shift"] }),
  line("lost", outcome("P")),
  line("drawn", { ...outcome(null), title: "Péntek" }),
  line("closed", outcome(null, "closed")),
  line("open", { over: false, outcome: null, mode: "draft" }),
  line("two", { players: { 1: { kind: "person", faith: "C" }, 2: { kind: "person", faith: "P" } } }),
];
const ENTRIES = LINES.map((each) => libraryEntry(each));
const found = (filter, withCard = null) => [...filterGames(ENTRIES, { ...EMPTY_FILTER, ...filter }, withCard)];

test("a game is filed by the side of its player", () => {
  assert.deepEqual(
    ENTRIES.map(({ result }) => result),
    ["won", "lost", "drawn", "", "open", ""],
  );
  const online = libraryEntry(LINES[5], "2");
  assert.deepEqual([online.faith, online.result, online.opponent], ["P", "lost", "person"]);
});

test("filters take away what does not fit", () => {
  assert.ok(isEmptyFilter(EMPTY_FILTER));
  assert.equal(found({}).length, LINES.length);
  assert.deepEqual(found({ result: "won" }), ["won"]);
  assert.deepEqual(found({ mode: "draft" }), ["open"]);
  assert.deepEqual(found({ opponent: "scholar", result: "drawn" }), ["drawn"]);
  assert.deepEqual(found({ tag: "anna" }), ["won"]);
  assert.deepEqual(found({ words: "pentek" }), ["drawn"]);
  assert.deepEqual(found({ words: "SHIFT lost" }), ["won"]);
  assert.deepEqual(found({ faith: "P" }), []);
});

test("a search by card shows nothing before the server has answered", () => {
  assert.deepEqual(found({ card: "C03" }), []);
  assert.deepEqual(found({ card: "C03" }, new Set(["lost", "elsewhere"])), ["lost"]);
});

test("tags are read from a text with commas", () => {
  assert.deepEqual(parseTags(" anna, lost shift,,anna "), ["anna", "lost shift"]);
  assert.deepEqual(distinct(["b", "", "a", "b"], "en"), ["a", "b"]);
});
