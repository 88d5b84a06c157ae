import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { verdictOf } = await page("analysis/guess.js");

test("a guess is the better choice, that of the game, or neither", () => {
  const mistake = { choice: "play:C03", best: "play:C05" };
  assert.equal(verdictOf(mistake, "play:C05"), "right");
  assert.equal(verdictOf(mistake, "play:C03"), "played");
  assert.equal(verdictOf(mistake, "draw"), "other");
});
