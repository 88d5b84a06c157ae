// The computer opponents, by their levels.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @import {Setup} from "../core/types" */

const DOT_DISTANCE_UNITS = 10;
/** Until the levels have come, boxes keep their room. */
const LEVELS = 5;
const EMPTY_BOX = { value: null, name: "\u00A0", text: "\u00A0" };

/** @param {{strength: number, of: number}} props */
const Strength = ({ strength, of }) => html`<svg
  class="strength"
  viewBox=${`0 0 ${of * DOT_DISTANCE_UNITS} ${DOT_DISTANCE_UNITS}`}
  preserveAspectRatio="xMinYMid"
  aria-hidden="true"
>
  ${Array.from({ length: of }, (_, i) => html`<circle
    key=${i}
    cx=${(i + 0.5) * DOT_DISTANCE_UNITS}
    cy=${DOT_DISTANCE_UNITS / 2}
    r="3.4"
    fill=${i < strength ? "currentColor" : "none"}
  />`)}
</svg>`;

/**
 * @param {{setup: Setup | null, name: string, legend: string, value: string, choose: (level: string) => void,
 *   withNote?: boolean}} props withNote: describe the chosen one */
export function LevelPicker({ setup, name, legend, value, choose, withNote = true }) {
  const t = useTranslation();
  const levels = setup?.levels ?? [];
  const selected = levels.find((level) => level.id === value);
  const art = (/** @type {number} */ at) => html`<${Strength} strength=${at + 1} of=${levels.length || LEVELS} />`;
  const choices = setup
    ? levels.map((level, at) => ({
        value: level.id,
        name: level.name,
        text: t(`pages.new.manner.${level.id}`),
        art: art(at),
      }))
    : Array.from({ length: LEVELS }, (_, at) => ({ ...EMPTY_BOX, art: art(at) }));
  return html`<div class="levels" aria-busy=${setup === null}>
    <${RadioGroup}
      name=${name}
      legend=${legend}
      quiet=${withNote && selected ? selected.text : undefined}
      class="seg--5"
      value=${value}
      choices=${choices}
      choose=${(/** @type {string | null} */ level) => level !== null && choose(level)}
    />
  </div>`;
}
