// The texts of the pages in the player's language, fetched from the server's catalogues.
import { createContext, useContext, useEffect, useState } from "../vendor/preact.js";
import { getTexts } from "./api.js";
import { useSettings } from "./settings.js";
import { translator } from "./translator.js";

/** @import {Lang} from "./types" */
/** @import {Translate} from "./translator" */

const RETRY_MS = 1000;

/** @type {Map<Lang, Translate>} */
const translators = new Map();

/** @param {Lang} lang */
async function loadTranslator(lang) {
  const translate = translators.get(lang) ?? translator(await getTexts(lang));
  translators.set(lang, translate);
  return translate;
}

const TranslationContext = createContext(/** @type {Translate} */ (() => ""));
export const TranslationProvider = TranslationContext.Provider;

/** The texts for `TranslationProvider`: null until the first have come. While another language is being fetched, the
 * previous one stays.
 * @returns {Translate | null} */
export function useLoadedTranslation() {
  const { language } = useSettings();
  const [loaded, setLoaded] = useState(/** @type {{translate: Translate} | null} */ (null));
  useEffect(() => {
    let active = true;
    const attempt = () => {
      loadTranslator(language).then(
        (translate) => void (active && setLoaded({ translate })),
        () => void (active && setTimeout(attempt, RETRY_MS)),
      );
    };
    attempt();
    return () => void (active = false);
  }, [language]);
  return loaded && loaded.translate;
}

/** The function that gives a text by its key: t("table.tokens_left", {n: 3}).
 * @returns {Translate} */
export const useTranslation = () => useContext(TranslationContext);
