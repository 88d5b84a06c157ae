// The news of games far away: one request that names every seat with its secret, read as it comes, and begun anew
// when it ends.
import { followTables, keptTables } from "./credentials.js";
import { settings } from "./settings.js";

/** @import {StreamMessage} from "./types" */

const FIRST_MS = 300;
const LONGEST_MS = 10_000;
/** Pages come and go in pairs: the line is begun anew once for both. */
const SETTLE_MS = 30;
/** The server says something at least every fifteen seconds; a line that is silent for longer is dead. */
const SILENCE_MS = 40_000;
/** As many as the server takes at once. */
const MOST = 500;

/** How far each game has been heard of.
 * @type {Map<string, number>} */
const steps = new Map();

/** @param {Iterable<string>} looked games that some tab shows
 * @returns {{game: string, secret: string, step: number}[]} */
function followed(looked) {
  const shown = new Set(looked);
  return Object.entries(keptTables())
    .flatMap(([game, { secret, link, invite, watch, done }]) => {
      // As long as the invitation is kept, the seat has only been asked for: nothing would be heard there, then or
      // later.
      const seat = invite || (done && !shown.has(game)) ? undefined : secret;
      const found = seat ?? (shown.has(game) ? (link ?? watch ?? invite) : undefined);
      return found ? [{ game, secret: found, step: steps.get(game) ?? 0 }] : [];
    })
    .slice(-MOST);
}

/** Server-sent events out of pieces of text, as they come.
 * @param {(message: StreamMessage) => void} hear
 * @returns {(piece: string) => void} */
export function reader(hear) {
  let rest = "";
  return (piece) => {
    const parts = (rest + piece).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const data = part.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
      if (data.length) hear(JSON.parse(data.join("\n")));
    }
  };
}

/**
 * @param {ReturnType<typeof followed>} seats
 * @param {AbortController} line
 * @param {{open: () => void, hear: (message: StreamMessage) => void}} ears
 */
async function listenOnce(seats, line, { open, hear }) {
  let silence = 0;
  const wait = () => {
    clearTimeout(silence);
    silence = setTimeout(() => line.abort(), SILENCE_MS);
  };
  wait();
  try {
    const answer = await fetch(`/api/news?lang=${settings().language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ seats }),
      signal: line.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`news: ${answer.status}`);
    open();
    const read = reader(hear);
    const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let { done, value } = await pieces.read(); !done; { done, value } = await pieces.read()) {
      wait();
      read(value ?? "");
    }
  } finally {
    clearTimeout(silence);
  }
}

/** Follows the own games, and those that are looked at, until it is ended.
 * @param {() => Iterable<string>} looked
 * @param {(message: StreamMessage) => void} tell
 * @param {(connected: boolean) => void} connect
 * @returns {{again: () => void, end: () => void}} `again`: something else is looked at */
export function listen(looked, tell, connect) {
  let line = new AbortController();
  let pause = FIRST_MS;
  let [retry, settle] = [0, 0];
  let asked = "";
  let [up, ended] = [true, false];
  const wanted = () => JSON.stringify(followed(looked()).map(({ game, secret }) => [game, secret]));
  const open = () => {
    pause = FIRST_MS;
    up = true;
    connect(true);
  };
  const hear = (/** @type {StreamMessage} */ message) => {
    if (message.step !== undefined) steps.set(message.game, message.step);
    tell(message);
  };
  const go = async () => {
    clearTimeout(retry);
    line.abort();
    const mine = new AbortController();
    line = mine;
    asked = wanted();
    const seats = followed(looked());
    if (!seats.length) return;
    try {
      await listenOnce(seats, mine, { open, hear });
    } catch {
      // A line that was cut: what follows is the same as for one that has ended.
    }
    if (line !== mine || ended) return;
    up = false;
    connect(false);
    retry = setTimeout(go, pause * (0.5 + Math.random()));
    pause = Math.min(pause * 2, LONGEST_MS);
  };
  const change = () => {
    clearTimeout(settle);
    settle = setTimeout(() => void (ended || wanted() === asked || go()), SETTLE_MS);
  };
  const look = () => void (up || document.hidden || go());
  const ends = [followTables(change)];
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  go();
  return {
    again: change,
    end: () => {
      ended = true;
      clearTimeout(retry);
      clearTimeout(settle);
      line.abort();
      ends.forEach((end) => end());
      removeEventListener("online", look);
      document.removeEventListener("visibilitychange", look);
    },
  };
}
