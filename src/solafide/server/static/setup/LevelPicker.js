// The choices before a game as the server says them, and the opponents among them.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getSetup } from "../core/api.js";
import { useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Seg } from "../ui/RadioGroup.js";

/** @import {Setup} from "../core/types" */

/** The choices before a game, in the reader's language.
 * @returns {Setup | null} */
export function useSetup() {
  const { language } = useSettings();
  const [setup, show] = useState(/** @type {Setup | null} */ (null));
  useEffect(() => {
    let wanted = true;
    const attempt = () => {
      getSetup().then(
        (found) => void (wanted && show(found)),
        () => void (wanted && setTimeout(attempt, 1000)),
      );
    };
    attempt();
    return () => void (wanted = false);
  }, [language]);
  return setup;
}

/** One of our opponents; what the chosen one is like to play against stands below.
 * @param {{setup: Setup | null, name: string, legend: string, value: string, choose: (level: string) => void,
 *   against?: boolean}} props */
export function Levels({ setup, name, legend, value, choose, against = true }) {
  const t = useTexts();
  const levels = setup?.levels ?? [];
  const chosen = levels.find((level) => level.id === value);
  const choices = levels.map((level) => ({
    value: level.id,
    name: level.name,
    text: t(`pages.new.manner.${level.id}`),
  }));
  return html`<div class="levels">
    <${Seg} name=${name} legend=${legend} class="seg--5" value=${value} choices=${choices} choose=${choose} />
    ${against && chosen && html`<p class="note">${chosen.text}</p>`}
  </div>`;
}
