// Service worker that shows notifications: on many phones a page cannot. It controls no page, handles no request and
// stores nothing.

/**
 * What this file uses of the global scope of a service worker.
 * @typedef {object} WorkerScope
 * @property {(kind: "notificationclick", listener: (event: NotificationClick) => void) => void} addEventListener
 * @property {Clients} clients
 */
/** @typedef {Event & {notification: Notification, waitUntil: (done: Promise<unknown>) => void}} NotificationClick */
/** @typedef {{matchAll: (which: object) => Promise<Tab[]>, openWindow: (url: string) => Promise<unknown>}} Clients */
/** @typedef {{url: string, focus: () => Promise<unknown>, postMessage: (message: object) => void}} Tab */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

/** Show the game: in the tab that has it, else in another tab of this site, else in a new one.
 * @param {string} game */
async function openGame(game) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith(`/game/${game}`)) ?? tabs[0];
  if (!tab) return worker.clients.openWindow(`/game/${game}`);
  tab.postMessage({ game });
  return tab.focus();
}

worker.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openGame(encodeURIComponent(String(notification.data?.game ?? ""))));
});
