// One stream of news for the whole browser: the tab that holds the lock listens to the server and tells the others.

/** @import {StreamMessage} from "./types" */
/** @typedef {{id: string, message: StreamMessage}} News */
/** @typedef {(message: StreamMessage) => void} Listener */

const NAME = "solafide.stream";
const POLL_MS = 2000;
const RETRY_MS = 1000;

/** @type {Set<{game: string | null, listen: Listener}>} */
const listeners = new Set();
/** @type {Set<(connected: boolean) => void>} */
const watchers = new Set();
let last = "";
let connected = true;
let begun = false;

/** @param {boolean} now */
function connect(now) {
  if (now === connected) return;
  connected = now;
  for (const watch of watchers) watch(now);
}

/** @param {News} news */
function tell({ id, message }) {
  if (id) last = id;
  for (const { game, listen } of listeners) if (game === null || game === message.game) listen(message);
}

/** @param {BroadcastChannel} channel */
function lead(channel) {
  const source = new EventSource(`/api/stream${last ? `?last=${encodeURIComponent(last)}` : ""}`);
  source.onopen = () => {
    connect(true);
    channel.postMessage({ connected: true });
  };
  source.onmessage = (event) => {
    const news = { id: event.lastEventId, message: JSON.parse(event.data) };
    channel.postMessage(news);
    tell(news);
  };
  source.onerror = () => {
    connect(false);
    channel.postMessage({ connected: false });
    // A refused stream is closed for good by the browser, an interrupted one is not.
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => lead(channel), RETRY_MS);
  };
}

/** Where there is no way to agree on one tab, each asks for itself, at leisure. */
function poll() {
  setInterval(() => {
    if (document.hidden) return;
    for (const { game, listen } of listeners) if (game) listen({ game, kind: "step", step: -1, events: [] });
  }, POLL_MS);
}

function begin() {
  if (begun) return;
  begun = true;
  if (!navigator.locks || typeof BroadcastChannel === "undefined" || typeof EventSource === "undefined") {
    poll();
    return;
  }
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => ("connected" in data ? connect(data.connected) : tell(data));
  navigator.locks.request(NAME, () => {
    lead(channel);
    return new Promise(() => {}); // held until the tab is closed
  });
}

/** Listens to what happens in a game, or in all (null); a message with step -1 only says that one should look.
 * @param {string | null} game
 * @param {Listener} listen
 * @returns {() => void} ends it */
export function follow(game, listen) {
  begin();
  const entry = { game, listen };
  listeners.add(entry);
  return () => void listeners.delete(entry);
}

/** Tells whether the server can be reached, whenever that changes.
 * @param {(connected: boolean) => void} watch
 * @returns {() => void} ends it */
export function watchConnection(watch) {
  watchers.add(watch);
  watch(connected);
  return () => void watchers.delete(watch);
}
