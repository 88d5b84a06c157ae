// Tells the player that it is their turn in an online game: by title, icon, sound and notification.
import { useEffect, useRef } from "../vendor/preact.js";
import { getMyGames } from "../core/api.js";
import { credentialsOf } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { loadModule } from "../core/lazy.js";
import { settings } from "../core/settings.js";
import { subscribe } from "../core/sharedStream.js";
import { setTitlePrefix } from "../core/title.js";
import { followNotificationClicks, showNotification } from "./browserNotifications.js";

/** @import {Translate} from "../core/translator" */
/** @import {StreamMessage} from "../core/types" */

/** Tabs of an older version of the page may be open: never change the channel or its messages. */
const CHANNEL = "solafide.turns";
/** So long a tab waits for others to say that they show the game. */
const OTHER_TABS_PAUSE_MS = 500;
const ICONS = {
  quiet: new URL("../icons/icon.svg", import.meta.url).href,
  turn: new URL("../icons/icon-turn.svg", import.meta.url).href,
};

/** Games in which it is the turn of this browser's player.
 * @type {Set<string>} */
const waitingGames = new Set();

function updateIconAndTitle() {
  const icon = document.querySelector('link[rel="icon"]');
  icon?.setAttribute("href", waitingGames.size ? ICONS.turn : ICONS.quiet);
  setTitlePrefix(waitingGames.size && document.hidden ? "● " : "");
}

/** @param {string} game
 * @param {Translate} t */
function notify(game, t) {
  loadModule("animation/sounds.js").then(
    (sounds) => sounds.playTurnSound(settings()),
    () => {},
  );
  if (!settings().notify || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const show = (/** @type {string} */ title) => {
    const body = title ? t("online.call.look_named", { title }) : t("online.call.look");
    return showNotification({ title: t("online.call.yours"), body, icon: ICONS.turn, game });
  };
  const { secret = "" } = credentialsOf(game);
  getMyGames([{ game, secret }]).then(
    ([{ title }]) => show(title),
    () => show(""),
  );
}

/** Notify from one tab only, and not at all if a visible tab shows the game.
 * @param {string} game
 * @param {Translate} t
 * @param {Set<string>} gamesShownElsewhere */
function notifyFromOneTab(game, t, gamesShownElsewhere) {
  setTimeout(() => {
    if (gamesShownElsewhere.delete(game)) return;
    const notifyAndHold = () => {
      notify(game, t);
      return new Promise((resolve) => setTimeout(resolve, 2 * OTHER_TABS_PAUSE_MS));
    };
    if (navigator.locks)
      navigator.locks.request(`${CHANNEL}.${game}`, { ifAvailable: true }, (lock) => lock && notifyAndHold());
    else notifyAndHold();
  }, OTHER_TABS_PAUSE_MS);
}

export function TurnNotifier() {
  const t = useTranslation();
  const translate = useRef(t);
  translate.current = t;
  useEffect(() => {
    /** @type {Set<string>} */
    const gamesShownElsewhere = new Set();
    const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
    if (channel) channel.onmessage = ({ data }) => void gamesShownElsewhere.add(data);
    const onMessage = (/** @type {StreamMessage} */ { game, kind, decision }) => {
      if (!credentialsOf(game).secret || decision === undefined || kind === "thinking") return;
      const wasWaiting = waitingGames.has(game);
      if (decision) waitingGames.add(game);
      else waitingGames.delete(game);
      updateIconAndTitle();
      if (!decision || wasWaiting) return;
      if (!document.hidden && location.pathname.startsWith(`/game/${game}`)) channel?.postMessage(game);
      else notifyFromOneTab(game, translate.current, gamesShownElsewhere);
    };
    const cleanups = [subscribe(null, onMessage), followNotificationClicks()];
    document.addEventListener("visibilitychange", updateIconAndTitle);
    return () => {
      cleanups.forEach((cleanup) => cleanup());
      channel?.close();
      document.removeEventListener("visibilitychange", updateIconAndTitle);
    };
  }, []);
  return null;
}
