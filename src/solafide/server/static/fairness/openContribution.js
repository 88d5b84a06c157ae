// Opens this browser's part of the chance as soon as both have promised theirs, whichever page is shown.
import { Refused, clientId, getTable, openPart } from "../core/api.js";
import { keepTable, keptOf, keptTables } from "../core/credentials.js";
import { follow } from "../core/sharedStream.js";

/** @import {Arrival} from "../core/types" */

/** Games that are being attended to: one question at a time for each.
 * @type {Set<string>} */
const busy = new Set();

/** What this browser owes the table, if anything.
 * @param {Arrival} arrival
 * @returns {Promise<Arrival>} the table after it */
export async function settle(arrival) {
  const { game, state, person, players, promises } = arrival;
  const { contribution } = keptOf(game);
  if (state === "begun" && !keptOf(game).begun) keepTable(game, { begun: true, gate: undefined, invite: undefined });
  if (state === "void" && !keptOf(game).done) keepTable(game, { done: true });
  const owed = state === "opening" && contribution && (person === "1" || person === "2") && !players[person].opened;
  // What was promised before this browser showed its part is kept here, where nobody can change it afterwards.
  if (owed && !keptOf(game).promises) keepTable(game, { promises });
  return owed ? settle(await openPart(game, contribution, clientId())) : arrival;
}

/** @param {string} game */
async function attend(game) {
  const { secret, contribution, begun, done } = keptOf(game);
  if (!secret || !contribution || begun || done || busy.has(game)) return;
  busy.add(game);
  try {
    await settle(await getTable(game));
  } catch (refused) {
    // Another tab was faster, or the server is away: the next news of this table come to the same.
    if (!(refused instanceof Refused)) throw refused;
  } finally {
    busy.delete(game);
  }
}

/** Follows every table at which this browser has a seat. */
export function attendAll() {
  follow(null, ({ game, kind }) => void (kind !== "thinking" && attend(game)));
  Object.keys(keptTables()).forEach(attend);
}
