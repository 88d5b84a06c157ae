// One stream of news for the whole browser: the tab that holds the lock listens to the server and tells the others.
import { isOnline } from "./serverKind.js";
import { listen } from "./onlineStream.js";

/** @import {StreamMessage} from "./types" */
/** @typedef {{id: string, message: StreamMessage}} News */
/** @typedef {(message: StreamMessage) => void} Listener */
/** @typedef {{connected: boolean} | News | {tab: string, looks: string[]} | {who: true}} Word what tabs say to each
 *   other */

const NAME = "solafide.stream";
const POLL_MS = 2000;
const RETRY_MS = 1000;
const AWAY_MS = 15_000;

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

/** The stream of the house on this machine, which a browser can follow by itself.
 * @param {(news: News) => void} hear
 * @param {(connected: boolean) => void} note */
function followHome(hear, note) {
  const source = new EventSource(`/api/stream${last ? `?last=${encodeURIComponent(last)}` : ""}`);
  source.onopen = () => note(true);
  source.onmessage = (event) => hear({ id: event.lastEventId, message: JSON.parse(event.data) });
  source.onerror = () => {
    note(false);
    // A refused stream is closed for good by the browser, an interrupted one is not.
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => followHome(hear, note), RETRY_MS);
  };
}

const TAB = Math.random().toString(36).slice(2);
/** What each tab looks at; of interest to the one that listens.
 * @type {Map<string, string[]>} */
const looks = new Map();
/** @type {(word: Word) => void} */
let post = () => {};
/** @type {() => void} */
let lookAgain = () => {};

/** Tells whoever listens what this tab looks at. */
function announce() {
  const games = [...new Set([...listeners].flatMap(({ game }) => game ?? []))];
  looks.set(TAB, games);
  post({ tab: TAB, looks: games });
  lookAgain();
}

const looked = () => [...looks.values()].flat();

/** @param {(word: News | {connected: boolean}) => void} pass to the other tabs */
function lead(pass) {
  const hear = (/** @type {News} */ news) => {
    pass(news);
    tell(news);
  };
  const note = (/** @type {boolean} */ now) => {
    connect(now);
    pass({ connected: now });
  };
  if (!isOnline()) {
    followHome(hear, note);
    return;
  }
  post({ who: true });
  lookAgain = listen(looked, (message) => hear({ id: "", message }), note).again;
}

const canShare = () => Boolean(navigator.locks) && typeof BroadcastChannel !== "undefined";

/** Where there is no way to agree on one tab, each asks for itself, at leisure. */
function poll() {
  setInterval(() => {
    if (document.hidden) return;
    for (const { game, listen } of listeners) if (game) listen({ game, kind: "step", step: -1, events: [] });
  }, POLL_MS);
}

/** A tab by itself listens while it is seen, so that many of them do not use up what the browser may have open. */
function leadAlone() {
  let line = listen(looked, (message) => tell({ id: "", message }), connect);
  lookAgain = () => line.again();
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(() => line.end(), AWAY_MS);
    else {
      line.end();
      line = listen(looked, (message) => tell({ id: "", message }), connect);
    }
  });
}

function begin() {
  if (begun) return;
  begun = true;
  if (!canShare() || typeof EventSource === "undefined") {
    if (isOnline()) leadAlone();
    else poll();
    return;
  }
  const channel = new BroadcastChannel(NAME);
  post = (word) => channel.postMessage(word);
  channel.onmessage = (/** @type {MessageEvent<Word>} */ { data }) => {
    if ("connected" in data) connect(data.connected);
    else if ("message" in data) tell(data);
    else if ("who" in data) announce();
    else {
      looks.set(data.tab, data.looks);
      lookAgain();
    }
  };
  addEventListener("pagehide", () => post({ tab: TAB, looks: [] }));
  addEventListener("pageshow", announce);
  navigator.locks.request(NAME, () => {
    lead(post);
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
  if (game && isOnline()) announce();
  return () => {
    listeners.delete(entry);
    if (game && isOnline()) announce();
  };
}

/** Tells whether the server can be reached, whenever that changes.
 * @param {(connected: boolean) => void} watch
 * @returns {() => void} ends it */
export function watchConnection(watch) {
  watchers.add(watch);
  watch(connected);
  return () => void watchers.delete(watch);
}
