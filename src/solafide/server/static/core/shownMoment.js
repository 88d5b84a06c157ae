// The moment that a page shows, with the log before it: how moments and messages of the stream follow one another.

/** @import {EventView, Moment, StreamMessage} from "./types" */
/**
 * @typedef {object} ShownMoment
 * @property {Moment} moment
 * @property {EventView[]} log all events up to the moment
 */

/** Kinds of messages that change what is shown without a step of the game. */
const KINDS_WITHOUT_STEP = ["deleted", "offer", "chat", "presence", "lobby", "clock"];

/**
 * Append a fetched moment to the one that is shown.
 * @param {ShownMoment | null} before
 * @param {Moment} moment
 * @param {number | null} since the step after which its events begin; null: not known
 * @returns {ShownMoment | null} null: the log has a gap, all of it must be fetched
 */
export function appendMoment(before, moment, since) {
  if (since === 0) return { moment, log: moment.events };
  if (!before || since === null || before.moment.seat !== moment.seat) return null;
  if (since > before.moment.step || moment.step < before.moment.step) return null;
  const earlier = before.log.filter((event) => event.version <= since);
  return { moment, log: [...earlier, ...moment.events] };
}

/** Whether a response was overtaken by a newer one: versions only grow.
 * @param {Moment} moment
 * @param {Moment | undefined} latest */
export function isStale(moment, latest) {
  return (
    latest !== undefined &&
    latest.game === moment.game &&
    latest.seat === moment.seat &&
    latest.step === latest.last_step &&
    moment.step === moment.last_step &&
    moment.version < latest.version
  );
}

/** What must be fetched after a message of the stream: nothing, new events, or the whole log.
 * @param {StreamMessage} message
 * @param {number | undefined} shownStep
 * @returns {"" | "new" | "whole"} */
export function reloadAfter({ kind, step }, shownStep) {
  if (kind === "thinking") return "";
  if (kind === "undo" || kind === "takeback") return "whole";
  return step !== shownStep || KINDS_WITHOUT_STEP.includes(kind) ? "new" : "";
}

/** The events between two moments that are shown in turn; none if the second does not continue the first.
 * @param {ShownMoment | null} previous
 * @param {ShownMoment} next
 * @returns {EventView[]} */
export function eventsBetween(previous, next) {
  if (!previous || previous.moment.game !== next.moment.game || previous.moment.seat !== next.moment.seat) return [];
  if (next.moment.step <= previous.moment.step || next.moment.step < next.moment.last_step) return [];
  return next.log.filter((event) => event.version > previous.moment.step);
}
