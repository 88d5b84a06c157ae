// An Imperial Circle as it is printed: points, territories of both sides, the first space of the power, and the map.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { faithIcon } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";

/** @import {CircleFace, Estate} from "../core/types" */

const MAP = new URL("../map.svg", import.meta.url).pathname;
const CIRCLES = Array.from({ length: 10 }, (_, at) => at + 1);
/** @type {Estate[]} */
const ESTATES = ["nobility", "commoners"];

/** @param {{circle: number}} props */
const CircleOnMap = ({ circle }) => html`<svg
  class="circle-sheet__map"
  viewBox="0 0 1740 660"
  preserveAspectRatio="xMidYMid slice"
  aria-hidden="true"
>
  <use href=${`${MAP}#ground`} />
  ${CIRCLES.map((each) => html`<use
    key=${each}
    class=${each === circle ? "region region--here" : "region"}
    href=${`${MAP}#circle-${each}`}
  />`)}
  <use href=${`${MAP}#signs`} />
  ${CIRCLES.map((each) => html`<use key=${each} class="region-edge" href=${`${MAP}#circle-${each}`} />`)}
</svg>`;

/** @param {{face: CircleFace, side: Estate, level: "h2" | "h4"}} props */
function Territories({ face, side, level }) {
  const t = useTranslation();
  const printed = (/** @type {"C" | "P" | "N"} */ print) => t(`table.faith.${print}`);
  return html`<section>
    <${level}><${Icon} name=${`estate-${side}`} /> ${t(`table.estate.${side}`)}<//>
    <ol>
      ${face[side].map(({ print, name }, at) => html`<li key=${at}>
        ${print === "N" ? (
          html`<span class="circle-sheet__neutral" role="img" aria-label=${printed(print)}></span>`
        ) : (
          html`<span class=${`mark mark--${print.toLowerCase()}`}>
            <${Icon} name=${faithIcon(print)} label=${printed(print)} />
          </span>`
        )}
        ${name}
      </li>`)}
    </ol>
  </section>`;
}

/** @param {{face: CircleFace, level?: "h2" | "h4"}} props level: of the headings of its sides */
export function CircleSheet({ face, level = "h2" }) {
  const t = useTranslation();
  return html`<article class="circle-sheet">
    <${CircleOnMap} circle=${face.circle} />
    <div class="circle-sheet__in">
      <${Icon} name=${`circle-${face.circle}`} class="circle-sheet__emblem" />
      <p class="circle-sheet__points">${t("table.points", { n: face.points })}</p>
      ${ESTATES.map((side) => html`<${Territories} key=${side} face=${face} side=${side} level=${level} />`)}
      <p>${t("table.track", { space: t(`table.space.${face.start}`) })}</p>
      <p>
        ${face.below.length ? t("gallery.opens", { one: face.below[0], two: face.below[1] }) : t("gallery.opens_none")}
      </p>
    </div>
  </article>`;
}
