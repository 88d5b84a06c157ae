// Reveals this browser's contribution to the joint seed, on every page, as soon as both players have committed.
import { getLobby, revealContribution } from "../core/api.js";
import { allCredentials, credentialsOf, saveCredentials } from "../core/credentials.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { subscribe } from "../core/sharedStream.js";

/** @import {LobbyView} from "../core/types" */

/** Games with a request under way: one at a time for each.
 * @type {Set<string>} */
const inProgress = new Set();

/** The shape in which commitments are stored, which is that of records: the server's is called `part`.
 * @param {LobbyView["commitments"]} commitments */
const storedCommitments = ({ server, ...persons }) => ({ part: server, ...persons });

/** Store what a lobby tells, and open the own contribution if it is due.
 * @param {LobbyView} lobby
 * @returns {Promise<LobbyView>} the lobby afterwards */
export async function openDueContribution(lobby) {
  const { game, state, person, players, commitments } = lobby;
  const { contribution } = credentialsOf(game);
  if (state === "begun" && !credentialsOf(game).begun)
    saveCredentials(game, { begun: true, gate: undefined, invite: undefined });
  if (state === "void" && !credentialsOf(game).done) saveCredentials(game, { done: true });
  const isDue = state === "opening" && contribution && (person === "1" || person === "2") && !players[person].revealed;
  // The commitments are stored before this browser reveals its contribution: nobody can change them here afterwards.
  if (isDue && !credentialsOf(game).promises) saveCredentials(game, { promises: storedCommitments(commitments) });
  return isDue ? openDueContribution(await revealContribution(game, contribution, newIdempotencyKey())) : lobby;
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
