// What differs between two card sets, entry by entry: any two, as the server sends their faces.
import { allEntries } from "./entries.js";

/** @import {CardSetFaces, CircleFace, Estate} from "../core/types" */
/** @import {Entry} from "./entries" */
/** What of an entry differs.
 * @typedef {"name" | "text" | "year" | "points" | "start" | "territories" | "deck"} Part */
/** @typedef {{id: string, before: Entry, after: Entry, parts: Part[]}} ChangedEntry */

/** @type {Estate[]} */
const ESTATES = ["nobility", "commoners"];

/** The printed colours and the names of all territories.
 * @param {CircleFace} [circle] */
const territories = (circle) =>
  ESTATES.map((side) => circle?.[side].map(({ print, name }) => `${print} ${name}`).join("; "));

/** What is compared, as text.
 * @type {Record<Part, (entry: Entry) => unknown>} */
const PARTS = {
  name: ({ name }) => name,
  text: ({ card, result }) => card?.text ?? result?.text,
  year: ({ year }) => year,
  points: ({ circle }) => circle?.points,
  start: ({ circle }) => circle?.start,
  territories: ({ circle }) => territories(circle),
  deck: ({ isFirstGame }) => isFirstGame,
};

/** @param {Entry} before
 * @param {Entry} after
 * @returns {Part[]} */
function changedParts(before, after) {
  const parts = /** @type {Part[]} */ (Object.keys(PARTS));
  return parts.filter((part) => JSON.stringify(PARTS[part](before)) !== JSON.stringify(PARTS[part](after)));
}

/** The entries that differ, in the order of the gallery. What plays differently comes before other names and years.
 * @param {CardSetFaces} before
 * @param {CardSetFaces} after
 * @returns {ChangedEntry[]} */
export function compareSets(before, after) {
  const earlier = new Map(allEntries(before).map((entry) => [entry.id, entry]));
  const changed = allEntries(after).flatMap((entry) => {
    const old = earlier.get(entry.id);
    const parts = old ? changedParts(old, entry) : [];
    return old && parts.length ? [{ id: entry.id, before: old, after: entry, parts }] : [];
  });
  return [...changed.filter(playsDifferently), ...changed.filter((entry) => !playsDifferently(entry))];
}

/** Whether more than a name or a year differs.
 * @param {ChangedEntry} entry */
export const playsDifferently = ({ parts }) => parts.some((part) => part !== "name" && part !== "year");
