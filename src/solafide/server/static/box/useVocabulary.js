// The vocabulary of card sets, as the server has it in the player's language.
import { useEffect, useState } from "../vendor/preact.js";
import { getVocabulary } from "../core/api.js";
import { useSettings } from "../core/settings.js";

/** @import {Vocabulary} from "../core/types" */

const RETRY_MS = 1000;

/** Null until it has come.
 * @returns {Vocabulary | null} */
export function useVocabulary() {
  const { language } = useSettings();
  const [vocabulary, setVocabulary] = useState(/** @type {Vocabulary | null} */ (null));
  useEffect(() => {
    let active = true;
    const attempt = () => {
      getVocabulary().then(
        (received) => void (active && setVocabulary(received)),
        () => void (active && setTimeout(attempt, RETRY_MS)),
      );
    };
    attempt();
    return () => void (active = false);
  }, [language]);
  return vocabulary;
}
