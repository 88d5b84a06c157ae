// What the reader has set for this browser: kept in localStorage, shown on <html>, followed by every tab.
import { useEffect, useState } from "../vendor/preact.js";

/** @import {Lang} from "./types" */

/**
 * @typedef {object} Settings
 * @property {Lang} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {"off" | "quick" | "normal" | "slow"} speed  of animations
 * @property {boolean} sound
 * @property {"normal" | "large" | "larger"} cardText
 * @property {boolean} confirm  before what cannot be taken back
 * @property {boolean} textMode  the table in sentences
 * @property {boolean} guide  notes for a first game
 * @property {boolean} coach  opinions in the draft
 * @property {boolean} notify  the browser calls when it is one's turn in a game far away
 */

/** The server writes its languages into <html>; the first one is for readers of other languages. */
export const LANGUAGES = /** @type {Lang[]} */ ((document.documentElement.dataset.languages ?? "en").split(" "));
const PLACE = "solafide.settings";

/** @returns {Settings} */
function defaults() {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return {
    language: /** @type {Lang} */ (spoken.find((tag) => LANGUAGES.includes(/** @type {Lang} */ (tag))) ?? LANGUAGES[0]),
    theme: "auto",
    speed: "normal",
    sound: false,
    cardText: "normal",
    confirm: true,
    textMode: false,
    guide: true,
    coach: false,
    notify: false,
  };
}

/** @returns {Settings} */
function stored() {
  const known = defaults();
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    for (const key of Object.keys(known)) {
      const name = /** @type {keyof Settings} */ (key);
      if (typeof found[name] === typeof known[name]) Object.assign(known, { [name]: found[name] });
    }
    if (!LANGUAGES.includes(known.language)) known.language = LANGUAGES[0];
  } catch {
    // What cannot be read is as good as not set.
  }
  return known;
}

let present = stored();
/** @type {Set<() => void>} */
const followers = new Set();

function show() {
  const root = document.documentElement;
  root.lang = present.language;
  root.dataset.speed = present.speed;
  root.dataset.cardtext = present.cardText;
  if (present.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = present.theme;
}

/** @returns {Settings} */
export function settings() {
  return present;
}

/** @param {Partial<Settings>} change */
export function set(change) {
  present = { ...present, ...change };
  try {
    localStorage.setItem(PLACE, JSON.stringify(present));
  } catch {
    // A browser without a store forgets, but goes on.
  }
  show();
  for (const tell of followers) tell();
}

/** The settings, and a new rendering whenever one changes.
 * @returns {Settings} */
export function useSettings() {
  const [, again] = useState(0);
  useEffect(() => {
    const tell = () => again((n) => n + 1);
    followers.add(tell);
    return () => void followers.delete(tell);
  }, []);
  return present;
}

addEventListener("storage", (event) => {
  if (event.key !== PLACE) return;
  present = stored();
  show();
  for (const tell of followers) tell();
});
show();
