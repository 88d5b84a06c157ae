// The choices before a game, as the server offers them in the player's language.
import { useEffect, useState } from "../vendor/preact.js";
import { getSetup } from "./api.js";
import { useSettings } from "./settings.js";

/** @import {Setup} from "./types" */

const RETRY_MS = 1000;

/** The opponents, rules and languages to choose from; null until they have come.
 * @returns {Setup | null} */
export function useSetup() {
  const { language } = useSettings();
  const [setup, setSetup] = useState(/** @type {Setup | null} */ (null));
  useEffect(() => {
    let active = true;
    const attempt = () => {
      getSetup().then(
        (received) => void (active && setSetup(received)),
        () => void (active && setTimeout(attempt, RETRY_MS)),
      );
    };
    attempt();
    return () => void (active = false);
  }, [language]);
  return setup;
}
