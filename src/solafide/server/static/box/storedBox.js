// The owner's card set that this browser stores.
import { STORED, readStored, storageKey, writeStored } from "../core/storage.js";
import { boxName, boxText, hasEntries } from "./box.js";

/** @import {CardFile} from "../setup/GameForm" */
/** @import {Box} from "./box" */

export const BOX_STORAGE_KEY = storageKey(STORED.box);
/** The query of an address that sets up a game with this card set. */
const BOX_QUERY = "cards=box";

/** @returns {Box | null} */
export function readBox() {
  const stored = /** @type {Partial<Box> | null} */ (readStored(STORED.box));
  return stored && stored.parts && stored.fields ? /** @type {Box} */ (stored) : null;
}

/** Store it; returns whether the browser has taken it.
 * @param {Box | null} box */
export function writeBox(box) {
  writeStored(STORED.box, box);
  return (readBox() === null) === (box === null);
}

/** The card set as a file for a new game, null if nothing was entered.
 * @returns {CardFile | null} */
export function boxAsFile() {
  const box = readBox();
  if (!hasEntries(box)) return null;
  return { own: true, isBox: true, version: null, name: boxName(box) || box.file, text: boxText(box), problem: "" };
}

/** The card set file with which a form begins, null for the built-in set.
 * @returns {CardFile | null} */
export const requestedFile = () => (location.search?.includes(BOX_QUERY) ? boxAsFile() : null);

/** The address of a page that sets up a game, with this card set.
 * @param {string} path */
export const withBox = (path) => `${path}?${BOX_QUERY}`;
