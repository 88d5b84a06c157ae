// What the list of games can be filtered by, and the games that fit.
import { normalize } from "../core/normalize.js";

/** @import {GameSummary} from "../core/types" */
/** @typedef {"open" | "won" | "lost" | "drawn" | ""} GameResult "" for a game without a side of the player */
/** A game as the filters see it; `faith` and `result` are the player's.
 * @typedef {{game: string, result: GameResult, faith: string, mode: string, opponent: string, tags: string[],
 *   words: string}} LibraryEntry */
/** "" does not filter.
 * @typedef {{words: string, result: string, faith: string, mode: string, opponent: string, tag: string,
 *   card: string}} LibraryFilter */

/** @type {LibraryFilter} */
export const EMPTY_FILTER = { words: "", result: "", faith: "", mode: "", opponent: "", tag: "", card: "" };

/** @param {LibraryFilter} filter */
export const isEmptyFilter = (filter) => Object.values(filter).every((value) => !value.trim());

/** The player's seat: that of this browser, or of the only person who plays.
 * @param {GameSummary} line
 * @param {string | null} person */
function ownSeat(line, person) {
  if (person === "1" || person === "2") return person;
  const people = /** @type {("1" | "2")[]} */ (["1", "2"]).filter((one) => line.players[one].kind === "person");
  return people.length === 1 ? people[0] : null;
}

/** @param {GameSummary} line
 * @param {string | null} faith
 * @returns {GameResult} */
function resultOf({ over, outcome }, faith) {
  if (!over) return "open";
  if (!outcome || !faith || outcome.reason === "closed") return "";
  if (outcome.winner === null) return "drawn";
  return outcome.winner === faith ? "won" : "lost";
}

/** @param {GameSummary} line
 * @param {string | null} [person] whose secret this browser has, online
 * @returns {LibraryEntry} */
export function libraryEntry(line, person = null) {
  const own = ownSeat(line, person);
  const faith = own ? line.players[own].faith : null;
  const other = line.players[own === "1" ? "2" : "1"];
  return {
    game: line.game,
    result: resultOf(line, faith),
    faith: faith ?? "",
    mode: line.mode,
    opponent: own ? other.kind : "",
    tags: line.tags,
    words: normalize([line.title, line.text, other.name, ...line.tags].join("\n")),
  };
}

/** The games that fit a filter.
 * @param {LibraryEntry[]} entries
 * @param {LibraryFilter} filter
 * @param {Set<string> | null} withCard games in which the card of the filter was played; null while it is not known
 * @returns {Set<string>} */
export function filterGames(entries, filter, withCard) {
  const words = normalize(filter.words).split(/\s+/).filter(Boolean);
  const fits = (/** @type {LibraryEntry} */ entry) =>
    words.every((word) => entry.words.includes(word)) &&
    (!filter.result || entry.result === filter.result) &&
    (!filter.faith || entry.faith === filter.faith) &&
    (!filter.mode || entry.mode === filter.mode) &&
    (!filter.opponent || entry.opponent === filter.opponent) &&
    (!filter.tag || entry.tags.includes(filter.tag)) &&
    (!filter.card || (withCard?.has(entry.game) ?? false));
  return new Set(entries.filter(fits).map(({ game }) => game));
}

/** The values that occur, in alphabetical order.
 * @param {string[]} values
 * @param {string} language */
export const distinct = (values, language) =>
  [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b, language));

/** The tags that a text with commas names.
 * @param {string} text */
export const parseTags = (text) => [...new Set(text.split(",").map((tag) => tag.trim()))].filter(Boolean);
