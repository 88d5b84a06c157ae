// JSON values in localStorage under "solafide.NAME". Without storage the page works, but forgets.

/** Names under which this page stores values. Browsers of players hold them: never rename one without a migration. */
export const STORED = /** @type {const} */ ({
  settings: "settings",
  credentials: "tables",
  playerKey: "player",
  playerName: "name",
  chatLinesRead: "chat",
  stepsSeen: "seen",
  deals: "deals",
  daily: "daily",
  guideStep: "guide",
  course: "course",
  box: "box",
  puzzles: "puzzles",
  newGame: "newgame",
  newOnlineGame: "newtable",
  newDeal: "newdeal",
});

/** The key in localStorage of a stored value.
 * @param {string} name */
export const storageKey = (name) => `solafide.${name}`;

/** @param {string} name
 * @returns {unknown} null if nothing is stored, or it cannot be read */
export function readStored(name) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(name)) ?? "null");
  } catch {
    return null;
  }
}

/** Read an object whose keys are ids of games or deals; {} if nothing usable is stored.
 * @template T
 * @param {string} name
 * @returns {Record<string, T>} */
export function readStoredRecord(name) {
  const stored = readStored(name);
  return stored && typeof stored === "object" ? /** @type {Record<string, T>} */ (stored) : {};
}

/** @param {string} name
 * @param {unknown} value null removes the stored value */
export function writeStored(name, value) {
  try {
    if (value === null) localStorage.removeItem(storageKey(name));
    else localStorage.setItem(storageKey(name), JSON.stringify(value));
  } catch {
    // Storage is full or switched off.
  }
}
