// The owner's card set in the browser: values of a form, a file in parts, and what is stored.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { isEmptyEntry, linesText, nameText, numberOf, valueAt, withField, withLines, withName, withValue } =
  await page("box/formValues.js");
const box = await page("box/box.js");
const { bodyOf, withBody } = await page("box/EntryEffects.js");
const { problemsAt } = await page("box/FormContext.js");
const stored = await page("box/storedBox.js");

const DRAW = { effect: "draw", count: 1 };

test("values are read and changed by their path, and the fields before stay as they were", () => {
  const fields = { effects: [DRAW, { effect: "shift" }] };
  assert.equal(valueAt(fields, ["effects", 1, "effect"]), "shift");
  assert.equal(valueAt(fields, ["each", "effect"]), undefined);
  const changed = withValue(fields, ["effects", 1, "toward"], "nobility");
  assert.deepEqual(changed.effects[1], { effect: "shift", toward: "nobility" });
  assert.deepEqual(fields.effects[1], { effect: "shift" });
  assert.deepEqual(withValue(fields, ["effects", 0], undefined), { effects: [{ effect: "shift" }] });
  assert.deepEqual(withValue({}, ["effects", 0], DRAW), { effects: [DRAW] });
});

test("the second of two choices leaves no gap before it", () => {
  assert.deepEqual(withValue({ options: [] }, ["options", 1, 0], DRAW), { options: [[], [DRAW]] });
});

test("a table that gets empty goes with its last field", () => {
  assert.deepEqual(withField({}, [], "cost.discard", 2), { cost: { discard: 2 } });
  assert.deepEqual(withField({ cost: { discard: 2 }, year: "1" }, [], "cost.discard", undefined), { year: "1" });
  assert.deepEqual(withField({ each: { effect: "draw" } }, ["each"], "side", undefined), { each: { effect: "draw" } });
});

test("names keep their other languages", () => {
  const names = { en: "One", de: "Eins" };
  assert.equal(nameText(names, "de"), "Eins");
  assert.equal(nameText("Plain", "hu"), "Plain");
  assert.deepEqual(withName(names, "en", "Two"), { en: "Two", de: "Eins" });
  assert.deepEqual(withName(names, "en", ""), { de: "Eins" });
  assert.equal(withName({ en: "One" }, "en", ""), undefined);
  assert.equal(withName("Plain", "en", "Other"), "Other");
});

test("territories are written one on each line", () => {
  const list = [{ en: "Anhalt", de: "Anhalt" }, "Saxony"];
  assert.equal(linesText(list, "en"), "Anhalt\nSaxony");
  assert.deepEqual(withLines(list, "en", "Anhalt-Dessau\nSaxony\nHesse"), [
    { en: "Anhalt-Dessau", de: "Anhalt" },
    "Saxony",
    { en: "Hesse" },
  ]);
  assert.equal(withLines(list, "en", " "), undefined);
});

test("what is no whole number stays a text", () => {
  assert.deepEqual(["3", " 12 ", "", "two", "1.5"].map(numberOf), [3, 12, undefined, "two", "1.5"]);
});

test("an entry without values is empty", () => {
  assert.ok(isEmptyEntry(undefined) && isEmptyEntry({ effects: [] }));
  assert.ok(!isEmptyEntry({ name: { en: "A" } }) && !isEmptyEntry({ effects: [DRAW] }));
});

const BODIES = [
  { body: "each", start: { cost: { discard: "any" }, each: {} }, excludes: ["cost.discard"] },
  { body: "persistent", start: { persistent: {} }, excludes: ["cost.discard"] },
  { body: "playable", start: { playable: false }, excludes: ["cost.discard"] },
];

test("a card of another kind has none of the fields of the kind before", () => {
  const fields = { name: { en: "A" }, effects: [DRAW], cost: { discard: 1 } };
  assert.equal(bodyOf(BODIES, fields), undefined);
  const each = withBody(BODIES, fields, "each");
  assert.deepEqual(each, { name: { en: "A" }, cost: { discard: "any" }, each: {} });
  assert.equal(bodyOf(BODIES, each).body, "each");
  assert.deepEqual(withBody(BODIES, each, "playable"), { name: { en: "A" }, playable: false });
  assert.deepEqual(withBody(BODIES, each, "draw"), { name: { en: "A" }, effects: [{ effect: "draw" }] });
  assert.equal(bodyOf(BODIES, { playable: true, effects: [DRAW] }), undefined);
});

test("a problem is shown at the field with its path", () => {
  const problems = [
    { path: ["effects", 0, "side"], text: "a" },
    { path: ["effects"], text: "b" },
    { path: [], text: "c" },
  ];
  const texts = (path, isLeaf) => problemsAt(problems, path, isLeaf).map(({ text }) => text);
  assert.deepEqual(texts(["effects"], false), ["b"]);
  assert.deepEqual(texts(["effects", 0, "side"], true), ["a"]);
  assert.deepEqual(texts(["effects"], true), ["a", "b"]);
});

