// Reveals this browser's contribution to the joint seed, on every page, as soon as both players have committed.
import { getLobby, revealContribution } from "../core/api.js";
import { allCredentials, credentialsOf, saveCredentials } from "../core/credentials.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { subscribe } from "../core/sharedStream.js";
import { commitmentOf } from "./contribution.js";
import { checkPromises } from "./signatures.js";

/** @import {LobbyView} from "../core/types" */

/** Games with a request under way: one at a time for each.
 * @type {Set<string>} */
const inProgress = new Set();

/** Games whose promises are not signed as they should be: this browser keeps its contribution to itself.
 * @type {Set<string>} */
const refused = new Set();

/** Whether this browser refuses to open its contribution.
 * @param {string} game */
export const refusesToOpen = (game) => refused.has(game);

/** The shape in which commitments are stored, which is that of records: the server's is called `part`.
 * @param {LobbyView["commitments"]} commitments */
const storedCommitments = ({ server, ...persons }) => ({ part: server, ...persons });

/** Store the promises of all contributions before this browser reveals its own: nobody can change them here afterwards.
 * @param {LobbyView} lobby
 * @param {string} contribution of this browser
 * @returns {Promise<boolean>} whether they are signed as they should be, or the lobby is older than the server's key */
async function storePromises({ game, person, commitments, signed_commitments: signed }, contribution) {
  if (credentialsOf(game).promises) return true;
  const isOwnKnown = (await commitmentOf(contribution)) === commitments[person === "1" ? "1" : "2"];
  if (!isOwnKnown || (await checkPromises(game, signed, { ...commitments })) === "invalid") {
    refused.add(game);
    return false;
  }
  refused.delete(game);
  saveCredentials(game, { promises: storedCommitments(commitments), signed, signedFor: game });
  return true;
}

/** Store what a lobby tells, and open the own contribution if it is due.
 * @param {LobbyView} lobby
 * @returns {Promise<LobbyView>} the lobby afterwards */
export async function openDueContribution(lobby) {
  const { game, state, person, players } = lobby;
  const { contribution } = credentialsOf(game);
  if (state === "begun" && !credentialsOf(game).begun)
    saveCredentials(game, { begun: true, gate: undefined, invite: undefined });
  if (state === "void" && !credentialsOf(game).done) saveCredentials(game, { done: true });
  const isDue = state === "opening" && contribution && (person === "1" || person === "2") && !players[person].revealed;
  if (!isDue || !(await storePromises(lobby, contribution))) return lobby;
  return openDueContribution(await revealContribution(game, contribution, newIdempotencyKey()));
}

/** @param {string} game */
async function checkGame(game) {
  const { secret, contribution, begun, done } = credentialsOf(game);
  if (!secret || !contribution || begun || done || inProgress.has(game)) return;
  inProgress.add(game);
  try {
    await openDueContribution(await getLobby(game));
  } catch (error) {
    // Another tab was faster, or the server is unavailable: the next message of the stream leads here again.
    if (!(error instanceof RequestRefused)) throw error;
  } finally {
    inProgress.delete(game);
  }
}

/** Follow every game in which this browser has a seat, and open its contribution when it is due. */
export function openContributionsWhenDue() {
  subscribe(null, ({ game, kind }) => void (kind !== "thinking" && checkGame(game)));
  Object.keys(allCredentials()).forEach(checkGame);
}
