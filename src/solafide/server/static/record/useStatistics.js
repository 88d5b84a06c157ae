// The statistics of the player's finished games, asked for again while older games are still to be counted.
import { useEffect, useState } from "../vendor/preact.js";
import { getStatistics } from "../core/api.js";
import { playerKey } from "../core/credentials.js";
import { RequestRefused } from "../core/request.js";
import { isOnline } from "../core/serverKind.js";

/** @import {StatisticsView} from "../core/types" */

const RETRY_MS = 2000;
const NEXT_BATCH_MS = 300;

/** Minutes by which the player's clock is ahead of UTC. */
const utcOffset = () => -new Date().getTimezoneOffset();

/** The key by which an online server knows the player; null on a local server. */
export const ownKey = () => (isOnline() ? playerKey() : null);

/** @param {number} [revision] another one asks again
 * @returns {StatisticsView | null} null until they have come */
export function useStatistics(revision = 0) {
  const [statistics, setStatistics] = useState(/** @type {StatisticsView | null} */ (null));
  useEffect(() => {
    let timer = 0;
    let active = true;
    const load = () => {
      getStatistics(ownKey(), utcOffset()).then(
        (received) => {
          if (!active) return;
          setStatistics(received);
          if (received.uncounted) timer = setTimeout(load, NEXT_BATCH_MS);
        },
        (error) => {
          if (!(error instanceof RequestRefused)) throw error;
          if (active) timer = setTimeout(load, RETRY_MS);
        },
      );
    };
    load();
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [revision]);
  return statistics;
}
