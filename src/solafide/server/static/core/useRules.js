// The sections of the rules in the language of the page.
import { useEffect, useState } from "../vendor/preact.js";
import { getRules } from "./api.js";
import { useSettings } from "./settings.js";

/** @import {RulesSection} from "./types" */

const RETRY_MS = 1000;

/** @returns {RulesSection[] | null} null until they are loaded */
export function useRules() {
  const { language } = useSettings();
  const [rules, setRules] = useState(/** @type {RulesSection[] | null} */ (null));
  useEffect(() => {
    let active = true;
    const attempt = () => {
      getRules().then(
        (received) => void (active && setRules(received)),
        () => void (active && setTimeout(attempt, RETRY_MS)),
      );
    };
    attempt();
    return () => void (active = false);
  }, [language]);
  return rules;
}
