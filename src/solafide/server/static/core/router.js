// Where the reader is: addresses of our own pages, changed without loading anything anew.
import { useEffect, useState } from "../vendor/preact.js";

/** @typedef {{page: string, params: Record<string, string>}} Route */

/** @type {[RegExp, string, string[]][]} */
const ROUTES = [
  [/^\/$/, "newgame", []],
  [/^\/games\/?$/, "games", []],
  [/^\/game\/([^/]+)\/?$/, "game", ["game"]],
  [/^\/game\/([^/]+)\/at\/(\d+)\/?$/, "game", ["game", "at"]],
  [/^\/rules\/?$/, "rules", []],
  [/^\/rules\/([^/]+)\/?$/, "rules", ["section"]],
  [/^\/settings\/?$/, "settings", []],
  [/^\/data\/?$/, "data", []],
  [/^\/table\/([^/]+)\/?$/, "table", ["game"]],
  [/^\/deal\/?$/, "deal", []],
  [/^\/deal\/([^/]+)\/?$/, "deal", ["deal"]],
  [/^\/(confirm|unsubscribe)\/?$/, "letter", ["what"]],
];

/**
 * @param {string} path
 * @returns {Route}
 */
function route(path) {
  for (const [pattern, page, names] of ROUTES) {
    const found = pattern.exec(path);
    if (found)
      return { page, params: Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1])])) };
  }
  return { page: "newgame", params: {} };
}

/** @type {Set<() => void>} */
const followers = new Set();
const tell = () => {
  noteGame();
  followers.forEach((follower) => follower());
};

const PLACE = "solafide.game";

/** Keeps the moment of a game that was looked at last in this tab. */
function noteGame() {
  if (!location.pathname.startsWith("/game/")) return;
  try {
    sessionStorage.setItem(PLACE, location.pathname);
  } catch {
    // A browser without a store has its back button.
  }
}

/** The address of the game that the reader came from, "" if there was none. */
export function lastGame() {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} path
 * @param {{replace?: boolean}} [how] replace: the present address does not stay behind the back button
 */
export function navigate(path, how = {}) {
  if (path !== location.pathname) history[how.replace ? "replaceState" : "pushState"](null, "", path);
  tell();
}

/** @returns {Route} */
export function useRoute() {
  const [path, show] = useState(location.pathname);
  useEffect(() => {
    const follower = () => show(location.pathname);
    followers.add(follower);
    return () => void followers.delete(follower);
  }, []);
  return route(path);
}

/** The title of the window, while a page is shown.
 * @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    if (title) name = title;
    entitle();
  }, [title]);
}

let name = document.title;
let mark = "";
const entitle = () => void (document.title = mark + name);

/** Something that calls for the reader, before the title of whatever page is shown.
 * @param {string} sign "" takes it away */
export function markTitle(sign) {
  mark = sign;
  entitle();
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || /^\/(api|static)\//.test(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname);
  if (link.dataset.keepscroll === undefined) scrollTo(0, 0);
}

noteGame();
addEventListener("popstate", tell);
document.addEventListener("click", follow);
