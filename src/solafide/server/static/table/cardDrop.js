// Where a card of the hand can be dropped, and what a drop answers.
import { circleOption } from "./placeOptions.js";

/** @import {Moment, Option} from "../core/types" */
/** @import {PlacedOptions} from "./placeOptions" */

/** circles: it is played there; discard: onto the own discard pile; board: anywhere on the board
 * @typedef {{kind: "circles", circles: number[]} | {kind: "discard"} | {kind: "board"}} DropPlace */

/** @param {Option} option of a card
 * @returns {DropPlace} */
export function dropPlace(option) {
  if (option.circles.length) return { kind: "circles", circles: option.circles };
  return { kind: option.verb === "discard" ? "discard" : "board" };
}

/** A card that was dropped on a circle, where it can be played on others too: the next question is about the circle.
 * @typedef {{card: string, circle: number, version: number}} DroppedCard version: of the moment in which it was */

/** @param {Option} option
 * @param {number} circle
 * @param {Moment} moment
 * @returns {DroppedCard | null} null: nothing is left to answer */
export function droppedCard(option, circle, moment) {
  if (!option.card || option.circles.length < 2) return null;
  return { card: option.card, circle, version: moment.version };
}

/** Whether a moment asks what the drop has answered already. The player may have done something else meanwhile.
 * @param {Moment} moment
 * @param {DroppedCard} dropped */
export const isAskedByDrop = (moment, { card, version }) =>
  moment.version > version && moment.step === moment.last_step && moment.text.resolving?.card === card;

/** The answer that the drop gives to the question about the circle; null if it has several, which the player must see.
 * @param {PlacedOptions} placed
 * @param {number} circle
 * @returns {Option | null} */
export function dropAnswer(placed, circle) {
  const options = placed.circles.get(circle) ?? [];
  return circleOption(placed, circle) ?? (options.length === 1 ? options[0] : null);
}
