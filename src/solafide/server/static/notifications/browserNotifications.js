// Notifications of the browser: shown by a service worker if possible, because phones allow nothing else.
import { navigate } from "../core/router.js";

/** Not a versioned path: a browser has one worker for each folder, and its script must stay at one address. */
const WORKER_URL = "/static/notification-worker.js";
const GAME_PATTERN = /^[\w-]{1,64}$/;

/** @typedef {{title: string, body: string, icon: string, game: string}} NotificationContent */

/** The worker, as soon as it can show notifications; null if the browser forbids it, for example in a private window.
 * @returns {Promise<ServiceWorkerRegistration | null>} */
async function registerWorker() {
  if (!navigator.serviceWorker) return null;
  try {
    const registration = await navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" });
    const worker = registration.installing ?? registration.waiting;
    while (worker && !registration.active && worker.state !== "redundant")
      await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    return registration.active && registration;
  } catch {
    return null;
  }
}

/** Register the worker again if this browser has it from another address: its script was renamed once.
 * The new registration takes the place of the old one. */
export async function replaceOldWorker() {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER_URL);
  const script = (registration?.active ?? registration?.waiting ?? registration?.installing)?.scriptURL;
  if (script && script !== location.origin + WORKER_URL) await registerWorker();
}

/** @param {NotificationContent} content */
export async function showNotification({ title, body, icon, game }) {
  const options = { body, icon, tag: game, data: { game } };
  try {
    const registration = await registerWorker();
    if (registration) return await registration.showNotification(title, options);
    const notification = new Notification(title, options);
    notification.onclick = () => {
      focus();
      navigate(`/game/${game}`);
      notification.close();
    };
  } catch {
    // Some browsers of phones show notifications only for installed pages.
  }
}

/** Remove the worker: the player wants no more notifications. */
export async function unregisterWorker() {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER_URL);
  await registration?.unregister();
}

/** Show the game of a notification when it is clicked.
 * @returns {() => void} unsubscribe */
export function followNotificationClicks() {
  const open = (/** @type {MessageEvent} */ { data }) =>
    void (GAME_PATTERN.test(data?.game) && navigate(`/game/${data.game}`));
  navigator.serviceWorker?.addEventListener("message", open);
  navigator.serviceWorker?.startMessages();
  return () => navigator.serviceWorker?.removeEventListener("message", open);
}