const FILE = {
  name: "Mine",
  language: "de",
  is_rewritten: false,
  parts: [
    { entry: "", text: "# mine\r\n" },
    { entry: "set", text: '[set]\nname = "Mine"\n' },
    { entry: "", text: "\n# about C10\n" },
    { entry: "C10", text: "[[card]]\n" },
  ],
  entries: [
    { entry: "set", fields: { name: "Mine", language: "de" }, problem_count: 0, is_playable: true },
    { entry: "C10", fields: { effects: [DRAW] }, problem_count: 2, is_playable: true },
  ],
};
const TEXT = FILE.parts.map(({ text }) => text).join("");

test("an imported file is exported as it was; a change replaces one part", () => {
  const imported = box.boxOfFile(FILE, "mine.toml", TEXT, {});
  assert.equal(box.boxText(imported), TEXT);
  assert.equal(box.boxLanguage(imported), "de");
  assert.deepEqual(box.progressOf(imported), { entered: 0, bad: 1, unplayable: 0 });
  const fields = { effects: [DRAW, DRAW] };
  const changed = box.withFields(imported, "C10", fields);
  assert.deepEqual(changed.unchecked, ["C10"]);
  const answer = { entry: "C10", problems: [], text: "[[card]] # new\n", is_playable: true, faces: {} };
  const checked = box.withChecks(changed, { C10: fields }, [answer]);
  assert.equal(box.boxText(checked), TEXT.replace("[[card]]\n", "[[card]] # new\n"));
  assert.deepEqual(box.progressOf(checked), { entered: 1, bad: 0, unplayable: 0 });
  // An answer about fields that were changed in the meantime says nothing.
  assert.equal(box.withChecks(changed, { C10: { effects: [] } }, [answer]), changed);
});

test("a check of what was not changed leaves the file alone", () => {
  const imported = box.boxOfFile(FILE, "mine.toml", TEXT, {});
  const answer = { entry: "C10", problems: [], text: "other", is_playable: true, faces: {} };
  assert.equal(box.boxText(box.withChecks(imported, { C10: imported.fields.C10 }, [answer])), TEXT);
});

test("new entries come to the end, the heading to the beginning", () => {
  const parts = box.withPart(box.withPart(box.withPart([], "C01", "a\n"), "C02", "b\n"), "set", "s\n");
  assert.equal(parts.map(({ text }) => text).join(""), "s\n\na\n\nb\n");
  const open = box.withPart([{ entry: "", text: "# no line end" }], "C01", "a\n");
  assert.equal(open.map(({ text }) => text).join(""), "# no line end\n\na\n");
});

test("an entry can be taken out again, with its gap", () => {
  const empty = box.newBox("Mine", "en");
  const two = ["C01", "C02"].reduce((before, entry) => {
    const fields = { effects: [DRAW] };
    const answer = { entry, problems: [], text: `${entry}\n`, is_playable: entry !== "C02", faces: {} };
    return box.withChecks(box.withFields(before, entry, fields), { [entry]: fields }, [answer]);
  }, empty);
  assert.equal(box.boxText(two), "C01\n\nC02\n");
  assert.deepEqual([box.entryState(two, "C01"), box.entryState(two, "C02")], ["done", "other"]);
  const one = box.withoutEntry(two, "C02");
  assert.equal(box.boxText(one), "C01\n");
  assert.equal(box.entryState(one, "C02"), "empty");
  assert.deepEqual(one.unplayable, []);
});

test("notes stay with cards that are not playable, and are in no text", () => {
  const noted = box.withNote(box.newBox("Mine", "en"), "C02", "secret words");
  assert.ok(!box.boxText(noted).includes("secret"));
  const file = {
    ...FILE,
    entries: [{ entry: "C02", fields: { playable: false }, problem_count: 0, is_playable: false }],
  };
  assert.deepEqual(box.boxOfFile(file, "a", TEXT, noted.notes).notes, { C02: "secret words" });
  assert.deepEqual(box.boxOfFile(FILE, "a", TEXT, noted.notes).notes, {});
});

test("files are read byte by byte", () => {
  const bytes = new TextEncoder().encode("\ufeff# a\r\nb = 'é'\n");
  assert.deepEqual(new TextEncoder().encode(box.decodeFile(bytes)), bytes);
  assert.equal(box.decodeFile(new Uint8Array([0xff, 0xfe])), null);
});

test("the next entry follows in the order of the set", () => {
  const entries = [{ entry: "C01" }, { entry: "C02" }];
  assert.deepEqual(
    ["C01", "C02"].map((entry) => box.nextEntry(entries, entry)),
    ["C02", null],
  );
});

test("the box is stored, and offered to a new game", () => {
  assert.equal(stored.boxAsFile(), null);
  stored.writeBox(box.newBox("Mine", "en"));
  assert.equal(stored.boxAsFile(), null); // nothing was entered
  stored.writeBox(box.boxOfFile(FILE, "mine.toml", TEXT, {}));
  const file = { own: true, isBox: true, version: null, name: "Mine", text: TEXT, problem: "" };
  assert.deepEqual(stored.boxAsFile(), file);
  location.search = "?cards=box";
  assert.deepEqual(stored.requestedFile(), file);
  location.search = "";
  assert.equal(stored.requestedFile(), null);
  stored.writeBox(null);
  assert.equal(stored.readBox(), null);
});
