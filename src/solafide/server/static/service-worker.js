// Service worker of this site: stores the files of the page, opens the page without a server, shows notifications.
// It never sees what a game is made of: of the requests to the server it handles only those for files and pages.

/**
 * What this file uses of the global scope of a service worker.
 * @typedef {object} WorkerScope
 * @property {(kind: string, listener: (event: any) => void) => void} addEventListener
 * @property {{matchAll: (which: object) => Promise<Tab[]>, openWindow: (url: string) => Promise<unknown>,
 *   claim: () => Promise<void>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {ServiceWorkerRegistration} registration
 */
/** @typedef {{url: string, focus: () => Promise<unknown>, postMessage: (message: object) => void}} Tab */
/** @typedef {{waitUntil: (done: Promise<unknown>) => void}} LastingEvent */
/** @typedef {LastingEvent & {request: Request, respondWith: (response: Promise<Response>) => void}} FetchEvent */
/** @typedef {LastingEvent & {notification: Notification}} NotificationClick */
/** @typedef {LastingEvent & {data: {kind?: string} | null, ports: readonly MessagePort[]}} WorkerMessage */
/** The version of the page, and the digest of each of its files, by its name below static/.
 * @typedef {{version: string, files: Record<string, string>}} Release */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

/** The server writes it. @type {Release} */
const RELEASE = { version: "", files: {} };

/** All caches of this site begin so; other programs may have used the same address. */
const CACHE_PREFIX = "solafide.";
const CACHE = `${CACHE_PREFIX}files`;
const FOLDER = `/static/@${RELEASE.version}/`;
const PAGE = "index.html";
/** Files that are stored when they are first shown: the woodcuts. */
const STORED_ON_USE = /^vignettes\//;
/** So many files are fetched at the same time, so that the page can load beside it. */
const CONCURRENT_DOWNLOADS = 3;
/** After it a page is opened from the cache. */
const PAGE_TIMEOUT_MS = 5000;
/** So long a new version waits until it has taken the place of the old one. */
const ACTIVATION_POLL_MS = 50;
const MAX_ACTIVATION_POLLS = 200;
/** Statuses of a proxy whose server is down. */
const UNAVAILABLE_STATUSES = [502, 503, 504];

/** The address of a stored file: of its content, so that a file that has not changed stays for the next version.
 * @param {string} name */
const storedAddress = (name) => new URL(`/static/${name}?${RELEASE.files[name]}`, location.origin).href;

/** @param {ArrayBuffer} content */
async function digestOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetch a file and store it, if it is the one of this version: a server that is replaced just now may send another.
 * @param {string} name
 * @returns {Promise<Response>} */
async function download(name) {
  const response = await fetch(FOLDER + name, { credentials: "omit" });
  const content = await response.clone().arrayBuffer();
  if (!response.ok || !(await digestOf(content)).startsWith(RELEASE.files[name])) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  // A new response has no address of its own, so that what a module imports is looked for beside the requested one.
  const stored = new Response(content, { headers });
  const cache = await caches.open(CACHE);
  await cache.put(storedAddress(name), stored.clone());
  return stored;
}

/** @param {string} name
 * @returns {Promise<Response | undefined>} */
async function findStored(name) {
  const cache = await caches.open(CACHE);
  return cache.match(storedAddress(name), { ignoreVary: true });
}

/** Store the files of this version; fails if one of them is missing, and the browser tries again later. */
async function install() {
  const names = Object.keys(RELEASE.files)
    .filter((name) => !STORED_ON_USE.test(name))
    .values();
  const downloadAll = async () => {
    for (const name of names) {
      if (await findStored(name)) continue;
      await download(name);
      if (!(await findStored(name))) throw new Error(`${name} is not of version ${RELEASE.version}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_DOWNLOADS }, downloadAll));
}

/** Delete what this version does not use, and serve the open pages. */
async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  const used = new Set(Object.keys(RELEASE.files).map(storedAddress));
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!used.has(url)) await cache.delete(url, { ignoreVary: true });
  await worker.clients.claim();
}

/** A file of this version.
 * @param {string} name
 * @param {Request} request
 * @returns {Promise<Response>} */
async function answerFile(name, request) {
  try {
    return (await findStored(name)) ?? (await download(name));
  } catch {
    return fetch(request); // storage is full or switched off
  }
}

/** A page from the server; where it does not answer, the stored page, which says so.
 * @param {Request} request
 * @returns {Promise<Response>} */
async function answerPage(request) {
  const answer = fetch(request);
  const isOver = new Promise((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS));
  try {
    const response = await Promise.race([answer, isOver.then(() => null)]);
    if (response && !UNAVAILABLE_STATUSES.includes(response.status)) return response;
  } catch {
    // No connection.
  }
  return (await findStored(PAGE).catch(() => undefined)) ?? answer;
}

const findTabs = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Use this version in all tabs. A page that is requested while one worker takes the place of another may never be
 * answered, so the tabs are told afterwards. */
async function apply() {
  worker.skipWaiting();
  for (let polls = 0; polls < MAX_ACTIVATION_POLLS; polls++) {
    const { active, waiting } = worker.registration;
    if (!waiting && active?.state === "activated") break;
    await new Promise((resolve) => setTimeout(resolve, ACTIVATION_POLL_MS));
  }
  for (const tab of await findTabs()) tab.postMessage({ reload: RELEASE.version });
}

/** Show the game: in the tab that has it, else in another tab of this site, else in a new one.
 * @param {string} game */
async function openGame(game) {
  const tabs = await findTabs();
  const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith(`/game/${game}`)) ?? tabs[0];
  if (!tab) return worker.clients.openWindow(`/game/${game}`);
  tab.postMessage({ game });
  return tab.focus();
}

worker.addEventListener("install", (/** @type {LastingEvent} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {LastingEvent} */ event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const name = pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length) : "";
  if (name !== PAGE && Object.hasOwn(RELEASE.files, name)) event.respondWith(answerFile(name, request));
  else if (request.mode === "navigate" && !/^\/(api|static)\//.test(pathname)) event.respondWith(answerPage(request));
});

worker.addEventListener("message", (/** @type {WorkerMessage} */ event) => {
  const kind = event.data?.kind;
  if (kind === "version") event.ports[0]?.postMessage(RELEASE.version);
  if (kind === "activate") event.waitUntil(worker.skipWaiting());
  if (kind === "apply") event.waitUntil(apply());
});

worker.addEventListener("notificationclick", (/** @type {NotificationClick} */ event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openGame(encodeURIComponent(String(notification.data?.game ?? ""))));
});
