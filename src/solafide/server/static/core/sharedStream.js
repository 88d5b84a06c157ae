// One stream for all tabs of the browser: the tab that holds a lock reads it and passes every message on to the others.
import { openOnlineStream } from "./onlineStream.js";
import { isOnline } from "./serverKind.js";

/** @import {StreamMessage} from "./types" */
/** @typedef {{id: string, message: StreamMessage}} StreamEntry */
/** @typedef {(message: StreamMessage) => void} Listener */
/** What tabs send to each other. `who` asks every tab which games it shows, `looks` answers. Never change these fields:
 * tabs of an older version of the page may be open.
 * @typedef {{connected: boolean} | StreamEntry | {tab: string, looks: string[]} | {who: true}} TabMessage */

/** The name of the lock and of the channel. */
const CHANNEL = "solafide.stream";
const POLL_INTERVAL_MS = 2000;
const RETRY_MS = 1000;
/** A tab without a lock closes its stream when it was hidden for so long. */
const HIDDEN_TAB_TIMEOUT_MS = 15_000;
const TAB_ID = Math.random().toString(36).slice(2);

/** @type {Set<{game: string | null, listener: Listener}>} */
const subscribers = new Set();
/** @type {Set<(connected: boolean) => void>} */
const connectionWatchers = new Set();
let lastEventId = "";
let connected = true;
let started = false;

/** @param {boolean} now */
function setConnected(now) {
  if (now === connected) return;
  connected = now;
  for (const watcher of connectionWatchers) watcher(now);
}

/** @param {StreamEntry} entry */
function deliver({ id, message }) {
  if (id) lastEventId = id;
  for (const { game, listener } of subscribers) if (game === null || game === message.game) listener(message);
}

/** Read the stream of a local server, which needs no secrets.
 * @param {(entry: StreamEntry) => void} onEntry
 * @param {(connected: boolean) => void} onConnection */
function openLocalStream(onEntry, onConnection) {
  const source = new EventSource(`/api/stream${lastEventId ? `?last=${encodeURIComponent(lastEventId)}` : ""}`);
  source.onopen = () => onConnection(true);
  source.onmessage = (event) => onEntry({ id: event.lastEventId, message: JSON.parse(event.data) });
  source.onerror = () => {
    onConnection(false);
    // The browser reopens an interrupted stream by itself, but not one that was refused.
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => openLocalStream(onEntry, onConnection), RETRY_MS);
  };
}

/** Games that each tab shows; only the tab that reads the stream needs it.
 * @type {Map<string, string[]>} */
const gamesByTab = new Map();
/** @type {(message: TabMessage) => void} */
let postToTabs = () => {};
/** @type {() => void} */
let updateSubscriptions = () => {};

/** Tell the tab that reads the stream which games this tab shows. */
function announceShownGames() {
  const games = [...new Set([...subscribers].flatMap(({ game }) => game ?? []))];
  gamesByTab.set(TAB_ID, games);
  postToTabs({ tab: TAB_ID, looks: games });
  updateSubscriptions();
}

const shownGames = () => [...gamesByTab.values()].flat();

/** Read the stream for all tabs. */
function streamForAllTabs() {
  const receive = (/** @type {StreamEntry} */ entry) => {
    postToTabs(entry);
    deliver(entry);
  };
  const onConnection = (/** @type {boolean} */ now) => {
    setConnected(now);
    postToTabs({ connected: now });
  };
  if (!isOnline()) {
    openLocalStream(receive, onConnection);
    return;
  }
  postToTabs({ who: true });
  const stream = openOnlineStream(shownGames, (message) => receive({ id: "", message }), onConnection);
  updateSubscriptions = stream.resubscribe;
}

const canShare = () => Boolean(navigator.locks) && typeof BroadcastChannel !== "undefined";

/** Without locks and a local server: ask for every shown game at intervals. */
function pollForThisTab() {
  setInterval(() => {
    if (document.hidden) return;
    for (const { game, listener } of subscribers) if (game) listener({ game, kind: "step", step: -1, events: [] });
  }, POLL_INTERVAL_MS);
}

/** Without locks and an online server: each tab reads its own stream, but only while it is visible, because a browser
 * opens few connections to one server. */
function streamForThisTab() {
  const open = () => openOnlineStream(shownGames, (message) => deliver({ id: "", message }), setConnected);
  let stream = open();
  updateSubscriptions = () => stream.resubscribe();
  let hiddenTimer = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(() => stream.close(), HIDDEN_TAB_TIMEOUT_MS);
    else {
      stream.close();
      stream = open();
    }
  });
}

/** @param {TabMessage} message */
function receiveFromTab(message) {
  if ("connected" in message) setConnected(message.connected);
  else if ("message" in message) deliver(message);
  else if ("who" in message) announceShownGames();
  else {
    gamesByTab.set(message.tab, message.looks);
    updateSubscriptions();
  }
}

function start() {
  if (started) return;
  started = true;
  if (!canShare() || typeof EventSource === "undefined") {
    if (isOnline()) streamForThisTab();
    else pollForThisTab();
    return;
  }
  const channel = new BroadcastChannel(CHANNEL);
  postToTabs = (message) => channel.postMessage(message);
  channel.onmessage = ({ data }) => receiveFromTab(data);
  addEventListener("pagehide", () => postToTabs({ tab: TAB_ID, looks: [] }));
  addEventListener("pageshow", announceShownGames);
  navigator.locks.request(CHANNEL, () => {
    streamForAllTabs();
    return new Promise(() => {}); // hold the lock until the tab is closed
  });
}

/** Listen to a game, or to all games. A message with step -1 only says that the game should be fetched again.
 * @param {string | null} game null: all
 * @param {Listener} listener
 * @returns {() => void} unsubscribe */
export function subscribe(game, listener) {
  start();
  const entry = { game, listener };
  subscribers.add(entry);
  if (game && isOnline()) announceShownGames();
  return () => {
    subscribers.delete(entry);
    if (game && isOnline()) announceShownGames();
  };
}

/** Call a function now and whenever the server becomes reachable or unreachable.
 * @param {(connected: boolean) => void} watcher
 * @returns {() => void} unsubscribe */
export function watchConnection(watcher) {
  connectionWatchers.add(watcher);
  watcher(connected);
  return () => void connectionWatchers.delete(watcher);
}
