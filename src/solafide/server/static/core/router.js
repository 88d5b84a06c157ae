// The router: shows pages by their address without loading the document again.
import { useEffect, useState } from "../vendor/preact.js";
import { parseRoute } from "./routes.js";

/** @import {Route} from "./routes" */

/** In sessionStorage: each tab has its own. */
const LAST_GAME_KEY = "solafide.game";

/** @type {Set<() => void>} */
const listeners = new Set();
const notifyListeners = () => {
  rememberGame();
  listeners.forEach((listener) => listener());
};

/** Remember the address of the game, and of the step in it, that this tab has shown last. */
function rememberGame() {
  if (!location.pathname.startsWith("/game/")) return;
  try {
    sessionStorage.setItem(LAST_GAME_KEY, location.pathname);
  } catch {
    // Storage is switched off: the player still has the back button.
  }
}

/** The address of the game that this tab has shown last, "" if none. */
export function lastGamePath() {
  try {
    return sessionStorage.getItem(LAST_GAME_KEY) ?? "";
  } catch {
    return "";
  }
}

/**
 * Show the page of an address.
 * @param {string} path
 * @param {{replace?: boolean}} [options] replace: the present address is not kept for the back button
 */
export function navigate(path, options = {}) {
  if (path !== location.pathname) history[options.replace ? "replaceState" : "pushState"](null, "", path);
  notifyListeners();
}

/** The route of the present address; renders again when it changes.
 * @returns {Route} */
export function useRoute() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const listener = () => setPath(location.pathname);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return parseRoute(path);
}

/** Open links to pages of this site with the router; leave all other clicks to the browser.
 * @param {MouseEvent} event */
function followLink(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || /^\/(api|static)\//.test(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
  if (link.dataset.keepscroll === undefined) scrollTo(0, 0);
}

rememberGame();
addEventListener("popstate", notifyListeners);
document.addEventListener("click", followLink);
