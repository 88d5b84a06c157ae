// The rules on their page: rulings in their sections, the search, and what differs between two pictures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { arrangeRules, searchWords, sectionNumber, splitAtWords } = await page("rules/arrange.js");
const { changedPlaces } = await page("rules/changedPlaces.js");
const { rulebookNames } = await page("rules/RulebookDifferences.js");

const part = (section, text, ruling_of = "") => ({
  section,
  title: `Title of ${section}`,
  text: [text],
  ruling_of,
  example: null,
  differences: [],
});
const RULES = [
  part("6", "Playing a card"),
  part("6.1", "Converting a territory"),
  part("R", "Introduction"),
  part("R13", "Must and skip", "6"),
  part("R14", "Kinds of territories", "6.1"),
  part("R39", "Questions", "6.1"),
];
const found = (search) =>
  arrangeRules(RULES, searchWords(search)).map(({ part: { section }, rulings }) => [
    section,
    ...rulings.map((ruling) => ruling.section),
  ]);

test("rulings are with their sections", () => {
  assert.deepEqual(found(""), [["6", "R13"], ["6.1", "R14", "R39"], ["R"]]);
});

test("a search needs all words, in any order, and finds rulings with their sections", () => {
  assert.deepEqual(found("card playing"), [["6"]]);
  assert.deepEqual(found("KÍNDS"), [["6.1", "R14"]]);
  assert.deepEqual(found("territor"), [["6.1", "R14"]]);
  assert.deepEqual(found("card questions"), []);
  assert.deepEqual(found("R13"), [["6", "R13"]]);
  assert.deepEqual(found("§6.1"), [["6.1"]]);
});

test("captions and options are searched too", () => {
  const example = { caption: "A wheel", play: "7", pictures: [] };
  const differences = [{ title: "Order", readings: [{ name: "Now", text: "At once" }] }];
  const rules = [{ ...part("7", "Claims"), example, differences }];
  for (const word of ["wheel", "order", "now", "once"]) assert.equal(arrangeRules(rules, [word]).length, 1, word);
});

test("the words of a search are marked in a text", () => {
  assert.deepEqual(splitAtWords("One card, two cards", ["card"]), ["One ", "card", ", two ", "card", "s"]);
  assert.deepEqual(splitAtWords("Mérték és mértan", ["mert", "mertek"]), ["", "Mérték", " és ", "mért", "an"]);
  assert.deepEqual(splitAtWords("Nothing", []), ["Nothing"]);
});

test("numbers of sections and rulings", () => {
  assert.deepEqual(["6.1", "R14", "R"].map(sectionNumber), ["§6.1", "R14", "R"]);
});

const circle = (changes) => ({
  circle: 3,
  state: "in_play",
  owner: null,
  nobility: "PPCC",
  commoners: "PPNN",
  power: 2,
  disputation: false,
  ...changes,
});

test("what differs between two pictures", () => {
  const changed = (changes) => [...changedPlaces([circle({})], [circle(changes)])];
  assert.deepEqual(changed({}), []);
  assert.deepEqual(changed({ commoners: "PPPN", power: 1 }), ["3:commoners:2", "power:3"]);
  assert.deepEqual(changed({ disputation: true }), ["disputation"]);
  assert.deepEqual(changed({ state: "claimed", owner: "P", nobility: null }), ["circle:3"]);
  assert.deepEqual([...changedPlaces([], [circle({})])], []);
});

test("rulebooks are named in the reader's language", () => {
  assert.equal(rulebookNames(["en", "nl"], "en"), "English and Dutch");
  assert.equal(rulebookNames(["en", "de", "nl"], "de"), "Englisch, Deutsch und Niederländisch");
});
