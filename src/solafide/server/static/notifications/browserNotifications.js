// Notifications of the browser: shown by a service worker if possible, because phones allow nothing else.
import { navigate } from "../core/router.js";
import { activeRegistration } from "../core/serviceWorker.js";

const GAME_PATTERN = /^[\w-]{1,64}$/;

/** @typedef {{title: string, body: string, icon: string, game: string}} NotificationContent */

/** @param {NotificationContent} content */
export async function showNotification({ title, body, icon, game }) {
  const options = { body, icon, tag: game, data: { game } };
  try {
    const registration = await activeRegistration();
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

/** Show the game of a notification when it is clicked.
 * @returns {() => void} unsubscribe */
export function followNotificationClicks() {
  const open = (/** @type {MessageEvent} */ { data }) =>
    void (GAME_PATTERN.test(data?.game) && navigate(`/game/${data.game}`));
  navigator.serviceWorker?.addEventListener("message", open);
  navigator.serviceWorker?.startMessages();
  return () => navigator.serviceWorker?.removeEventListener("message", open);
}
