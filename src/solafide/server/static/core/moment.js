// Facts about a moment of a game that several components need.

/** @import {Faith, EventView, Moment, Seat} from "./types" */
/** @typedef {"1" | "2"} Person */

/** @type {Person[]} */
export const PERSONS = ["1", "2"];

/** The faith whose side of the table is at the bottom.
 * @param {Moment} moment
 * @returns {Faith} */
export function nearFaith(moment) {
  if (moment.seat === "C" || moment.seat === "P") return moment.seat;
  return moment.players["1"].faith ?? "C";
}

/** The result for a player with one seat; "" for spectators, for two players at one screen and without a result.
 * @param {Moment} moment
 * @returns {"won" | "lost" | "draw" | ""} */
export function ownResult({ seats, view }) {
  if (seats.length !== 1 || !view.outcome || view.outcome.reason === "closed") return "";
  if (!view.outcome.winner) return "draw";
  return view.outcome.winner === seats[0] ? "won" : "lost";
}

/** Whether the page itself offers to resign; in an online game the menu does.
 * @param {Moment} moment */
export const canResign = ({ online, permissions, seat }) => !online && seat !== null && permissions.resign === "";

/** @param {Moment} moment
 * @param {Faith} faith */
export function playerOf({ players }, faith) {
  return PERSONS.map((person) => players[person]).find((player) => player.faith === faith) ?? null;
}

/** The name of the player at a seat, "" if nobody has it.
 * @param {Moment} moment
 * @param {Seat} seat */
export function seatName({ players }, seat) {
  const person = PERSONS.find((each) => each === seat || players[each].faith === seat);
  return person ? players[person].name : "";
}

/** The person from whose seat the moment is seen; null: a spectator.
 * @param {Moment} moment
 * @returns {Person | null} */
export function ownPerson({ seat, players }) {
  if (seat === "1" || seat === "2") return seat;
  return seat === null ? null : (PERSONS.find((person) => players[person].faith === seat) ?? null);
}

/** @param {Moment} moment
 * @returns {Person | null} */
export function otherPerson(moment) {
  const own = ownPerson(moment);
  return own && (own === "1" ? "2" : "1");
}

/** Whether both players are people.
 * @param {Moment} moment */
export const isBetweenPeople = ({ players }) => PERSONS.every((person) => players[person].kind === "person");

/** The person with a faith, or the person itself.
 * @param {Moment} moment
 * @param {Faith | Person} by
 * @returns {Person | null} */
export const personOf = ({ players }, by) =>
  PERSONS.find((person) => person === by || players[person].faith === by) ?? null;

/** What has changed since the other side's last turn began: "4:nobility:2" (a territory), "4:nobility" (an estate),
 * "power:4", "circle:7", "disputation".
 * @param {EventView[]} log
 * @param {Faith} near
 * @returns {Set<string>} */
export function recentChanges(log, near) {
  let start = log.length;
  while (start > 0 && !(log[start - 1].event === "turn" && log[start - 1].by !== near)) start -= 1;
  const changed = new Set();
  for (const event of log.slice(start)) {
    if (event.event === "converted") changed.add(`${event.circle}:${event.side}:${event.territory}`);
    if (event.event === "shifted") changed.add(`power:${event.circle}`);
    if (event.event === "neutralised") changed.add(`${event.circle}:${event.side}`);
    if (event.event === "revealed" || event.event === "claimed") changed.add(`circle:${event.circle}`);
    if (event.event === "disputation") changed.add("disputation");
  }
  return changed;
}

/** The sentences about the last turn of the other side.
 * @param {EventView[]} log
 * @param {Seat} seat whose turn comes next
 * @returns {EventView[]} */
export function lastTurnEvents(log, seat) {
  const start = log.findLastIndex((event) => event.event === "turn" && event.by !== seat);
  return start < 0 ? [] : log.slice(start).filter((event) => event.text && event.event !== "turn");
}
