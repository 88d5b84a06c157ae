// The service worker of this site, as the page sees it: registered in secure contexts, watched for a new version.
import { watchConnection } from "./sharedStream.js";

const WORKER_URL = "/service-worker.js";
/** Until November 2026 a worker of this folder showed the notifications. */
const OLD_SCOPE = new URL("/static/", location.href).href;
/** The version of the files that this tab has loaded; their addresses contain it. */
const PAGE_VERSION = /\/static\/@(\w+)\//.exec(import.meta.url)?.[1] ?? "";
const CHECK_INTERVAL_MS = 3_600_000;
/** A tab that is shown again asks for a new version at most this often. */
const MIN_CHECK_INTERVAL_MS = 300_000;
const TEXT_INPUTS = ["text", "search", "email", "url"];

/** @type {Promise<ServiceWorkerRegistration | null> | null} */
let registration = null;
let isNewVersionReady = false;
/** @type {Set<() => void>} */
const listeners = new Set();

/** Register the service worker, once for each page.
 * @returns {Promise<ServiceWorkerRegistration | null>} null where the browser has or allows none */
export async function registerServiceWorker() {
  registration ??= register();
  const registered = await registration;
  if (!registered) registration = null; // for example without a connection: to be tried again
  return registered;
}

/** @returns {Promise<ServiceWorkerRegistration | null>} */
async function register() {
  if (!navigator.serviceWorker) return null; // the page is not in a secure context
  try {
    const registered = await navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" });
    followUpdates(registered);
    await removeOldRegistration();
    return registered;
  } catch {
    return null;
  }
}

async function removeOldRegistration() {
  for (const each of await navigator.serviceWorker.getRegistrations()) {
    if (each.scope !== OLD_SCOPE) continue;
    for (const notification of await each.getNotifications()) notification.close();
    await each.unregister();
  }
}

/** The registration as soon as its worker can show notifications.
 * @returns {Promise<ServiceWorkerRegistration | null>} */
export async function activeRegistration() {
  const registered = await registerServiceWorker();
  const worker = registered?.installing ?? registered?.waiting;
  while (worker && registered && !registered.active && worker.state !== "redundant")
    await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  return registered?.active ? registered : null;
}

/** @param {ServiceWorker} worker
 * @returns {Promise<string>} */
const versionOf = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ kind: "version" }, [port2]);
  });

/** Look at a worker that is ready: it is of this tab's version, or there is a new one.
 * @param {ServiceWorker | null} worker */
async function compareVersion(worker) {
  if (!worker) return;
  if ((await versionOf(worker)) === PAGE_VERSION) {
    worker.postMessage({ kind: "activate" });
    return;
  }
  isNewVersionReady = true;
  for (const listener of listeners) listener();
}

/** @param {ServiceWorkerRegistration} registered */
function followUpdates(registered) {
  registered.addEventListener("updatefound", () => {
    const { installing } = registered;
    installing?.addEventListener("statechange", () => void compareVersion(registered.waiting));
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    compareVersion(navigator.serviceWorker.controller);
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.reload && data.reload !== PAGE_VERSION && !isWriting()) location.reload();
  });
  navigator.serviceWorker.startMessages();
  compareVersion(registered.waiting);
  let lastCheck = Date.now();
  const check = () => {
    lastCheck = Date.now();
    registered.update().catch(() => {}); // no connection
  };
  setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - lastCheck > MIN_CHECK_INTERVAL_MS) check();
  });
  let wasConnected = true;
  watchConnection((connected) => {
    if (connected && !wasConnected) check(); // the server may have been replaced
    wasConnected = connected;
  });
}

/** Whether the player is writing something that would be lost. */
function isWriting() {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement) return TEXT_INPUTS.includes(field.type) && field.value !== "";
  return field instanceof HTMLTextAreaElement && field.value !== "";
}

/** Call a function as soon as a new version of the page is ready.
 * @param {() => void} listener
 * @returns {() => void} unsubscribe */
export function watchNewVersion(listener) {
  listeners.add(listener);
  if (isNewVersionReady) listener();
  return () => void listeners.delete(listener);
}

/** Load the new version in this and all other tabs. */
export async function applyNewVersion() {
  const registered = await registerServiceWorker();
  (registered?.waiting ?? registered?.active)?.postMessage({ kind: "apply" });
}
