// The settings of this browser: stored in localStorage, applied to <html>, the same in every tab.
import { useEffect, useState } from "../vendor/preact.js";
import { defaultSettings, mergeSettings } from "./settingsValues.js";
import { STORED, readStored, storageKey, writeStored } from "./storage.js";

/** @import {Settings} from "./settingsValues" */
/** @import {Lang} from "./types" */

/** The languages of the server, which writes them into <html>. */
export const LANGUAGES = /** @type {Lang[]} */ ((document.documentElement.dataset.languages ?? "en").split(" "));

const readSettings = () =>
  mergeSettings(readStored(STORED.settings), defaultSettings(LANGUAGES, navigator.languages), LANGUAGES);

let current = readSettings();
/** @type {Set<() => void>} */
const listeners = new Set();

function applyToDocument() {
  const root = document.documentElement;
  root.lang = current.language;
  root.dataset.speed = current.speed;
  root.dataset.cardtext = current.cardText;
  if (current.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = current.theme;
}

/** @param {Settings} next */
function apply(next) {
  current = next;
  applyToDocument();
  for (const listener of listeners) listener();
}

/** The present settings.
 * @returns {Settings} */
export const settings = () => current;

/** Whether the page is shown in dark colours now.
 * @param {Settings} settings */
export const isDarkTheme = ({ theme }) =>
  theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  const next = { ...current, ...changes };
  writeStored(STORED.settings, next);
  apply(next);
}

/** The settings; renders again when one changes.
 * @returns {Settings} */
export function useSettings() {
  const [, rerender] = useState(0);
  useEffect(() => {
    const listener = () => rerender((n) => n + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return current;
}

addEventListener("storage", (event) => {
  if (event.key === storageKey(STORED.settings)) apply(readSettings());
});
applyToDocument();
