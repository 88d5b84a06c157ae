// What every part of the table looks at: the moment, the faces, what is offered, and what one may do.
import { createContext, useContext } from "../vendor/preact.js";

/** @import {Faces, Faith, Happening, Moment, Option, Place} from "../core/types" */
/** @import {Act} from "./types" */
/** @import {Settings} from "../core/settings" */
/** @import {Say} from "../core/i18n" */

/**
 * @typedef {object} Offer what may be chosen now, by where it lies
 * @property {Map<number, Option[]>} circles
 * @property {Map<string, Option>} cards
 * @property {Map<string, Option>} decks
 * @property {Map<string, Option>} words "draw", "end", …
 * @property {Option[]} answers what is no thing on the table
 * @property {string[]} laid cards that are offered but not in the hand
 */

/**
 * @typedef {object} Scene
 * @property {Moment} moment
 * @property {Faces} faces
 * @property {Settings} settings
 * @property {Say} t
 * @property {Act} act
 * @property {Offer} offer
 * @property {Faith} near whose side of the table is below
 * @property {Faith} far
 * @property {boolean} phone
 * @property {boolean} past an earlier moment is looked at
 * @property {Happening[]} log
 * @property {Set<string>} changed what the last turn has changed: "4:nobility:2", "power:4", "circle:7"
 * @property {string | null} chosen the choice that waits to be confirmed
 * @property {(option: Option) => void} pick
 * @property {(option: Option) => void} decide without asking back
 * @property {() => void} release
 * @property {number | null} touched the circle that is shown in detail
 * @property {(circle: number) => void} touch
 * @property {number | null} unfolded the circle whose answers lie beside it
 * @property {(circle: number | null) => void} unfold
 * @property {(what: Look) => void} open
 */

/** @typedef {{kind: "pile", faith: Faith, pile: "discard" | "aside" | "deck"}} PileLook */
/** @typedef {{kind: "card", card: string} | PileLook | {kind: "land", deck: string}} Look */

const Context = createContext(/** @type {Scene} */ (/** @type {unknown} */ (null)));
export const SceneProvider = Context.Provider;
export const useScene = () => useContext(Context);

/**
 * @template K, V
 * @param {Map<K, V[]>} map
 * @param {K} key
 * @param {V} value
 */
function add(map, key, value) {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}

/**
 * @param {Moment} moment
 * @returns {Offer}
 */
export function offer(moment) {
  const hand = new Set(moment.view.own?.hand ?? []);
  /** @type {Offer} */
  const found = { circles: new Map(), cards: new Map(), decks: new Map(), words: new Map(), answers: [], laid: [] };
  for (const option of moment.said.options) {
    if (option.circle !== null) add(found.circles, option.circle, option);
    if (option.card) found.cards.set(option.card, option);
    if (option.word === "deck") found.decks.set(option.choice.slice(5), option);
    if (option.word === "circle" || option.word === "claim") continue;
    if (option.card && hand.has(option.card)) continue;
    if (option.card && option.word !== "use") found.laid.push(option.card);
    else found.answers.push(option);
    found.words.set(option.word, option);
  }
  return found;
}

/** The one choice that a click on a circle makes, if it makes one.
 * @param {Offer} offered
 * @param {number} circle
 * @returns {Option | null} */
export function circleOption(offered, circle) {
  const options = offered.circles.get(circle) ?? [];
  const named = options.filter((option) => option.word === "circle" || option.word === "claim");
  return named.length === 1 ? named[0] : null;
}

/** @param {Place} place */
export const placeKey = (place) => `${place.circle}:${place.side}:${place.territory}`;

/** What has changed since the other side's last turn began.
 * @param {Happening[]} log
 * @param {Faith} near
 * @returns {Set<string>} */
export function changes(log, near) {
  let from = log.length;
  while (from > 0 && !(log[from - 1].event === "turn" && log[from - 1].by !== near)) from -= 1;
  const changed = new Set();
  for (const event of log.slice(from)) {
    if (event.event === "converted") changed.add(`${event.circle}:${event.side}:${event.territory}`);
    if (event.event === "shifted") changed.add(`power:${event.circle}`);
    if (event.event === "neutralised") changed.add(`${event.circle}:${event.side}`);
    if (event.event === "revealed" || event.event === "claimed") changed.add(`circle:${event.circle}`);
    if (event.event === "disputation") changed.add("disputation");
  }
  return changed;
}

/** @param {Moment} moment
 * @returns {Faith} */
export function nearFaith(moment) {
  if (moment.seat === "C" || moment.seat === "P") return moment.seat;
  return moment.players["1"].faith ?? "C";
}

/** How it ended for whoever had one seat; two at one screen, and whoever only watched, are told of the faiths alone.
 * @param {Moment} moment
 * @returns {"won" | "lost" | "draw" | ""} */
export function ended({ seats, view }) {
  if (seats.length !== 1 || !view.outcome) return "";
  if (!view.outcome.winner) return "draw";
  return view.outcome.winner === seats[0] ? "won" : "lost";
}

/** Whether a button for it stands beside the game; two who play far apart have one on a sheet.
 * @param {Moment} moment */
export const canResign = ({ company, may, seat }) => !company && seat !== null && may.resign === "";

/** @param {Moment} moment
 * @param {Faith} faith */
export function playerOf(moment, faith) {
  const { players } = moment;
  if (players["1"].faith === faith) return players["1"];
  return players["2"].faith === faith ? players["2"] : null;
}
