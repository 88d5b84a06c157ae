// The filter of the list of games, and the games that fit; the server is asked only for a search by card.
import { useEffect, useMemo, useState } from "../vendor/preact.js";
import { getGamesWithCard } from "../core/api.js";
import { playerKey } from "../core/credentials.js";
import { isOnline } from "../core/serverKind.js";
import { EMPTY_FILTER, filterGames } from "./filterGames.js";

/** @import {LibraryEntry, LibraryFilter} from "./filterGames" */

/** @param {LibraryEntry[]} entries */
export function useLibrary(entries) {
  const [filter, setFilter] = useState(EMPTY_FILTER);
  const [withCard, setWithCard] = useState(/** @type {Set<string> | null} */ (null));
  useEffect(() => {
    let active = true;
    setWithCard(null);
    if (filter.card)
      getGamesWithCard(filter.card, isOnline() ? playerKey() : null).then(
        (games) => void (active && setWithCard(new Set(games))),
        () => void (active && setWithCard(new Set())),
      );
    return () => void (active = false);
  }, [filter.card]);
  const shown = useMemo(() => filterGames(entries, filter, withCard), [entries, filter, withCard]);
  const change = (/** @type {Partial<LibraryFilter>} */ changes) => setFilter({ ...filter, ...changes });
  return { filter, change, shown };
}
