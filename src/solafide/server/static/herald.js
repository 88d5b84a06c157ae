// A worker that shows calls, because some phones let nobody else do so. It has no page under it, sees no request, and
// keeps nothing.

/**
 * @typedef {object} Herald what of a worker's world is used here
 * @property {(kind: "notificationclick", hear: (event: Click) => void) => void} addEventListener
 * @property {{matchAll: (which: object) => Promise<Client[]>, openWindow: (address: string) => Promise<unknown>}}
 *   clients
 */
/** @typedef {Event & {notification: Notification, waitUntil: (deed: Promise<unknown>) => void}} Click */
/** @typedef {{url: string, focus: () => Promise<unknown>, postMessage: (message: object) => void}} Client */

const herald = /** @type {Herald} */ (/** @type {unknown} */ (self));

/** Leads to the game: in the tab that shows it, else in any of ours, else in a new one.
 * @param {string} game */
async function lead(game) {
  const tabs = await herald.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith(`/game/${game}`)) ?? tabs[0];
  if (!tab) return herald.clients.openWindow(`/game/${game}`);
  tab.postMessage({ game });
  return tab.focus();
}

herald.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(lead(encodeURIComponent(String(notification.data?.game ?? ""))));
});
