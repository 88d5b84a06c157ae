// The gallery of cards: its filters, orders and addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { allEntries, emptyFilter, filterEntries, filterQuery, isEmptyFilter, readQuery, sortEntries } =
  await page("gallery/entries.js");
const { compareSets } = await page("gallery/compareSets.js");

const card = (id, more = {}) => ({
  card: id,
  number: Number(id.slice(1)),
  name: `Card ${id}`,
  text: ["Draw a card."],
  history: "",
  year: "1530",
  emblems: ["draw"],
  military: false,
  persistent: false,
  first_game: false,
  source: "reconstructed",
  ...more,
});
const FACES = {
  cards: {
    P02: card("P02", { name: "Äpfel", year: "1519" }),
    C10: card("C10", { emblems: ["convert", ">", "shift"], first_game: true, source: "rulebook" }),
    C02: card("C02", { military: true, text: ["Convert a territory."], year: "" }),
    F01: card("F01", { persistent: true, history: "Wolsey" }),
  },
  circles: [
    {
      circle: 3,
      name: "Franconian Circle",
      points: 5,
      history: "",
      source: "partial",
      nobility: [{ name: "Würzburg" }],
      commoners: [],
    },
  ],
  results: [{ roll: 4, name: "Siege", text: ["Shift."], emblems: ["shift"], source: "rulebook" }],
};
const ENTRIES = allEntries(FACES);
const ids = (filter) => filterEntries(ENTRIES, { ...emptyFilter(), ...filter }).map(({ id }) => id);

test("entries stand in the order of kinds and numbers", () => {
  assert.deepEqual(ids({}), ["C02", "C10", "P02", "F01", "circle-3", "M04"]);
});

test("filters of one kind add, filters of several kinds take away", () => {
  assert.deepEqual(ids({ kinds: new Set(["C", "P"]) }), ["C02", "C10", "P02"]);
  assert.deepEqual(ids({ effects: new Set(["shift", "military"]) }), ["C02", "C10", "M04"]);
  assert.deepEqual(ids({ effects: new Set(["persistent"]) }), ["F01"]);
  assert.deepEqual(ids({ kinds: new Set(["C"]), effects: new Set(["shift"]) }), ["C10"]);
  assert.deepEqual(ids({ sources: new Set(["rulebook"]) }), ["C10", "M04"]);
  assert.deepEqual(ids({ firstGame: true }), ["C10", "circle-3", "M04"]);
});

test("all words are looked for, without regard to case and accents", () => {
  assert.deepEqual(ids({ words: "APFEL" }), ["P02"]);
  assert.deepEqual(ids({ words: "territory convert" }), ["C02"]);
  assert.deepEqual(ids({ words: "wurzb" }), ["circle-3"]);
  assert.deepEqual(ids({ words: "wolsey siege" }), []);
});

test("entries are sorted by name and by year, those without a year last", () => {
  const by = (key) => sortEntries(ENTRIES, key, "en").map(({ id }) => id);
  assert.equal(by("name")[0], "P02");
  assert.deepEqual(by("year"), ["P02", "C10", "F01", "C02", "circle-3", "M04"]);
});

test("the address keeps filter and order, and drops what it does not know", () => {
  const filter = { ...emptyFilter(), words: "two words", kinds: new Set(["C", "M"]), firstGame: true };
  const text = filterQuery(filter, "year");
  assert.deepEqual(readQuery(text), { filter, sort: "year" });
  assert.equal(filterQuery(emptyFilter(), "number"), "");
  const { filter: unknown, sort } = readQuery("?kinds=X,P&sort=weight&effects=%00");
  assert.deepEqual([...unknown.kinds], ["P"]);
  assert.equal(sort, "number");
  assert.ok(isEmptyFilter(readQuery("").filter));
});

test("two card sets are compared entry by entry, first what plays differently", () => {
  const renamed = card("P02", { name: "Pears", year: "1519" });
  const changed = card("C10", { emblems: ["draw"], first_game: true, text: ["Draw 2 cards."], source: "rulebook" });
  const [circle] = FACES.circles;
  const after = {
    ...FACES,
    cards: { ...FACES.cards, P02: renamed, C10: changed },
    circles: [{ ...circle, points: 7, nobility: [{ print: "C", name: "Würzburg" }] }],
  };
  assert.deepEqual(
    compareSets(FACES, after).map(({ id, parts }) => [id, ...parts]),
    [
      ["C10", "text"],
      ["circle-3", "points", "territories"],
      ["P02", "name"],
    ],
  );
  assert.deepEqual(compareSets(FACES, FACES), []);
});
