// The filters of the gallery of cards: words, kinds, effects, sources, and the deck of a first game.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { faithIcon } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { EFFECTS, KINDS, SOURCES, emptyFilter, isEmptyFilter } from "./entries.js";

/** @import {Filter} from "./entries" */

const KIND_ICONS = /** @type {Record<string, string>} */ ({
  C: faithIcon("C"),
  P: faithIcon("P"),
  F: "land-france",
  circle: "circle-1",
  M: "die-6",
});

/** @param {{legend: string, values: string[], chosen: Set<string>, change: (chosen: Set<string>) => void,
 *   icon: (value: string) => string, name: (value: string) => string}} props */
function Chips({ legend, values, chosen, change, icon, name }) {
  const toggle = (/** @type {string} */ value) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    change(next);
  };
  return html`<fieldset>
    <legend>${legend}</legend>
    <div class="chips">
      ${values.map((value) => html`<button
        key=${value}
        class="chip"
        type="button"
        aria-pressed=${String(chosen.has(value))}
        onClick=${() => toggle(value)}
      >
        <${Icon} name=${icon(value)} />
        ${name(value)}
      </button>`)}
    </div>
  </fieldset>`;
}

/** @param {{filter: Filter, change: (filter: Filter) => void}} props */
export function GalleryFilters({ filter, change }) {
  const t = useTranslation();
  const onInput = (/** @type {Event} */ event) =>
    change({ ...filter, words: /** @type {HTMLInputElement} */ (event.target).value });
  return html`<form class="gallery__filters" role="search" aria-label=${t("gallery.filters")} onSubmit=${stop}>
    <label class="gallery__search">
      <span>${t("gallery.find")}</span>
      <input type="search" autocomplete="off" value=${filter.words} onInput=${onInput} />
    </label>
    <${Chips}
      legend=${t("gallery.by.kind")}
      values=${KINDS}
      chosen=${filter.kinds}
      change=${(/** @type {Set<string>} */ kinds) => change({ ...filter, kinds })}
      icon=${(/** @type {string} */ kind) => KIND_ICONS[kind]}
      name=${(/** @type {string} */ kind) => t(`gallery.kind.${kind}`)}
    />
    <${Chips}
      legend=${t("gallery.by.effect")}
      values=${EFFECTS}
      chosen=${filter.effects}
      change=${(/** @type {Set<string>} */ effects) => change({ ...filter, effects })}
      icon=${(/** @type {string} */ effect) => `fx-${effect}`}
      name=${(/** @type {string} */ effect) => t(`pages.draft.kind.${effect}`)}
    />
    <${Chips}
      legend=${t("gallery.by.source")}
      values=${SOURCES}
      chosen=${filter.sources}
      change=${(/** @type {Set<string>} */ sources) => change({ ...filter, sources })}
      icon=${(/** @type {string} */ source) => `seal-${source}`}
      name=${(/** @type {string} */ source) => t(`gallery.source.${source}`)}
    />
    <${Chips}
      legend=${t("gallery.by.deck")}
      values=${["first"]}
      chosen=${new Set(filter.firstGame ? ["first"] : [])}
      change=${(/** @type {Set<string>} */ chosen) => change({ ...filter, firstGame: chosen.has("first") })}
      icon=${() => "ui-seat"}
      name=${() => t("gallery.first_game")}
    />
    ${!isEmptyFilter(filter) && html`<button class="btn" type="button" onClick=${() => change(emptyFilter())}>
      ${t("gallery.show_all")}
    </button>`}
  </form>`;
}

/** @param {Event} event */
const stop = (event) => event.preventDefault();
