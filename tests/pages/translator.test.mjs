import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { translator } = await page("core/translator.js");
const t = translator({
  plain: "Rules",
  named: "Against {name}, {name}!",
  counted: { one: "{n} token is left", other: "{n} tokens are left" },
  braces: "{{{n}}}",
});

test("texts are found by their keys", () => {
  assert.equal(t("plain"), "Rules");
  assert.equal(t("missing"), "");
});

test("values are filled in by name", () => {
  assert.equal(t("named", { name: "Anna" }), "Against Anna, Anna!");
  assert.equal(t("named"), "Against , !");
});

test("only the number 1 takes the singular", () => {
  assert.equal(t("counted", { n: 1 }), "1 token is left");
  for (const n of [0, 2, 21]) assert.equal(t("counted", { n }), `${n} tokens are left`);
});

test("doubled braces are braces of the text", () => {
  assert.equal(t("braces", { n: 3 }), "{3}");
});
