// The addresses of the pages, and which page each of them shows.

/** @typedef {{page: string, params: Record<string, string>}} Route */

/** Pattern, page, and the names of the groups in the pattern.
 * @type {[RegExp, string, string[]][]} */
const ROUTES = [
  [/^\/$/, "newgame", []],
  [/^\/new\/([^/]+)\/?$/, "setup", ["kind"]],
  [/^\/games\/?$/, "games", []],
  [/^\/game\/([^/]+)\/?$/, "game", ["game"]],
  [/^\/game\/([^/]+)\/at\/(\d+)\/?$/, "game", ["game", "at"]],
  [/^\/record\/?$/, "record", []],
  [/^\/daily\/?$/, "daily", []],
  [/^\/daily\/(\d{4}-\d{2}-\d{2})\/?$/, "daily", ["day"]],
  [/^\/learn\/?$/, "learn", []],
  [/^\/learn\/([^/]+)\/?$/, "lesson", ["lesson"]],
  [/^\/puzzles\/?$/, "puzzles", []],
  [/^\/puzzles\/own\/?$/, "ownPuzzles", []],
  [/^\/puzzles\/([^/]+)\/?$/, "puzzle", ["puzzle"]],
  [/^\/rules\/?$/, "rules", []],
  [/^\/rules\/([^/]+)\/?$/, "rules", ["section"]],
  [/^\/rules\/([^/]+)\/example\/?$/, "example", ["section"]],
  [/^\/cards\/?$/, "cards", []],
  [/^\/cards\/compare\/?$/, "compare", []],
  [/^\/cards\/([^/]+)\/?$/, "card", ["card"]],
  [/^\/box\/?$/, "box", []],
  [/^\/box\/([^/]+)\/?$/, "box", ["entry"]],
  [/^\/settings\/?$/, "settings", []],
  [/^\/data\/?$/, "data", []],
  [/^\/privacy\/?$/, "privacy", []],
  [/^\/table\/([^/]+)\/?$/, "lobby", ["game"]],
  [/^\/deal\/?$/, "deal", []],
  [/^\/deal\/([^/]+)\/?$/, "deal", ["deal"]],
  [/^\/(confirm|unsubscribe)\/?$/, "emailLink", ["action"]],
];

/** Find the page of an address; an unknown address shows the start page.
 * @param {string} path
 * @returns {Route} */
export function parseRoute(path) {
  for (const [pattern, page, names] of ROUTES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const params = Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1])]));
    return { page, params };
  }
  return { page: "newgame", params: {} };
}
