// The games of this browser on an online server, fetched again whenever something happens in one.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { getMyGames } from "../core/api.js";
import { credentialsOf, saveCredentials, useCredentials } from "../core/credentials.js";
import { useSettings } from "../core/settings.js";
import { subscribe, watchConnection } from "../core/sharedStream.js";

/** @import {MyGame} from "../core/types" */

const RELOAD_DELAY_MS = 300;
const RETRY_MS = 2000;

/** Groups of games, in the order in which they are shown; their names are keys of texts.
 * @type {["yours" | "theirs" | "laid" | "watched" | "over", (game: MyGame) => boolean][]} */
export const GAME_GROUPS = [
  ["yours", (game) => isPlayer(game) && game.state === "begun" && game.summary?.your_turn === true],
  ["theirs", (game) => isPlayer(game) && game.state === "begun" && !game.summary?.your_turn],
  ["laid", (game) => game.state === "waiting" || game.state === "opening"],
  ["watched", (game) => !isPlayer(game) && game.state === "begun"],
  ["over", (game) => game.state === "over"],
];
/** The first so many groups are games that can still be played. */
export const UNFINISHED_GROUPS = 3;

/** Whether this browser has a seat in the game.
 * @param {MyGame} game */
export const isPlayer = ({ person }) => person === "1" || person === "2";

/** @param {MyGame} game */
export const isUnfinished = (game) => GAME_GROUPS.slice(0, UNFINISHED_GROUPS).some(([, belongs]) => belongs(game));

/** Store which games have ended: the stream need not follow them.
 * @param {MyGame[]} games */
function storeFinished(games) {
  for (const { game, state } of games) {
    const isFinished = state === "over" || state === "void" || state === "gone";
    const stored = credentialsOf(game);
    if (isFinished && Object.keys(stored).length > 0 && !stored.done) saveCredentials(game, { done: true });
  }
}

/** @param {number} [revision] another one asks again
 * @returns {MyGame[] | null} null until they have come */
export function useMyGames(revision = 0) {
  const { language } = useSettings();
  const credentials = useCredentials();
  const [games, setGames] = useState(/** @type {MyGame[] | null} */ (null));
  const seats = Object.entries(credentials).flatMap(([game, { secret, watch, invite }]) => {
    const used = secret ?? invite ?? watch;
    return used ? [{ game, secret: used }] : [];
  });
  const key = `${language} ${revision} ${JSON.stringify(seats)}`;
  const currentKey = useRef(key);
  currentKey.current = key;
  const load = useCallback(() => {
    if (!seats.length) {
      setGames([]);
      return;
    }
    getMyGames(seats).then(
      (received) => {
        if (currentKey.current !== key) return;
        storeFinished(received);
        setGames(received);
      },
      () => setTimeout(() => void (currentKey.current === key && load()), RETRY_MS),
    );
  }, [key]);
  useEffect(load, [load]);
  useEffect(() => {
    let timer = 0;
    const reloadSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(load, RELOAD_DELAY_MS);
    };
    const cleanups = [
      subscribe(null, ({ kind }) => void (kind !== "thinking" && reloadSoon())),
      watchConnection((now) => void (now && reloadSoon())),
    ];
    return () => {
      clearTimeout(timer);
      currentKey.current = "";
      cleanups.forEach((cleanup) => cleanup());
    };
  }, [load]);
  return games;
}
