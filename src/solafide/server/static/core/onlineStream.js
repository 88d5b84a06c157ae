// The stream of an online server: one request names every seat with its secret, and is sent again when it ends.
import { allCredentials, watchCredentials } from "./credentials.js";
import { eventParser } from "./serverSentEvents.js";
import { settings } from "./settings.js";

/** @import {StreamMessage} from "./types" */
/** @import {GameCredentials} from "./credentials" */
/** @typedef {{game: string, secret: string, step: number}} Subscription step: the last one that this browser knows */

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 10_000;
/** Components unmount and mount in pairs: one new request is enough for both. */
const RESUBSCRIBE_DELAY_MS = 30;
/** The server sends something at least every fifteen seconds; a connection that is silent for longer is dead. */
const SILENCE_TIMEOUT_MS = 40_000;
/** The server accepts no more in one request. */
const MAX_SUBSCRIPTIONS = 500;

/** The last step that was received of each game.
 * @type {Map<string, number>} */
const lastSteps = new Map();

/** The games to subscribe to: those with a seat of this browser, and those that some tab shows.
 * @param {Record<string, GameCredentials>} credentials
 * @param {Iterable<string>} shownGames
 * @param {Map<string, number>} steps
 * @returns {Subscription[]} */
export function subscriptions(credentials, shownGames, steps) {
  const shown = new Set(shownGames);
  return Object.entries(credentials)
    .flatMap(([game, { secret, link, invite, watch, done }]) => {
      // While the invitation is stored, the seat was only requested: the server does not know its secret yet.
      const seatSecret = invite || (done && !shown.has(game)) ? undefined : secret;
      const used = seatSecret ?? (shown.has(game) ? (link ?? watch ?? invite) : undefined);
      return used ? [{ game, secret: used, step: steps.get(game) ?? 0 }] : [];
    })
    .slice(-MAX_SUBSCRIPTIONS);
}

/**
 * Read one response until it ends.
 * @param {Subscription[]} seats
 * @param {AbortController} controller
 * @param {{onOpen: () => void, onMessage: (message: StreamMessage) => void}} handlers
 */
async function readStream(seats, controller, { onOpen, onMessage }) {
  let silenceTimer = 0;
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => controller.abort(), SILENCE_TIMEOUT_MS);
  };
  restartSilenceTimer();
  try {
    const response = await fetch(`/api/stream?lang=${settings().language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ seats }),
      signal: controller.signal,
    });
    if (!response.ok || !response.body) throw new Error(`stream: ${response.status}`);
    onOpen();
    const parse = eventParser(onMessage);
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let { done, value } = await chunks.read(); !done; { done, value } = await chunks.read()) {
      restartSilenceTimer();
      parse(value ?? "");
    }
  } finally {
    clearTimeout(silenceTimer);
  }
}

/** Open the stream, and reconnect until it is closed.
 * @param {() => Iterable<string>} shownGames
 * @param {(message: StreamMessage) => void} onMessage
 * @param {(connected: boolean) => void} onConnection
 * @returns {{resubscribe: () => void, close: () => void}} `resubscribe`: to be called when other games are shown */
export function openOnlineStream(shownGames, onMessage, onConnection) {
  let current = new AbortController();
  let retryDelay = FIRST_RETRY_MS;
  let [retryTimer, resubscribeTimer] = [0, 0];
  let requested = "";
  let [connected, closed] = [true, false];
  const wanted = () => subscriptions(allCredentials(), shownGames(), lastSteps);
  const key = () => JSON.stringify(wanted().map(({ game, secret }) => [game, secret]));
  const onOpen = () => {
    retryDelay = FIRST_RETRY_MS;
    connected = true;
    onConnection(true);
  };
  const receive = (/** @type {StreamMessage} */ message) => {
    if (message.step !== undefined) lastSteps.set(message.game, message.step);
    onMessage(message);
  };
  const connect = async () => {
    clearTimeout(retryTimer);
    current.abort();
    const controller = new AbortController();
    current = controller;
    requested = key();
    const seats = wanted();
    if (!seats.length) return;
    try {
      await readStream(seats, controller, { onOpen, onMessage: receive });
    } catch {
      // A lost connection is handled like a response that has ended.
    }
    if (current !== controller || closed) return;
    connected = false;
    onConnection(false);
    retryTimer = setTimeout(connect, retryDelay * (0.5 + Math.random()));
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_MS);
  };
  const resubscribe = () => {
    clearTimeout(resubscribeTimer);
    resubscribeTimer = setTimeout(() => void (closed || key() === requested || connect()), RESUBSCRIBE_DELAY_MS);
  };
  const reconnect = () => void (connected || document.hidden || connect());
  const unwatch = watchCredentials(resubscribe);
  addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", reconnect);
  connect();
  const close = () => {
    closed = true;
    clearTimeout(retryTimer);
    clearTimeout(resubscribeTimer);
    current.abort();
    unwatch();
    removeEventListener("online", reconnect);
    document.removeEventListener("visibilitychange", reconnect);
  };
  return { resubscribe, close };
}
