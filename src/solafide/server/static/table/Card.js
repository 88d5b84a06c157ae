// A card: its face in two sizes, as a thumbnail, and its back.
import { html } from "../vendor/preact.js";
import { hyphenate } from "../core/hyphenate.js";
import { useTranslation } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";

/** @import {CardFace} from "../core/types" */

/** Marks between the emblems of a card. */
const SEPARATORS = [":", ">", "/"];

/** The first letter of a card in CSS classes: "C05" has "c".
 * @param {string} card */
const faithClass = (card) => card[0].toLowerCase();

/** @param {string} mark */
function emblemIcon(mark) {
  return mark.startsWith("land-") ? mark : `fx-${mark}`;
}

/** The emblems from left to right: cost : first effect ▸ second effect.
 * @param {{face: CardFace}} props */
function EmblemRow({ face }) {
  const cost = face.emblems.indexOf(":");
  const first = face.emblems.findIndex((mark, i) => i > cost && !SEPARATORS.includes(mark));
  return html`<span class="card__block">
    <span class="card__no">${face.number}</span>
    ${face.country && html`<${Icon} name=${`land-${face.country}`} />`}
    ${face.emblems.map((mark, i) => {
      if (mark === ":") return html`<${Icon} name="ui-colon" class="then" />`;
      if (mark === "/") return html`<span class="or" aria-hidden="true">/</span>`;
      if (mark === ">") return html`<${Icon} name="ui-then" class="then" />`;
      return html`<${Icon}
        name=${emblemIcon(mark)}
        class=${i < cost ? "cost" : i === first && !face.country ? "" : "second"}
      />`;
    })}
  </span>`;
}

/** @param {{face: CardFace}} props */
function CardFooter({ face }) {
  const t = useTranslation();
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
      <span class="prov__word" aria-hidden="true">${face.source_label}</span>
      <${Icon} name=${`seal-${face.source}`} label=${face.source_text} />
    </span>`}
  </span>`;
}

/** The face of a card. `size` "big" shows its history too, `narrow` hyphenates its name. All other props go to the
 * element; with onClick it is a button.

 * @param {{face: CardFace, size?: "hand" | "big", narrow?: boolean, class?: string, [attribute: string]: unknown}}
 *   props */
export function Card({ face, size = "hand", narrow = false, class: style = "", ...rest }) {
  const tag = rest.onClick ? "button" : "article";
  const type = rest.onClick ? "button" : undefined;
  const t = useTranslation();
  return html`<${tag}
    type=${type}
    class=${`card card--${faithClass(face.card)}${size === "big" ? " card--big" : ""} ${style}`}
    data-card=${face.card}
    ...${rest}
  >
    <span class="card__frame">
      <${EmblemRow} face=${face} />
      <span class="card__name">${narrow ? hyphenate(face.name, t) : face.name}</span>
      <span class="card__text">${face.text.map((line) => html`<span>${line}</span> `)}</span>
      ${size === "big" && face.history && html`<span class="card__history">${face.history}</span>`}
      <${CardFooter} face=${face} />
    </span>
  <//>`;
}

/** The first emblem of a card, for piles.
 * @param {{face: CardFace}} props */
export function CardThumb({ face }) {
  const mark = face.country
    ? `land-${face.country}`
    : emblemIcon(
        face.emblems.filter((each) => !SEPARATORS.includes(each)).at(face.emblems.includes(":") ? 1 : 0) ?? "any",
      );
  return html`<span class=${`thumb thumb--${faithClass(face.card)}`}>
    <span class="thumb__ico"><${Icon} name=${mark} /></span>
  </span>`;
}

/** The back of a faith's cards.
 * @param {{faith: "C" | "P", stacked?: boolean}} props */
export function CardBack({ faith, stacked }) {
  return html`<span class=${`back back--${faith.toLowerCase()}${stacked ? " stacked" : ""}`}>
    <${Icon} name=${faith === "C" ? "back-catholic" : "back-protestant"} />
  </span>`;
}
