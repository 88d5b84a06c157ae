// The lobby of a game: what is known of it before its first card, followed until it begins.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { getLobby, joinLobby } from "../core/api.js";
import { credentialsOf, newSecret, playerKey, saveCredentials, storeName } from "../core/credentials.js";
import { RequestRefused } from "../core/request.js";
import { useSettings } from "../core/settings.js";
import { subscribe, watchConnection } from "../core/sharedStream.js";
import { newContribution } from "../fairness/contribution.js";
import { openDueContribution } from "../fairness/openContributions.js";

/** @import {LobbyView} from "../core/types" */

const POLL_INTERVAL_MS = 5000;
/** After one of these the same secret is not tried again: it would only look like guessing. */
const FINAL_STATUSES = [401, 403, 404];

/** Take a seat. Its secret is stored before it is sent: if the response is lost, the seat is not.
 * @param {string} game
 * @param {string} name
 * @param {string} idempotencyKey
 * @returns {Promise<LobbyView>} */
export async function takeSeat(game, name, idempotencyKey) {
  const { invite } = credentialsOf(game);
  const { contribution, commitment } = await newContribution();
  const secret = newSecret();
  saveCredentials(game, { secret, person: "2", contribution, name });
  const seat = { secret, player_key: playerKey(), name, commitment, idempotency_key: idempotencyKey };
  const lobby = await joinLobby(game, invite, seat).catch((error) => {
    if (error instanceof RequestRefused && error.status) forgetSeat(game);
    throw error;
  });
  saveCredentials(game, { person: lobby.person === "1" ? "1" : "2", invite: undefined });
  storeName(name);
  return openDueContribution(lobby).catch((error) => {
    if (!(error instanceof RequestRefused)) throw error;
    return lobby; // the seat is taken, and the page tries again
  });
}

/** @param {string} game */
const forgetSeat = (game) => saveCredentials(game, { secret: undefined, person: undefined, contribution: undefined });

/** Forget a seat that was requested but not granted: the response was lost, and the server does not know the secret.
 * @param {string} game
 * @param {RequestRefused} error
 * @returns {boolean} whether there was one */
function forgetUngrantedSeat(game, error) {
  const { secret, invite, begun } = credentialsOf(game);
  if (error.status !== 403 || !secret || !invite || begun) return false;
  forgetSeat(game);
  return true;
}

/** @param {string} game */
export function useLobby(game) {
  const { language } = useSettings();
  const [lobby, setLobby] = useState(/** @type {LobbyView | null} */ (null));
  const [error, setError] = useState(/** @type {RequestRefused | null} */ (null));
  const [connected, setConnected] = useState(true);
  const isLoading = useRef(false);
  const isStopped = useRef(false);
  const load = useCallback(async () => {
    if (isLoading.current || isStopped.current) return;
    isLoading.current = true;
    try {
      setLobby(await openDueContribution(await getLobby(game)));
      setError(null);
    } catch (problem) {
      if (!(problem instanceof RequestRefused)) throw problem;
      if (forgetUngrantedSeat(game, problem)) setTimeout(load);
      else if (problem.status) {
        isStopped.current = FINAL_STATUSES.includes(problem.status);
        setError(problem);
      }
    } finally {
      isLoading.current = false;
    }
  }, [game, language]);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    const timer = setInterval(() => void (document.hidden || load()), POLL_INTERVAL_MS);
    const onConnection = (/** @type {boolean} */ now) => {
      setConnected(now);
      if (now) load();
    };
    const cleanups = [subscribe(game, () => void load()), watchConnection(onConnection), () => clearInterval(timer)];
    return () => cleanups.forEach((cleanup) => cleanup());
  }, [game, load]);
  return { lobby, error, connected, setLobby };
}
