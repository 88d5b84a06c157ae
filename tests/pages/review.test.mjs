import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { verdictOf } = await page("analysis/guess.js");
const { splitAtCardNames } = await page("table/cardNames.js");

test("a guess is the better choice, that of the game, or neither", () => {
  const mistake = { choice: "play:C03", best: "play:C05" };
  assert.equal(verdictOf(mistake, "play:C05"), "right");
  assert.equal(verdictOf(mistake, "play:C03"), "played");
  assert.equal(verdictOf(mistake, "draw"), "other");
});

test("names of cards are found in a text, whole names only, the longer of two", () => {
  const faces = {
    cards: { C01: { card: "C01", name: "Diet" }, C02: { card: "C02", name: "Diet of Worms" } },
    results: [{ roll: 3, name: "Retreat" }],
  };
  const split = (text) => splitAtCardNames(text, faces).map(({ text: words, card }) => card ?? words);
  assert.deepEqual(split("The “Diet of Worms” follows a “Diet”."), ["The “", "C02", "” follows a “", "C01", "”."]);
  assert.deepEqual(split("Dietary Retreat"), ["Dietary ", "M3"]);
  assert.deepEqual(split("no card"), ["no card"]);
});
