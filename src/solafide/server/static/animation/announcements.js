// What screen readers have been told of the events of a game: each sentence once, in order. Pure.

/** @import {EventView, Moment} from "../core/types" */
/** @typedef {object} Announced
 * @property {string} reader the game and the seat
 * @property {number} through the step up to which everything was told, or was there when the page opened
 * @property {EventView[]} events the last ones that were told, each with a sentence */

/** So many sentences stay in the log for screen readers: none is taken away before it was read. */
const MAX_ANNOUNCEMENTS = 40;

/** @type {Announced} */
export const NOTHING_ANNOUNCED = { reader: "", through: 0, events: [] };

/** What has been told once a moment is on the table and no longer moves. Of the past nothing is told again; what was
 * undone and is then done anew is.
 * @param {Announced} before
 * @param {Moment} moment
 * @param {EventView[]} newEvents that led to the moment
 * @returns {Announced} */
export function announced(before, moment, newEvents) {
  const reader = `${moment.game}/${moment.seat}`;
  if (reader !== before.reader) return { reader, through: moment.last_step, events: [] };
  if (moment.step < moment.last_step) return before;
  const events = newEvents.filter((event) => event.text && event.version > before.through);
  if (!events.length && moment.step === before.through) return before;
  return { reader, through: moment.step, events: [...before.events, ...events].slice(-MAX_ANNOUNCEMENTS) };
}
