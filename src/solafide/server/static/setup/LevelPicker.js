// The computer opponents, by their levels.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @import {Setup} from "../core/types" */

/**
 * @param {{setup: Setup | null, name: string, legend: string, value: string, choose: (level: string) => void,
 *   withNote?: boolean}} props withNote: describe the chosen one */
export function LevelPicker({ setup, name, legend, value, choose, withNote = true }) {
  const t = useTranslation();
  const levels = setup?.levels ?? [];
  const selected = levels.find((level) => level.id === value);
  const choices = levels.map((level) => ({
    value: level.id,
    name: level.name,
    text: t(`pages.new.manner.${level.id}`),
  }));
  return html`<div class="levels">
    <${RadioGroup} name=${name} legend=${legend} class="seg--5" value=${value} choices=${choices} choose=${choose} />
    ${withNote && selected && html`<p class="note">${selected.text}</p>`}
  </div>`;
}
