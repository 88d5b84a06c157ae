// The texts of the pages in the reader's language, from the catalogues of the engine.
import { createContext, useContext, useEffect, useState } from "../vendor/preact.js";
import { getTexts } from "./api.js";
import { useSettings } from "./settings.js";

/** @import {Lang} from "./types" */
/** @typedef {Record<string, string | {one: string, other: string}>} Texts */
/** @typedef {(key: string, blanks?: Record<string, string | number>) => string} Say */

/**
 * @param {Texts} texts
 * @returns {Say}
 */
function saying(texts) {
  return (key, blanks = {}) => {
    const found = texts[key];
    if (found === undefined) return "";
    const template = typeof found === "string" ? found : blanks.n === 1 ? found.one : found.other;
    return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (mark, name) => (name ? String(blanks[name] ?? "") : mark[0]));
  };
}

/** @type {Map<Lang, Say>} */
const known = new Map();

/** @param {Lang} lang */
async function load(lang) {
  const say = known.get(lang) ?? saying(await getTexts(lang));
  known.set(lang, say);
  return say;
}

export const Texts = createContext(/** @type {Say} */ (() => ""));

/** For the frame of all pages: null until there are texts, then those of the language last asked for, as soon as they
 *   have come.
 * @returns {Say | null} */
export function useLoadedTexts() {
  const { language } = useSettings();
  const [shown, show] = useState(/** @type {{say: Say} | null} */ (null));
  useEffect(() => {
    let wanted = true;
    const attempt = () => {
      load(language).then(
        (loaded) => void (wanted && show({ say: loaded })),
        () => void (wanted && setTimeout(attempt, 1000)),
      );
    };
    attempt();
    return () => void (wanted = false);
  }, [language]);
  return shown && shown.say;
}

/** What says a text by its key: t("table.tokens_left", {n: 3}).
 * @returns {Say} */
export const useTexts = () => useContext(Texts);
