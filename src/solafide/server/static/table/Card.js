// A card as it lies on the table: readable, large, as a thumb, or its back.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { breakable } from "../core/hyphenate.js";
import { Icon } from "../ui/Icon.js";

/** @import {CardFace} from "../core/types" */

/** What stands between two emblems. */
const MARKS = [":", ">", "/"];

/** @param {string} card "C05": c, "F07": f */
const party = (card) => card[0].toLowerCase();

/** @param {string} mark */
function emblem(mark) {
  return mark.startsWith("land-") ? mark : `fx-${mark}`;
}

/** The emblems from left to right: cost : first effect ▸ second effect.
 * @param {{face: CardFace}} props */
function Block({ face }) {
  const cost = face.block.indexOf(":");
  const first = face.block.findIndex((mark, i) => i > cost && !MARKS.includes(mark));
  return html`<span class="card__block">
    <span class="card__no">${face.number}</span>
    ${face.country && html`<${Icon} name=${`land-${face.country}`} />`}
    ${face.block.map((mark, i) => {
      if (mark === ":") return html`<${Icon} name="ui-colon" class="then" />`;
      if (mark === "/") return html`<span class="or" aria-hidden="true">/</span>`;
      if (mark === ">") return html`<${Icon} name="ui-then" class="then" />`;
      return html`<${Icon}
        name=${emblem(mark)}
        class=${i < cost ? "cost" : i === first && !face.country ? "" : "second"}
      />`;
    })}
  </span>`;
}

/** @param {{face: CardFace}} props */
function Foot({ face }) {
  const t = useTexts();
  return html`<span class="card__foot">
    <i>${face.year}</i>
    <span class="flags">
      ${face.military && html`<span class="flag" title=${t("table.card.military")}>
        <${Icon} name="fx-military" label=${t("table.card.military")} />
      </span>`}
      ${face.persistent && html`<span class="flag" title=${t("table.card.persistent")}>
        <${Icon} name="fx-persistent" label=${t("table.card.persistent")} />
      </span>`}
      ${face.first_game && html`<span class="flag flag--first" title=${t("table.card.first_game")}>
        <span aria-hidden="true">${t("table.card.first")}</span>
        <span class="sr">${t("table.card.first_game")}</span>
      </span>`}
    </span>
    ${face.source !== "printed" && html`<span class="prov" title=${face.source_text}>
      <span class="prov__word" aria-hidden="true">${face.source_word}</span>
      <${Icon} name=${`seal-${face.source}`} label=${face.source_text} />
    </span>`}
  </span>`;
}

/** A readable card; `size` "big" shows its history too, `narrow` breaks long words. Whatever else is given goes to
 *   the element (onClick makes
 * it a button).
 * @param {{face: CardFace, size?: "hand" | "big", narrow?: boolean, class?: string, [attribute: string]: unknown}}
 *   props */
export function Card({ face, size = "hand", narrow = false, class: style = "", ...rest }) {
  const tag = rest.onClick ? "button" : "article";
  const type = rest.onClick ? "button" : undefined;
  const t = useTexts();
  return html`<${tag}
    type=${type}
    class=${`card card--${party(face.card)}${size === "big" ? " card--big" : ""} ${style}`}
    data-card=${face.card}
    ...${rest}
  >
    <span class="card__frame">
      <${Block} face=${face} />
      <span class="card__name">${narrow ? breakable(face.name, t) : face.name}</span>
      <span class="card__text">${face.text.map((line) => html`<span>${line}</span> `)}</span>
      ${size === "big" && face.history && html`<span class="card__history">${face.history}</span>`}
      <${Foot} face=${face} />
    </span>
  <//>`;
}

/** The emblem of a card alone, for piles.
 * @param {{face: CardFace}} props */
export function Thumb({ face }) {
  const mark = face.country
    ? `land-${face.country}`
    : emblem(face.block.filter((one) => !MARKS.includes(one)).at(face.block.includes(":") ? 1 : 0) ?? "any");
  return html`<span class=${`thumb thumb--${party(face.card)}`}>
    <span class="thumb__ico"><${Icon} name=${mark} /></span>
  </span>`;
}

/** The back of a faith's cards.
 * @param {{faith: "C" | "P", stacked?: boolean}} props */
export function Back({ faith, stacked }) {
  return html`<span class=${`back back--${faith.toLowerCase()}${stacked ? " stacked" : ""}`}>
    <${Icon} name=${faith === "C" ? "back-catholic" : "back-protestant"} />
  </span>`;
}
