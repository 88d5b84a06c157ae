// The computer opponents, by their levels.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @import {Setup} from "../core/types" */

const DOT_DISTANCE_UNITS = 10;
const LEVELS = 5;

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

/** Keeps the room of the levels until they have come; nothing in it can be chosen.
 * @param {{legend: string}} props */
const EmptyBoxes = ({ legend }) => html`<fieldset>
  <legend class="head2">${legend}</legend>
  <div class="seg seg--5" aria-hidden="true">
    ${Array.from({ length: LEVELS }, (_, at) => html`<label key=${at}>
      <${Strength} strength=${at + 1} of=${LEVELS} />
      <span>\u00A0<small>\u00A0</small></span>
    </label>`)}
  </div>
</fieldset>`;

/**
 * @param {{setup: Setup | null, name: string, legend: string, value: string, choose: (level: string) => void,
 *   withNote?: boolean}} props withNote: describe the chosen one */
export function LevelPicker({ setup, name, legend, value, choose, withNote = true }) {
  const t = useTranslation();
  if (!setup) return html`<div class="levels" aria-busy="true"><${EmptyBoxes} legend=${legend} /></div>`;
  const { levels } = setup;
  const selected = levels.find((level) => level.id === value);
  const choices = levels.map((level, at) => ({
    value: level.id,
    name: level.name,
    text: t(`pages.new.manner.${level.id}`),
    art: html`<${Strength} strength=${at + 1} of=${levels.length} />`,
  }));
  return html`<div class="levels">
    <${RadioGroup}
      name=${name}
      legend=${legend}
      quiet=${withNote && selected ? selected.text : undefined}
      class="seg--5"
      value=${value}
      choices=${choices}
      choose=${choose}
    />
  </div>`;
}
