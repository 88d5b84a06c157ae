// Calls of the browser: shown by a worker where there can be one, since phones allow nothing else; else by the page.
import { navigate } from "../core/router.js";

/** Without an edition in its address, so that there is one of them. */
const PLACE = "/static/herald.js";
const GAME = /^[\w-]{1,64}$/;

/** @typedef {{title: string, body: string, icon: string, game: string}} Call */

/** The worker, as soon as it can show something.
 * @returns {Promise<ServiceWorkerRegistration | null>} */
async function herald() {
  if (!navigator.serviceWorker) return null;
  try {
    const found = await navigator.serviceWorker.register(PLACE, { updateViaCache: "none" });
    const coming = found.installing ?? found.waiting;
    while (coming && !found.active && coming.state !== "redundant")
      await new Promise((resolve) => coming.addEventListener("statechange", resolve, { once: true }));
    return found.active && found;
  } catch {
    return null; // A browser may forbid it, in a private window for one.
  }
}

/** @param {Call} call */
export async function showCall({ title, body, icon, game }) {
  const how = { body, icon, tag: game, data: { game } };
  try {
    const worker = await herald();
    if (worker) return await worker.showNotification(title, how);
    const note = new Notification(title, how);
    note.onclick = () => {
      focus();
      navigate(`/game/${game}`);
      note.close();
    };
  } catch {
    // Some browsers of phones allow it to installed pages only.
  }
}

/** Nobody is called any more: the worker goes. */
export async function endCalls() {
  const found = await navigator.serviceWorker?.getRegistration(PLACE);
  await found?.unregister();
}

/** Goes where a call leads that was answered.
 * @returns {() => void} ends it */
export function followCalls() {
  const go = (/** @type {MessageEvent} */ { data }) => void (GAME.test(data?.game) && navigate(`/game/${data.game}`));
  navigator.serviceWorker?.addEventListener("message", go);
  navigator.serviceWorker?.startMessages();
  return () => navigator.serviceWorker?.removeEventListener("message", go);
}
