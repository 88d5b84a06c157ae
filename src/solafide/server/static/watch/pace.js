// How fast a game of two computer players goes on, and what the page waits for before the next move. Pure.

/** @import {Moment} from "../core/types" */
/** @typedef {"slow" | "normal" | "fast" | "fastest"} WatchSpeed */

/** @type {WatchSpeed[]} */
export const WATCH_SPEEDS = ["slow", "normal", "fast", "fastest"];
/** Between the end of a move and the next one, at least; and so much for each character of its comment. */
const PAUSE_MS = { slow: 4000, normal: 2000, fast: 700, fastest: 0 };
const READING_MS_PER_CHARACTER = { slow: 65, normal: 40, fast: 0, fastest: 0 };
/** No comment is waited for longer than this. */
export const COMMENT_TIMEOUT_MS = 4000;
/** A move that has not begun by then is asked for again: the server may have started again. */
export const ASK_AGAIN_MS = 10_000;

/** A stored speed, which may be older or newer than this page.
 * @param {string} stored
 * @returns {WatchSpeed} */
export const watchSpeed = (stored) => WATCH_SPEEDS.find((speed) => speed === stored) ?? "normal";

/** The speed one step faster or slower, as far as there is one.
 * @param {WatchSpeed} speed
 * @param {1 | -1} change
 * @returns {WatchSpeed} */
export function changedSpeed(speed, change) {
  const at = WATCH_SPEEDS.indexOf(speed) + change;
  return WATCH_SPEEDS[Math.min(Math.max(at, 0), WATCH_SPEEDS.length - 1)];
}

/** How long a move stays before the next one.
 * @param {WatchSpeed} speed
 * @param {string} comment "" if there is none
 * @returns {number} milliseconds */
export const pauseAfterMove = (speed, comment) =>
  Math.max(PAUSE_MS[speed], comment.length * READING_MS_PER_CHARACTER[speed]);

/** Whether two computer players play on the local server: then nobody at the table has a secret.
 * @param {Moment} moment */
export const isWatched = ({ online, players }) =>
  online === null && players[1].kind !== "person" && players[2].kind !== "person";

/** What decides whether the next move is asked for.
 * @typedef {object} WatchState
 * @property {Moment} moment
 * @property {boolean} isPresent the page shows the present moment, and is visible
 * @property {boolean} isConnected
 * @property {boolean} isStill nothing moves on the table any more
 * @property {boolean} isSearching a computer player searches
 * @property {boolean} isCommented the comment on the last move has come, or is not waited for any more
 * @property {boolean} isPaused
 * @property {boolean} isStepWanted one move was asked for
 * @property {number | null} askedVersion the version for which the next move was asked for
 */

/** What to do about the next move: ask for it now, ask for it after a pause, or again if nothing comes; else nothing.
 * @param {WatchState} state
 * @returns {"ask" | "pause" | "again" | "nothing"} */
export function nextMoveAction(state) {
  const { moment, isPresent, isConnected, isStill, isSearching, isCommented, isPaused, isStepWanted } = state;
  if (!isPresent || !isConnected || moment.view.phase === "over") return "nothing";
  if (moment.version === state.askedVersion) return isSearching ? "nothing" : "again";
  if (moment.thinking !== null || isSearching) return "nothing";
  if (isStepWanted) return "ask";
  return isPaused || !isStill || !isCommented ? "nothing" : "pause";
}
