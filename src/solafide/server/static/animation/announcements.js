// What screen readers have been told of the events of a game: each sentence once, in order. Pure.

/** @import {EventView, Moment} from "../core/types" */
/** A sentence with a number of its own: what was undone and done again is another sentence with the same words.
 * @typedef {{id: number, text: string}} Announcement */
/** @typedef {object} Announced
 * @property {string} reader the game and the seat
 * @property {number} through the step up to which everything was told, or was there when the page opened
 * @property {Announcement[]} told the last sentences */

/** So many sentences stay in the log for screen readers: none is taken away before it was read. */
const MAX_ANNOUNCEMENTS = 40;

/** @type {Announced} */
export const NOTHING_ANNOUNCED = { reader: "", through: 0, told: [] };

/** What has been told once a moment is on the table and no longer moves. Of the past nothing is told again; what was
 * undone and is then done again is.
 * @param {Announced} before
 * @param {Moment} moment
 * @param {EventView[]} newEvents that led to the moment
 * @returns {Announced} */
export function announced(before, moment, newEvents) {
  const reader = `${moment.game}/${moment.seat}`;
  if (reader !== before.reader) return { reader, through: moment.last_step, told: [] };
  if (moment.step < moment.last_step) return before;
  const events = newEvents.filter((event) => event.text && event.version > before.through);
  if (!events.length && moment.step === before.through) return before;
  const id = (before.told.at(-1)?.id ?? 0) + 1;
  const sentences = events.map(({ text }, i) => ({ id: id + i, text }));
  return { reader, through: moment.step, told: [...before.told, ...sentences].slice(-MAX_ANNOUNCEMENTS) };
}
