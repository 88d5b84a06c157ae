import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { defaultSettings, mergeSettings } = await page("core/settingsValues.js");
const LANGUAGES = ["en", "de", "nl", "hu"];
const defaults = defaultSettings(LANGUAGES, ["fr-CA", "hu-HU", "de"]);

test("a new browser gets the first of its languages that the server has", () => {
  assert.equal(defaults.language, "hu");
  assert.equal(defaultSettings(LANGUAGES, ["fr"]).language, "en");
  assert.equal(defaultSettings(LANGUAGES, []).language, "en");
});

test("settings that an older page has stored are kept", () => {
  const stored = { language: "de", theme: "dark", speed: "off", sound: true, confirm: false };
  assert.deepEqual(mergeSettings(stored, defaults, LANGUAGES), { ...defaults, ...stored });
});

test("settings of an unknown name or type are left out", () => {
  const stored = { theme: 3, sound: "yes", textMode: true, colour: "red" };
  assert.deepEqual(mergeSettings(stored, defaults, LANGUAGES), { ...defaults, textMode: true });
});

test("a language that the server no longer has is replaced", () => {
  assert.equal(mergeSettings({ language: "fr" }, defaults, LANGUAGES).language, "en");
});

test("a store that holds no object is as good as empty", () => {
  for (const stored of [null, "dark", 3]) assert.deepEqual(mergeSettings(stored, defaults, LANGUAGES), defaults);
});

test("changes are stored and applied to the document", async () => {
  localStorage.setItem("solafide.settings", JSON.stringify({ theme: "dark", language: "nl" }));
  const { changeSettings, settings } = await page("core/settings.js");
  const root = document.documentElement;
  assert.deepEqual([root.lang, root.dataset.theme], ["nl", "dark"]);
  changeSettings({ theme: "auto", speed: "slow" });
  assert.deepEqual([settings().theme, root.dataset.theme, root.dataset.speed], ["auto", undefined, "slow"]);
  assert.equal(JSON.parse(localStorage.getItem("solafide.settings")).speed, "slow");
});
