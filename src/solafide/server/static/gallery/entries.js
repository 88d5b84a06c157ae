// What the gallery of cards shows, sorted and filtered: cards, circles and the lines of the Military Chart.
import { normalize } from "../core/normalize.js";

/** @import {CardFace, CardSetFaces, CircleFace, ResultFace} from "../core/types" */
/** C, P: cards of a faith; F: Foreign Influence; circle; M: Military Chart
 * @typedef {"C" | "P" | "F" | "circle" | "M"} GalleryKind */
/** @typedef {{id: string, kind: GalleryKind, number: number, name: string, year: string, source: string,
 *   effects: Set<string>, isFirstGame: boolean, words: string, card?: CardFace, circle?: CircleFace,
 *   result?: ResultFace}} Entry */
/** An empty set does not filter.
 * @typedef {object} Filter
 * @property {string} words
 * @property {Set<string>} kinds
 * @property {Set<string>} effects
 * @property {Set<string>} sources
 * @property {boolean} firstGame */
/** @typedef {"number" | "name" | "year"} SortKey */

/** @type {GalleryKind[]} */
export const KINDS = ["C", "P", "F", "circle", "M"];
/** What a card can do, as emblems and flags name it. */
export const EFFECTS = [
  "convert",
  "neutrals",
  "neutralise",
  "shift",
  "disputation",
  "draw",
  "discard",
  "military",
  "persistent",
];
export const SOURCES = ["rulebook", "partial", "reconstructed"];
/** @type {SortKey[]} */
export const SORT_KEYS = ["number", "name", "year"];

/** @returns {Filter} */
export const emptyFilter = () => ({
  words: "",
  kinds: new Set(),
  effects: new Set(),
  sources: new Set(),
  firstGame: false,
});

/** @param {Filter} filter */
export const isEmptyFilter = (filter) =>
  !filter.words.trim() && !filter.kinds.size && !filter.effects.size && !filter.sources.size && !filter.firstGame;

/** @param {...(string | string[])} texts */
const searchable = (...texts) => normalize(texts.flat().join("\n"));

/** @param {CardFace} face
 * @returns {Entry} */
const cardEntry = (face) => ({
  id: face.card,
  kind: /** @type {GalleryKind} */ (face.card[0]),
  number: face.number,
  name: face.name,
  year: face.year,
  source: face.source,
  effects: new Set([
    ...face.emblems,
    ...(face.military ? ["military"] : []),
    ...(face.persistent ? ["persistent"] : []),
  ]),
  isFirstGame: face.first_game,
  words: searchable(face.name, face.text, face.history, face.year),
  card: face,
});

/** @param {CircleFace} face
 * @returns {Entry} */
const circleEntry = (face) => ({
  id: `circle-${face.circle}`,
  kind: "circle",
  number: face.circle,
  name: face.name,
  year: "",
  source: face.source,
  effects: new Set(),
  isFirstGame: true,
  words: searchable(face.name, face.history, ...[...face.nobility, ...face.commoners].map(({ name }) => name)),
  circle: face,
});

/** @param {ResultFace} face
 * @returns {Entry} */
const resultEntry = (face) => ({
  id: `M${String(face.roll).padStart(2, "0")}`,
  kind: "M",
  number: face.roll,
  name: face.name,
  year: "",
  source: face.source,
  effects: new Set(face.emblems),
  isFirstGame: true,
  words: searchable(face.name, face.text),
  result: face,
});

/** All entries, in the order of their numbers.
 * @param {CardSetFaces} faces
 * @returns {Entry[]} */
export const allEntries = (faces) =>
  sortEntries(
    [
      ...Object.values(faces.cards).map(cardEntry),
      ...faces.circles.map(circleEntry),
      ...faces.results.map(resultEntry),
    ],
    "number",
    "en",
  );

/** Whether an entry has at least one of the effects, kinds and sources that are asked for, and all of the words.
 * @param {Entry} entry
 * @param {Filter} filter */
function matches(entry, filter) {
  const words = normalize(filter.words).split(/\s+/).filter(Boolean);
  return (
    (!filter.kinds.size || filter.kinds.has(entry.kind)) &&
    (!filter.sources.size || filter.sources.has(entry.source)) &&
    (!filter.effects.size || [...filter.effects].some((effect) => entry.effects.has(effect))) &&
    (!filter.firstGame || entry.isFirstGame) &&
    words.every((word) => entry.words.includes(word))
  );
}

/** @param {Entry[]} entries
 * @param {Filter} filter */
export const filterEntries = (entries, filter) => entries.filter((entry) => matches(entry, filter));

/** Sort entries; those without a year come last. The order of kinds and numbers decides between equals.
 * @param {Entry[]} entries
 * @param {SortKey} key
 * @param {string} language
 * @returns {Entry[]} */
export function sortEntries(entries, key, language) {
  const byNumber = (/** @type {Entry} */ one, /** @type {Entry} */ two) =>
    KINDS.indexOf(one.kind) - KINDS.indexOf(two.kind) || one.number - two.number || one.id.localeCompare(two.id);
  const collator = new Intl.Collator(language);
  const orders = {
    number: byNumber,
    name: (/** @type {Entry} */ one, /** @type {Entry} */ two) =>
      collator.compare(one.name, two.name) || byNumber(one, two),
    year: (/** @type {Entry} */ one, /** @type {Entry} */ two) =>
      Number(!one.year) - Number(!two.year) || one.year.localeCompare(two.year) || byNumber(one, two),
  };
  return [...entries].sort(orders[key]);
}

/** The filter as the query of an address: "?kinds=C,P&words=luther", "" for none.
 * @param {Filter} filter
 * @param {SortKey} sort */
export function filterQuery(filter, sort) {
  const query = new URLSearchParams();
  if (filter.words.trim()) query.set("words", filter.words.trim());
  for (const name of /** @type {const} */ (["kinds", "effects", "sources"]))
    if (filter[name].size) query.set(name, [...filter[name]].join(","));
  if (filter.firstGame) query.set("first", "1");
  if (sort !== "number") query.set("sort", sort);
  const text = query.toString();
  return text && `?${text}`;
}

/** Read what filterQuery has written; values that are not known are left out.
 * @param {string} text
 * @returns {{filter: Filter, sort: SortKey}} */
export function readQuery(text) {
  const query = new URLSearchParams(text);
  const known = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    new Set((query.get(name) ?? "").split(",").filter((value) => values.includes(value)));
  const sort = SORT_KEYS.find((key) => key === query.get("sort")) ?? "number";
  const filter = {
    words: query.get("words") ?? "",
    kinds: known("kinds", KINDS),
    effects: known("effects", EFFECTS),
    sources: known("sources", SOURCES),
    firstGame: query.get("first") === "1",
  };
  return { filter, sort };
}
