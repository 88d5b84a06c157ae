// Signs that a game far away waits for this reader: title, icon, a bell, and a call by the browser.
import { useEffect, useRef } from "../vendor/preact.js";
import { loadPart } from "../core/lazy.js";
import { followCalls, showCall } from "./browserNotifications.js";
import { markTitle } from "../core/router.js";
import { keptOf } from "../core/credentials.js";
import { settings } from "../core/settings.js";
import { follow } from "../core/sharedStream.js";
import { useTexts } from "../core/i18n.js";

/** @import {StreamMessage} from "../core/types" */
/** @import {Say} from "../core/i18n" */

const NAME = "solafide.turns";
const PAUSE_MS = 500;
const ICONS = {
  quiet: new URL("../icons/icon.svg", import.meta.url).href,
  turn: new URL("../icons/icon-turn.svg", import.meta.url).href,
};

/** Games that wait for this browser.
 * @type {Set<string>} */
const waiting = new Set();

function show() {
  const icon = document.querySelector('link[rel="icon"]');
  icon?.setAttribute("href", waiting.size ? ICONS.turn : ICONS.quiet);
  markTitle(waiting.size && document.hidden ? "● " : "");
}

/** @param {string} game
 * @param {Say} t */
function call(game, t) {
  loadPart("animation/sounds.js").then(
    (sound) => sound.ring(settings()),
    () => {},
  );
  if (!settings().notify || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  showCall({ title: t("online.call.yours"), body: t("online.call.look"), icon: ICONS.turn, game });
}

/** One tab calls, and none if the game is being looked at in any.
 * @param {string} game
 * @param {Say} t
 * @param {Set<string>} seen */
function callOnce(game, t, seen) {
  setTimeout(() => {
    if (seen.delete(game)) return;
    const hold = () => {
      call(game, t);
      return new Promise((resolve) => setTimeout(resolve, 2 * PAUSE_MS));
    };
    if (navigator.locks) navigator.locks.request(`${NAME}.${game}`, { ifAvailable: true }, (lock) => lock && hold());
    else hold();
  }, PAUSE_MS);
}

export function TurnSigns() {
  const t = useTexts();
  const say = useRef(t);
  say.current = t;
  useEffect(() => {
    /** @type {Set<string>} */
    const seen = new Set();
    const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
    if (channel) channel.onmessage = ({ data }) => void seen.add(data);
    const hear = (/** @type {StreamMessage} */ { game, kind, decision }) => {
      if (!keptOf(game).secret || decision === undefined || kind === "thinking") return;
      const before = waiting.has(game);
      if (decision) waiting.add(game);
      else waiting.delete(game);
      show();
      if (!decision || before) return;
      if (!document.hidden && location.pathname.startsWith(`/game/${game}`)) channel?.postMessage(game);
      else callOnce(game, say.current, seen);
    };
    const ends = [follow(null, hear), followCalls()];
    document.addEventListener("visibilitychange", show);
    return () => {
      ends.forEach((end) => end());
      channel?.close();
      document.removeEventListener("visibilitychange", show);
    };
  }, []);
  return null;
}
