// How many lines of a game's chat this browser has not shown yet.
import { useEffect, useState } from "../vendor/preact.js";
import { getChat } from "../core/api.js";
import { ownPerson } from "../core/moment.js";
import { STORED, readStoredRecord, writeStored } from "../core/storage.js";

/** @import {Moment} from "../core/types" */

/** The number of the last line that was shown, by game.
 * @returns {Record<string, number>} */
const linesRead = () => readStoredRecord(STORED.chatLinesRead);

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {string} game
 * @param {number} lines */
export function markRead(game, lines) {
  if ((linesRead()[game] ?? 0) >= lines) return;
  writeStored(STORED.chatLinesRead, { ...linesRead(), [game]: lines });
  listeners.forEach((listener) => listener());
}

/** The number of unread lines of the other player. Own lines do not count: they may come from another device.
 * @param {Moment} moment */
export function useUnreadChat(moment) {
  const { game, online } = moment;
  const own = ownPerson(moment);
  const [, rerender] = useState(0);
  const [otherLines, setOtherLines] = useState(/** @type {number[]} */ ([]));
  useEffect(() => {
    const listener = () => rerender((n) => n + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  const read = linesRead()[game] ?? 0;
  const total = online && own && !online.muted ? online.last_chat_number : 0;
  useEffect(() => {
    if (total <= read) return undefined;
    let active = true;
    getChat(game, read).then(
      (lines) => void (active && setOtherLines(lines.filter(({ by }) => by !== own).map(({ number }) => number))),
      () => {},
    );
    return () => void (active = false);
  }, [game, own, total, read]);
  return total > read ? otherLines.filter((number) => number > read).length : 0;
}
