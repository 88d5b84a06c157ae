// The values of the settings: their defaults, and how stored ones are read.

/** @import {Lang} from "./types" */

/**
 * @typedef {object} Settings
 * @property {Lang} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {"off" | "quick" | "normal" | "slow"} speed of animations
 * @property {boolean} sound
 * @property {"soft" | "normal" | "loud"} volume of the sounds
 * @property {boolean} vibration a light vibration at a claim, a die and the end
 * @property {"normal" | "large" | "larger"} cardText
 * @property {boolean} confirm ask before a choice that cannot be taken back
 * @property {boolean} textMode show the table in sentences
 * @property {boolean} guide show the notes of a first game
 * @property {boolean} coach show advice in the draft
 * @property {string} watchSpeed how fast two computer players go on: one of `WATCH_SPEEDS`
 * @property {boolean} openHands show both hands of two computer players
 * @property {boolean} comments show comments on the turns of two computer players
 * @property {boolean} notify show a browser notification when it is the player's turn in an online game
 */

/** The settings of a new browser.
 * @param {Lang[]} languages of the server; the first one is for players of other languages
 * @param {readonly string[]} languageTags as in `navigator.languages`
 * @returns {Settings} */
export function defaultSettings(languages, languageTags) {
  const preferred = languageTags.map((tag) => /** @type {Lang} */ (tag.slice(0, 2)));
  return {
    language: preferred.find((language) => languages.includes(language)) ?? languages[0],
    theme: "auto",
    speed: "normal",
    sound: false,
    volume: "normal",
    vibration: false,
    cardText: "normal",
    confirm: true,
    textMode: false,
    guide: true,
    coach: false,
    watchSpeed: "normal",
    openHands: true,
    comments: true,
    notify: false,
  };
}

/** The defaults with every stored setting that has the right type; the store may be older or newer than this page.
 * @param {unknown} stored
 * @param {Settings} defaults
 * @param {Lang[]} languages
 * @returns {Settings} */
export function mergeSettings(stored, defaults, languages) {
  if (!stored || typeof stored !== "object") return defaults;
  const values = /** @type {Record<string, unknown>} */ (stored);
  const usable = Object.entries(defaults).filter(([name, value]) => typeof values[name] === typeof value);
  const merged = { ...defaults, ...Object.fromEntries(usable.map(([name]) => [name, values[name]])) };
  return languages.includes(merged.language) ? merged : { ...merged, language: languages[0] };
}
