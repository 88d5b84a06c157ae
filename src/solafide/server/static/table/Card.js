// A card: its face in several sizes, as a thumbnail, and its back.
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { hyphenate } from "../core/hyphenate.js";
import { useTranslation } from "../core/i18n.js";
import { settings } from "../core/settings.js";
import { Icon } from "../ui/Icon.js";
import { Vignette } from "../ui/Vignette.js";

/** @import {CardFace, ResultFace} from "../core/types" */
/** @typedef {{text: string, state: string}} Step */
/** hand: among others; strip: in the hand of a phone; large: with its history
 * @typedef {"hand" | "strip" | "large"} CardSize */

/** Marks between the emblems of a card, and their class. */
const SEPARATORS = /** @type {Record<string, string>} */ ({ ":": "cost", ">": "then", "/": "or" });

/** Words of so many letters fit the name of a card in one piece.
 * @type {Record<CardSize, number>} */
const UNBROKEN_LETTERS = { hand: 13, strip: 8, large: 20 };

/** The smallest type of a card of fixed height, in steps from the largest, 0: css/cards.css. */
const MAX_TYPE_STEP = 5;

/** The first letter of a card in CSS classes: "C05" has "c".
 * @param {string} card */
const faithClass = (card) => card[0].toLowerCase();

/** @param {string} mark */
const emblemIcon = (mark) => (mark.startsWith("land-") ? mark : `fx-${mark}`);

/** The emblems in the order of the card: cost, then its effects.
 * @param {{emblems: string[], country?: string | null}} props */
function Emblems({ emblems, country }) {
  return html`<span class="spine__fx" data-many=${emblems.length > 3 ? "" : undefined}>
    ${country && html`<${Icon} name=${`land-${country}`} />`}
    ${emblems.map((mark) =>
      SEPARATORS[mark] ? (
        html`<i class=${`sep sep--${SEPARATORS[mark]}`} aria-hidden="true"></i>`
      ) : (
        html`<${Icon} name=${emblemIcon(mark)} />`
      ),
    )}
  </span>`;
}

/** The spine with number and emblems, and the picture.
 * @param {{number: unknown, emblems: string[], picture: string | null, country?: string | null}} props */
export const CardTop = ({ number, emblems, picture, country }) => html`<span class="card__top">
  <span class="spine"><b class="card__no">${number}</b><${Emblems} emblems=${emblems} country=${country} /></span>
  <span class="card__picture"><${Vignette} picture=${picture} /></span>
</span>`;

