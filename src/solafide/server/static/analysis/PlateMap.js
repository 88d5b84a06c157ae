// The map of the ten circles for a sheet of paper: each in the colour of the faith that has claimed it, with its name.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";

/** @import {CircleFace, CircleView} from "../core/types" */
/** @import {Translate} from "../core/translator" */

const PLATE = new URL("../plate.svg", import.meta.url).pathname;
/** The size of static/plate.svg. */
const WIDTH_UNITS = 1330;
const HEIGHT_UNITS = 860;
/** All ten circles are seen where the map is between 1.4 and 1.78 times as wide as high. */
const VIEW = "0 103 1330 750";

/** Where the number of each circle stands; its name stands below it.
 * @type {Record<number, [number, number]>} */
const LABELS = {
  1: [910, 278],
  2: [709, 278],
  3: [724, 497],
  4: [556, 314],
  5: [640, 419],
  6: [832, 614],
  7: [370, 388],
  8: [535, 485],
  9: [652, 614],
  10: [958, 700],
};
/** @type {[string, number, number][]} */
const PLACES = [
  ["north_sea", 406, 138],
  ["baltic", 1048, 138],
  ["england", 148, 306],
  ["france", 298, 626],
  ["bohemia", 952, 512],
  ["switzerland", 580, 746],
  ["poland", 1132, 314],
  ["hungary", 1185, 660],
];

/** @param {{circles: CircleView[], part: string,
 *   attributes: (owner: "c" | "p" | "") => Record<string, unknown>}} props */
const Regions = ({ circles, part, attributes }) => html`
  ${circles.map(({ circle, owner }) => html`<use
    key=${`${part}${circle}`}
    href=${`${PLATE}#circle-${circle}`}
    width=${WIDTH_UNITS}
    height=${HEIGHT_UNITS}
    ...${attributes(owner === "C" ? "c" : owner === "P" ? "p" : "")}
  />`)}
`;

/** @param {{x: number, y: number, size: number, text: string, [attribute: string]: unknown}} props */
const MapText = ({ x, y, size, text, ...rest }) => html`<text
  x=${x}
  y=${y}
  font-size=${size}
  text-anchor="middle"
  paint-order="stroke"
  stroke-linejoin="round"
  ...${rest}
>
  ${text}
</text>`;

/** @param {{view: CircleView, face: CircleFace}} props */
function CircleLabel({ view, face }) {
  const [x, y] = LABELS[view.circle];
  const owner = view.owner?.toLowerCase();
  const fill = owner === "p" ? "var(--protestant-ink)" : "var(--ink)";
  const halo = owner ? `var(--map-${owner})` : "var(--land)";
  return html`
    <${MapText}
      x=${x}
      y=${y}
      size=${26}
      text=${view.circle}
      font-weight="600"
      fill=${fill}
      stroke=${halo}
      stroke-width="5"
    />
    <${MapText}
      x=${x}
      y=${y + 22}
      size=${21}
      text=${face.short_name}
      font-weight="600"
      fill="var(--ink)"
      stroke=${halo}
      stroke-width="5"
    />
  `;
}

/** What the map shows, for those who do not see it.
 * @param {CircleView[]} circles
 * @param {CircleFace[]} faces
 * @param {Translate} t */
export function mapText(circles, faces, t) {
  const names = (/** @type {string | null} */ owner) =>
    circles.filter((view) => view.owner === owner).map(({ circle }) => `${circle} ${faces[circle - 1].short_name}`);
  const side = (/** @type {"C" | "P"} */ faith) =>
    `${t(`pages.result.side.${faith}`)}: ${names(faith).join(", ") || t("pages.result.nothing")}`;
  return `${t("result.map")} ${side("C")}. ${side("P")}.`.replaceAll("..", ".");
}

/** The patterns of the two faiths: lines in both directions for Catholics, in one for Protestants. */
const Hatching = () => html`
  <defs>
    <pattern id="plate-c" width="7" height="7" patternUnits="userSpaceOnUse">
      <path d="M2 0V7M0 2H7" stroke="var(--map-c-line)" stroke-width=".9" opacity=".5" />
    </pattern>
    <pattern id="plate-p" width="7" height="7" patternUnits="userSpaceOnUse">
      <path d="M2 0V7" stroke="var(--map-p-line)" stroke-width="1" opacity=".5" />
    </pattern>
  </defs>
`;

/** The lands and seas around the circles. */
function PlaceNames() {
  const t = useTranslation();
  return html`
    ${PLACES.map(([name, x, y]) => html`<${MapText}
      key=${name}
      x=${x}
      y=${y}
      size=${20}
      text=${t(`result.place.${name}`)}
      font-style="italic"
      letter-spacing="2"
      fill="var(--ink-3)"
      stroke="none"
    />`)}
  `;
}

/** All colours are attributes, so that the drawing is the same in a file of its own.
 * @param {{circles: CircleView[], faces: CircleFace[], [attribute: string]: unknown}} props */
export function PlateMap({ circles, faces, ...rest }) {
  const t = useTranslation();
  const part = (/** @type {string} */ name) => html`<use
    href=${`${PLATE}#${name}`}
    width=${WIDTH_UNITS}
    height=${HEIGHT_UNITS}
  />`;
  return html`<svg
    viewBox=${VIEW}
    preserveAspectRatio="xMidYMid slice"
    role="img"
    aria-label=${mapText(circles, faces, t)}
    ...${rest}
  >
    <${Hatching} />
    ${part("ground")}
    <${Regions}
      circles=${circles}
      part="f"
      attributes=${(/** @type {string} */ owner) => ({
        fill: owner ? `var(--map-${owner})` : "var(--land)",
      })}
    />
    <${Regions}
      circles=${circles.filter(({ owner }) => owner)}
      part="h"
      attributes=${(/** @type {string} */ owner) => ({
        fill: `url(#plate-${owner})`,
      })}
    />
    ${part("signs")}
    <${Regions}
      circles=${circles}
      part="e"
      attributes=${(/** @type {string} */ owner) => ({
        fill: "none",
        stroke: owner ? `var(--map-${owner}-line)` : "var(--map-line)",
        "stroke-width": 3,
        "stroke-linejoin": "round",
      })}
    />
    <g aria-hidden="true">
      <${PlaceNames} />
      ${circles.map((view) => html`<${CircleLabel} key=${view.circle} view=${view} face=${faces[view.circle - 1]} />`)}
    </g>
  </svg>`;
}
