// Where the options of a question are shown: on a circle, a card, a deck, or as a button below the question.
//
// A kind of question needs nothing here if its options name a circle or a card: those light up. Every other option
// becomes a button with its label; `answerIcon` may give it an icon. docs/json.md lists the choices of each question.

/** @import {Moment, Option, TerritoryRef} from "../core/types" */

/**
 * @typedef {object} PlacedOptions the options of a moment, by where they are shown
 * @property {Map<number, Option[]>} circles by circle
 * @property {Map<string, Option>} cards by card
 * @property {Map<string, Option>} decks by Foreign Influence deck
 * @property {Map<string, Option>} words by the word of the choice: "draw", "end"
 * @property {Option[]} answers shown as buttons
 * @property {string[]} offeredCards cards that are shown for this question and are not in the hand
 */

/** Whether the whole circle is chosen, not something in it.
 * @param {Option} option */
const isCircleChoice = ({ verb }) => verb === "circle" || verb === "claim";

/**
 * @param {Moment} moment
 * @returns {PlacedOptions}
 */
export function placeOptions(moment) {
  const hand = new Set(moment.view.own?.hand ?? []);
  /** @type {PlacedOptions} */
  const placed = {
    circles: new Map(),
    cards: new Map(),
    decks: new Map(),
    words: new Map(),
    answers: [],
    offeredCards: [],
  };
  for (const option of moment.text.options) {
    if (option.circle !== null)
      placed.circles.set(option.circle, [...(placed.circles.get(option.circle) ?? []), option]);
    if (option.card) placed.cards.set(option.card, option);
    if (option.verb === "deck") placed.decks.set(option.choice.slice("deck:".length), option);
    if (isCircleChoice(option) || (option.card && hand.has(option.card))) continue;
    if (option.card && option.verb !== "use") placed.offeredCards.push(option.card);
    else placed.answers.push(option);
    placed.words.set(option.verb, option);
  }
  return placed;
}

/** The choice that a click on a circle makes; null if there is none, or more than one.
 * @param {PlacedOptions} placed
 * @param {number} circle
 * @returns {Option | null} */
export function circleOption(placed, circle) {
  const options = (placed.circles.get(circle) ?? []).filter(isCircleChoice);
  return options.length === 1 ? options[0] : null;
}

/** The name of a territory in data attributes and in sets of changes: "4:nobility:2".
 * @param {TerritoryRef} place */
export const placeKey = (place) => `${place.circle}:${place.side}:${place.territory}`;

/** The icon of an answer button, "" for none.
 * @param {Option} option */
export function answerIcon({ verb, choice }) {
  const value = choice.split(":")[1];
  if (verb === "die") return `die-${value}`;
  if (verb === "side" || verb === "toward") return `estate-${value}`;
  if (verb === "draw") return "fx-draw";
  if (verb === "use") return "fx-persistent";
  if (verb === "faith") return value === "C" ? "faith-catholic" : "faith-protestant";
  return "";
}
