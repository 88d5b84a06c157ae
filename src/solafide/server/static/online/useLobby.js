// A table before its first card, followed until the game begins.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { Refused, getTable, joinTable } from "../core/api.js";
import { settle } from "../fairness/openContribution.js";
import { keepName, keepTable, keptOf, newContribution, newSecret, playerKey } from "../core/credentials.js";
import { useSettings } from "../core/settings.js";
import { follow, watchConnection } from "../core/sharedStream.js";

/** @import {Arrival} from "../core/types" */

const AGAIN_MS = 5000;
const BARRED = [401, 403, 404];

/** Sits down; the secret is kept before it is sent, so that nothing depends on the answer arriving.
 * @param {string} game
 * @param {string} name
 * @param {string} client */
export async function sitDown(game, name, client) {
  const { invite } = keptOf(game);
  const { contribution, promise } = await newContribution();
  const secret = newSecret();
  keepTable(game, { secret, person: "2", contribution, name });
  try {
    const arrival = await joinTable(game, invite, { secret, player: playerKey(), name, promise, client });
    keepTable(game, { person: arrival.person === "1" ? "1" : "2", invite: undefined });
    keepName(name);
    return await settle(arrival);
  } catch (refused) {
    if (refused instanceof Refused && refused.status)
      keepTable(game, { secret: undefined, person: undefined, contribution: undefined });
    throw refused;
  }
}

/** A seat that was asked for, but never granted: the answer was lost, and the server says that it does not know it.
 * @param {string} game
 * @param {Refused} refused */
function dropUngranted(game, refused) {
  const { secret, invite, begun } = keptOf(game);
  if (refused.status !== 403 || !secret || !invite || begun) return false;
  keepTable(game, { secret: undefined, person: undefined, contribution: undefined });
  return true;
}

/** @param {string} game */
export function useArrival(game) {
  const { language } = useSettings();
  const [arrival, show] = useState(/** @type {Arrival | null} */ (null));
  const [refused, refuse] = useState(/** @type {Refused | null} */ (null));
  const [connected, connect] = useState(true);
  const asking = useRef(false);
  const barred = useRef(false);
  const load = useCallback(async () => {
    if (asking.current || barred.current) return;
    asking.current = true;
    try {
      show(await settle(await getTable(game)));
      refuse(null);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (dropUngranted(game, problem)) setTimeout(load);
      else if (problem.status) {
        // Asking again with a secret that opens nothing would only look like guessing.
        barred.current = BARRED.includes(problem.status);
        refuse(problem);
      }
    } finally {
      asking.current = false;
    }
  }, [game, language]);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    const timer = setInterval(() => void (document.hidden || load()), AGAIN_MS);
    const watch = (/** @type {boolean} */ now) => {
      connect(now);
      if (now) load();
    };
    const ends = [follow(game, () => void load()), watchConnection(watch), () => clearInterval(timer)];
    return () => ends.forEach((end) => end());
  }, [game, load]);
  return { arrival, refused, connected, show, load };
}
