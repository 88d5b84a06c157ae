import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { storyColumns, wrapLines } = await page("analysis/storyColumns.js");
const { resultTitle, sheetContent } = await page("analysis/sheetContent.js");

/** Letters of half the size. */
const measure = (text, size) => (text.length * size) / 2;
const SPACE = { width: 240, height: 240, initial: (size) => size };
const texts = (key, values) => (values ? `${key} ${Object.values(values).join(" ")}` : key);

const finished = (outcome) => ({
  seats: ["P"],
  players: { 1: { faith: "C", name: "Magister" }, 2: { faith: "P", name: "Ada" } },
  created: "2026-11-17T20:00:00+00:00",
  view: {
    outcome,
    turn_number: 41,
    faiths: { C: { points: 39, circles: [2, 4], rewards: 1 }, P: { points: 24, circles: [1], rewards: 0 } },
  },
});

test("no line is wider than its column, and no word is lost", () => {
  const text = "In the eighth turn the Cranach Workshop brought the Upper Saxon Circle to the Protestants.";
  const lines = wrapLines(
    text,
    (line) => (line < 2 ? 100 : 160),
    (each) => measure(each, 16),
  );
  assert.equal(lines.join(" "), text);
  lines.forEach((line, at) => assert.ok(measure(line, 16) <= (at < 2 ? 100 : 160)));
});

test("a word that is wider than the column stands alone", () => {
  assert.deepEqual(
    wrapLines(
      "a Reichskammergericht b",
      () => 50,
      (each) => measure(each, 16),
    ),
    ["a", "Reichskammergericht", "b"],
  );
});

test("a short story has large letters, a longer one smaller ones", () => {
  const short = storyColumns("word ".repeat(30), SPACE, measure);
  const long = storyColumns("word ".repeat(120), SPACE, measure);
  assert.ok(short.size > long.size);
  for (const { rows, leading, columns } of [short, long]) {
    assert.ok(rows * leading <= SPACE.height);
    assert.equal(columns.length, 3);
  }
  assert.equal(long.columns.flat().join(" "), "word ".repeat(120).trim());
});

test("a story that does not fit ends with an ellipsis", () => {
  const { columns, rows, leading } = storyColumns("word ".repeat(1000), SPACE, measure);
  assert.match(columns.flat().at(-1), / …$/);
  assert.ok(rows * leading <= SPACE.height);
});

test("the title has the points only where they have decided the game", () => {
  const title = (outcome) => resultTitle(finished(outcome), texts);
  assert.equal(title({ winner: "C", reason: "points" }), "result.title_points.C 39 24");
  assert.equal(title({ winner: "P", reason: "resigned" }), "result.title.P");
  assert.equal(title({ winner: null, reason: "agreed" }), "result.title.draw");
  assert.equal(title({ winner: null, reason: "closed" }), "result.title.closed");
});

test("the sheet names the player, the computer and their circles", () => {
  const moment = finished({ winner: "C", reason: "points" });
  const { sides, foot, date } = sheetContent(moment, { circles: [], cards: {}, results: [] }, [], texts, "en");
  assert.deepEqual(
    sides.map(({ name, points, won }) => [name, points, won]),
    [
      ["Magister", 39, "pages.result.side.C, result.circles 2, pages.result.rewards 1"],
      ["pages.result.you", 24, "pages.result.side.P, result.circles 1"],
    ],
  );
  assert.deepEqual([foot, date], ["result.turns 41", "November 17, 2026"]);
});

test("the sheet tells each claim in a line, with its card where one led to it", () => {
  const moment = finished({ winner: "C", reason: "points" });
  const faces = {
    circles: [{ name: "Upper Saxon Circle" }, { name: "Lower Saxon Circle" }, { name: "Franconian Circle" }],
    cards: { C03: { name: "Ursulines" } },
    results: [{ roll: 4, name: "English support" }],
  };
  const log = [
    { event: "turn", number: 3, version: 1 },
    { event: "played", by: "C", card: "C03", version: 2 },
    { event: "claimed", by: "C", circle: 1, version: 2 },
    { event: "reward", by: "C", version: 2 },
    { event: "claimed", by: "P", circle: 2, version: 3 },
    { event: "turn", number: 4, version: 4 },
    { event: "chart", by: "P", roll: 4, version: 5 },
    { event: "claimed", by: "P", circle: 3, version: 6 },
  ];
  assert.deepEqual(sheetContent(moment, faces, log, texts, "en").story, [
    "result.chronicle.C 3 Ursulines Upper Saxon Circle",
    "result.chronicle_plain.P 3 Lower Saxon Circle",
    "result.chronicle.P 4 English support Franconian Circle",
  ]);
});