/** @param {{source: string, text: string, label: string}} props */
export const SourceSeal = ({ source, text, label }) =>
  source !== "printed" && html`<span class="prov" title=${text}>
    <span class="prov__word" aria-hidden="true">${label}</span>
    <${Icon} name=${`seal-${source}`} label=${text} />
  </span>`;

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
    </span>
    <${SourceSeal} source=${face.source} text=${face.source_text} label=${face.source_label} />
  </span>`;
}

/** The lines of the text, the effects that are done or being carried out marked.
 * @param {string[]} lines
 * @param {Step[]} steps
 * @returns {{text: string, state: string}[]} */
export function markedLines(lines, steps) {
  const stateOf = new Map(steps.map((step) => [step.text, step.state]));
  if (steps.length && !lines.some((line) => stateOf.has(line))) return steps;
  return lines.map((text) => ({ text, state: stateOf.get(text) ?? "" }));
}

/** The type that was found for each face, by what it depends on: measuring it lays out the page several times.
 * @type {WeakMap<object, Map<string, number>>} */
const fittingTypes = new WeakMap();

/** @param {HTMLElement} card
 * @returns {number} */
function measureFittingType(card) {
  const text = card.querySelector(".card__text");
  if (!text) return 0;
  card.dataset.fitting = "";
  let type = 0;
  for (; type < MAX_TYPE_STEP; type += 1) {
    card.dataset.type = String(type);
    if (text.scrollHeight <= text.clientHeight + 1) break;
  }
  delete card.dataset.fitting;
  return type;
}

/** What the type depends on, besides the face: the window, the text, and the place or the size of the card.
 * @param {HTMLElement} card
 * @param {string} where */
function fittingKey(card, where) {
  return [where, innerWidth, innerHeight, card.textContent?.length, settings().cardText].join(" ");
}

/** The place of a card: cards in one place have one size, so it can stand for the size that is not laid out yet.
 * @param {HTMLElement} card */
function placeKey(card) {
  const place = card.closest("ol,section");
  return fittingKey(card, `${place?.className} ${place?.getAttribute("data-count")}`);
}

/** Give a card of fixed height the largest type in which all of its text fits.
 * @param {HTMLElement} card
 * @param {CardFace | ResultFace} face */
function fitText(card, face) {
  const known = fittingTypes.get(face) ?? new Map();
  const key = fittingKey(card, `${card.offsetWidth}x${card.offsetHeight}`);
  const type = known.get(key) ?? measureFittingType(card);
  card.dataset.type = String(type);
  // With another font the text will have another height.
  if (document.fonts.status === "loaded" && card.offsetWidth)
    fittingTypes.set(face, known.set(key, type).set(placeKey(card), type));
}

/** Fit the text before the card is first painted, and again when its size or its face changes.
 * @param {CardFace | ResultFace} face
 * @param {boolean} isFixed whether the card has a fixed height
 * @returns {{current: HTMLElement | null}} for the element of the card */
function useFittingText(face, isFixed) {
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const element = card.current;
    if (!element || !isFixed) return undefined;
    const type = fittingTypes.get(face)?.get(placeKey(element));
    if (type === undefined) fitText(element, face);
    else element.dataset.type = String(type);
    // The browser calls it for the present size too, after it has laid out the page.
    const observer = new ResizeObserver(() => fitText(element, face));
    observer.observe(element);
    return () => observer.disconnect();
  }, [face, isFixed]);
  return card;
}

/** The face of a card; `steps` are those of a card that is being carried out. All other
 * props go to the element; with onClick it is a button.
 * @param {{face: CardFace, size?: CardSize, steps?: Step[], class?: string, [attribute: string]: unknown}} props */
export function Card({ face, size = "hand", steps = [], class: style = "", ...rest }) {
  const tag = rest.onClick ? "button" : "article";
  const type = rest.onClick ? "button" : undefined;
  const t = useTranslation();
  const card = useFittingText(face, size === "hand");
  return html`<${tag}
    type=${type}
    ref=${card}
    class=${classNames(
      `card card--${faithClass(face.card)} card--${size}`,
      face.military && "card--military",
      face.persistent && "card--persistent",
      style,
    )}
    data-card=${face.card}
    ...${rest}
  >
    <${CardTop} number=${face.number} emblems=${face.emblems} picture=${face.picture} country=${face.country} />
    <span class="card__name">${hyphenate(face.name, t, UNBROKEN_LETTERS[size])}</span>
    <span class="card__text">
      ${markedLines(face.text, steps).map(({ text, state }) => html`
        <span class=${state && `is-${state}`}>${text}</span> `)}
    </span>
    ${size === "large" && face.history && html`<span class="card__history">${face.history}</span>`}
    <${CardFooter} face=${face} />
  <//>`;
}

/** A result of the Military Chart, in the same form.
 * @param {{result: ResultFace, steps?: Step[], size?: CardSize, [attribute: string]: unknown}} props */
export function ChartResult({ result, steps = [], size = "hand", ...rest }) {
  const tag = rest.onClick ? "button" : "article";
  const card = useFittingText(result, size === "hand");
  return html`<${tag}
    type=${rest.onClick ? "button" : undefined}
    ref=${card}
    class=${`card card--m card--${size}`}
    ...${rest}
  >
    <${CardTop}
      number=${html`<${Icon} name=${`die-${result.roll}`} />`}
      emblems=${result.emblems}
      picture=${result.picture}
    />
    <span class="card__name">${result.name}</span>
    <span class="card__text">
      ${markedLines(result.text, steps).map(({ text, state }) => html`
        <span class=${state && `is-${state}`}>${text}</span> `)}
    </span>
    <span class="card__foot">
      <span class="flags"></span>
      <${SourceSeal} source=${result.source} text=${result.source_text} label="" />
    </span>
  <//>`;
}

/** A card in little: its picture, or its first emblem if it has none.
 * @param {{face: CardFace}} props */
export function CardThumb({ face }) {
  const emblems = face.emblems.filter((each) => !SEPARATORS[each]);
  const mark = face.country
    ? `land-${face.country}`
    : emblemIcon(emblems.at(face.emblems.includes(":") ? 1 : 0) ?? "any");
  return html`<span class=${`thumb thumb--${faithClass(face.card)}`}>
    ${face.picture ? (
      html`<${Vignette} picture=${face.picture} />`
    ) : (
      html`<span class="thumb__ico"><${Icon} name=${mark} /></span>`
    )}
  </span>`;
}

/** The back of a faith's cards.
 * @param {{faith: "C" | "P", stacked?: boolean}} props */
export function CardBack({ faith, stacked }) {
  return html`<span class=${`back back--${faith.toLowerCase()}${stacked ? " stacked" : ""}`}>
    <${Icon} name=${faith === "C" ? "back-catholic" : "back-protestant"} />
  </span>`;
}
