// What the form of a new game sends about its card set.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./environment.mjs";
import { page } from "./static.mjs";

const { DEFAULT_RULES, NO_FILE: NEWEST, rulesRequest, submitText } = await page("setup/GameForm.js");

const VALUES = { ...DEFAULT_RULES, kind: "one" };

test("the newest built-in set needs no field", () => {
  const request = rulesRequest(VALUES, NEWEST);
  assert.ok(!("set_version" in request) && !("cards" in request));
});

test("an earlier built-in set is named by its version", () => {
  assert.equal(rulesRequest(VALUES, { ...NEWEST, version: 1 }).set_version, 1);
});

test("a set of one's own goes before an earlier version", () => {
  const request = rulesRequest(VALUES, { ...NEWEST, own: true, version: 1, name: "my.toml", text: "[set]" });
  assert.deepEqual([request.cards, request.cards_file, "set_version" in request], ["[set]", "my.toml", false]);
});

test("only the newest set is recommended for a first game", () => {
  const t = (/** @type {string} */ key) => key;
  assert.equal(submitText(t, { values: VALUES, file: NEWEST }), "pages.new.enough");
  assert.equal(submitText(t, { values: VALUES, file: { ...NEWEST, version: 1 } }), "");
});
