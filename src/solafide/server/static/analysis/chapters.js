// The claims of a game as chapters of its story.

/** @import {Faith, EventView} from "../core/types" */
/** @typedef {{turn: number, by: Faith, version: number, events: EventView[]}} Chapter */

const CARD_EVENTS = ["played", "used", "foreign", "chart"];

/** Every claim, with the last card before it in the same turn and its Rewards.
 * @param {EventView[]} log
 * @returns {Chapter[]} */
export function claimChapters(log) {
  /** @type {Chapter[]} */
  const chapters = [];
  let turn = 0;
  /** @type {EventView | null} */
  let card = null;
  for (const event of log) {
    if (event.event === "turn") {
      turn = Number(event.number);
      card = null;
    } else if (CARD_EVENTS.includes(event.event)) card = event;
    else if (event.event === "claimed") {
      chapters.push({
        turn,
        by: event.by === "P" ? "P" : "C",
        version: event.version,
        events: card ? [card, event] : [event],
      });
      card = null;
    } else if (event.event === "reward") chapters.at(-1)?.events.push(event);
  }
  return chapters;
}
