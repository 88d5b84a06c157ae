// Who is who of two who play far apart.
import { useEffect, useState } from "../vendor/preact.js";
import { getChat } from "../core/api.js";
import { keep, recalled } from "../core/storage.js";

/** @import {Moment} from "../core/types" */
/** @typedef {"1" | "2"} Person */

/** @type {Person[]} */
export const PERSONS = ["1", "2"];

/** The person whose eyes the moment has; null: somebody who watches.
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

/** Whether one of ours plays.
 * @param {Moment} moment */
export const betweenPeople = ({ players }) => PERSONS.every((person) => players[person].kind === "person");

/** @param {Moment} moment
 * @param {string} by a faith or a person
 * @returns {Person | null} */
export const personOf = ({ players }, by) =>
  PERSONS.find((person) => person === by || players[person].faith === by) ?? null;

const READ = "chat";

/** How many lines of each conversation have been read here.
 * @returns {Record<string, number>} */
function read() {
  const found = recalled(READ);
  return found && typeof found === "object" ? /** @type {Record<string, number>} */ (found) : {};
}

/** @type {Set<() => void>} */
const readers = new Set();

/** @param {string} game
 * @param {number} lines */
export function markRead(game, lines) {
  if ((read()[game] ?? 0) >= lines) return;
  keep(READ, { ...read(), [game]: lines });
  readers.forEach((tell) => tell());
}

/** Lines of the other player that have not been read in this browser; own ones may come from a second device.
 * @param {Moment} moment */
export function useUnread(moment) {
  const { game, company } = moment;
  const own = ownPerson(moment);
  const [, again] = useState(0);
  const [heard, hear] = useState(/** @type {number[]} */ ([]));
  useEffect(() => {
    const tell = () => again((n) => n + 1);
    readers.add(tell);
    return () => void readers.delete(tell);
  }, []);
  const seen = read()[game] ?? 0;
  const said = company && own && !company.muted ? company.chat : 0;
  useEffect(() => {
    if (said <= seen) return undefined;
    let here = true;
    getChat(game, seen).then(
      (lines) => void (here && hear(lines.filter(({ by }) => by !== own).map(({ number }) => number))),
      () => {},
    );
    return () => void (here = false);
  }, [game, own, said, seen]);
  return said > seen ? heard.filter((number) => number > seen).length : 0;
}
