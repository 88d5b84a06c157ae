// The broadsheet as one drawing of 4 to 5, to save and to share.
import { html } from "../vendor/preact.js";
import { PlateMap } from "./PlateMap.js";
import { INITIAL_LINES, storyColumns } from "./storyColumns.js";
import { WaxSeal } from "./WaxSeal.js";

/** @import {CardSetFaces, Moment} from "../core/types" */
/** @import {SheetContent, SheetSide} from "./sheetContent" */
/** @import {StoryColumns} from "./storyColumns" */
/** @typedef {(text: string, font: string, size: number) => number} MeasureText */

/** Units of the drawing; a saved file has more pixels. */
export const PICTURE_WIDTH_UNITS = 1200;
export const PICTURE_HEIGHT_UNITS = 1500;
const SPRITE = new URL("../art.svg", import.meta.url).pathname;
const SERIF = "EB Garamond";
const DISPLAY = "Grenze Gotisch";
const MARGIN_UNITS = 76;
const INNER_WIDTH_UNITS = PICTURE_WIDTH_UNITS - 2 * MARGIN_UNITS;
const COLUMN_GAP_UNITS = 40;
const COLUMN_WIDTH_UNITS = (INNER_WIDTH_UNITS - 2 * COLUMN_GAP_UNITS) / 3;
const MAP_TOP_UNITS = 312;
const MIN_MAP_HEIGHT_UNITS = 600;
const SCORE_HEIGHT_UNITS = 128;
const STORY_BOTTOM_UNITS = 1392;
const FOOT_BASELINE_UNITS = 1436;
const MAX_TITLE_LETTER_UNITS = 100;
const MAX_NAME_WIDTH_UNITS = 280;

/** @param {string} text
 * @param {number} size
 * @param {number} width
 * @param {(text: string, size: number) => number} measure
 * @returns {number} the size in which the text is not wider */
const fittedSize = (text, size, width, measure) => Math.min(size, (size * width) / Math.max(1, measure(text, size)));

/** @param {{story: StoryColumns, initial: string, capital: number, top: number}} props */
function StoryText({ story, initial, capital, top }) {
  const { size, leading, columns } = story;
  return html`<g font-family=${SERIF} font-size=${size} fill="var(--ink)">
    ${columns.map((lines, column) => {
      const x = MARGIN_UNITS + column * (COLUMN_WIDTH_UNITS + COLUMN_GAP_UNITS);
      return html`
        ${column > 0 && html`<path
          d=${`M${x - COLUMN_GAP_UNITS / 2} ${top}v${story.rows * leading}`}
          stroke="var(--hairline)"
          stroke-width="1.5"
        />`}
        ${lines.map((line, row) => html`<text
          x=${column === 0 && row < INITIAL_LINES ? x + capital : x}
          y=${top + row * leading + size * 0.95}
        >
          ${line}
        </text>`)}
      `;
    })}
    <text
      x=${MARGIN_UNITS}
      y=${top + leading + size * 0.95}
      font-family=${DISPLAY}
      font-weight="600"
      font-size=${size * 2.6}
    >
      ${initial}
    </text>
  </g>`;
}

/** @param {{side: SheetSide, y: number, measure: MeasureText}} props */
function Side({ side, y, measure }) {
  const { faith, name, points, won } = side;
  const isRight = faith === "P";
  const x = (/** @type {number} */ fromEdge) =>
    isRight ? PICTURE_WIDTH_UNITS - MARGIN_UNITS - fromEdge : MARGIN_UNITS + fromEdge;
  const anchor = isRight ? "end" : "start";
  const beside = 124 + measure(String(points), DISPLAY, 92) + 20;
  const size = fittedSize(name, 32, MAX_NAME_WIDTH_UNITS, (text, each) => measure(text, SERIF, each));
  const small = fittedSize(won, 23, MAX_NAME_WIDTH_UNITS, (text, each) => measure(text, SERIF, each));
  return html`
    <${WaxSeal} faith=${faith} x=${isRight ? x(108) : x(0)} y=${y + 10} width="108" height="108" />
    <text
      x=${x(124)}
      y=${y + 94}
      text-anchor=${anchor}
      font-family=${DISPLAY}
      font-weight="600"
      font-size="92"
      fill=${isRight ? "var(--protestant-ink)" : "var(--ink)"}
    >
      ${points}
    </text>
    <text
      x=${x(beside)}
      y=${y + 60}
      text-anchor=${anchor}
      font-family=${SERIF}
      font-weight="600"
      font-size=${size}
      fill="var(--ink)"
    >
      ${name}
    </text>
    <text x=${x(beside)} y=${y + 92} text-anchor=${anchor} font-family=${SERIF} font-size=${small} fill="var(--ink-2)">
      ${won}
    </text>
  `;
}

/** @param {{content: SheetContent, measure: MeasureText}} props */
function Heading({ content, measure }) {
  const { over, title, date } = content;
  const size = fittedSize(title, MAX_TITLE_LETTER_UNITS, INNER_WIDTH_UNITS - 20, (text, each) =>
    measure(text, DISPLAY, each),
  );
  const middle = { x: PICTURE_WIDTH_UNITS / 2, "text-anchor": "middle", fill: "var(--ink)" };
  return html`
    <text ...${middle} y="112" font-family=${SERIF} font-style="italic" font-size="30" fill="var(--ink-2)">
      ${over}
    </text>
    <text ...${middle} y="214" font-family=${DISPLAY} font-weight="600" font-size=${size}>${title}</text>
    <text ...${middle} y="280" font-family=${DISPLAY} font-weight="600" font-size="46">${date}</text>
  `;
}

/** An empty box around the drawing, or around a part of it.
 * @param {{inset: number, y: number, height: number, width: number}} props width: of the line */
const Box = ({ inset, y, height, width }) => html`<rect
  x=${inset}
  y=${y}
  width=${PICTURE_WIDTH_UNITS - 2 * inset}
  height=${height}
  fill="none"
  stroke="var(--ink)"
  stroke-width=${width}
/>`;

const CORNER = `${SPRITE}#ornament-corner`;
const Frame = () => html`
  <rect width=${PICTURE_WIDTH_UNITS} height=${PICTURE_HEIGHT_UNITS} fill="var(--sheet)" />
  ${[
    [2, 2],
    [22, 9],
  ].map(([inset, width]) => html`<${Box}
    inset=${inset}
    y=${inset}
    height=${PICTURE_HEIGHT_UNITS - 2 * inset}
    width=${width}
  />`)}
  <use href=${CORNER} x="44" y="44" width="104" height="104" />
  <use href=${CORNER} x="44" y="44" width="104" height="104" transform=${`matrix(-1 0 0 1 ${PICTURE_WIDTH_UNITS} 0)`} />
`;

/** @param {{left: string, right: string}} props the texts on both sides of the ornament in the middle */
const Footer = ({ left, right }) => html`<g
  transform=${`translate(${PICTURE_WIDTH_UNITS / 2} ${FOOT_BASELINE_UNITS})`}
  font-family=${SERIF}
  font-size="24"
  fill="var(--ink-2)"
>
  <text x="-30" text-anchor="end">${left}</text>
  <use href=${`${SPRITE}#fleuron`} x="-16" y="-26" width="32" height="32" />
  <text x="30">${right}</text>
</g>`;

/** @param {{moment: Moment, faces: CardSetFaces, content: SheetContent, measure: MeasureText}} props */
export function BroadsheetPicture({ moment, faces, content, measure }) {
  const text = content.story.join(" ");
  const [initial = ""] = text;
  const capitalOf = (/** @type {number} */ size) => measure(initial, DISPLAY, size * 2.6) + size * 0.3;
  const height = STORY_BOTTOM_UNITS - MAP_TOP_UNITS - MIN_MAP_HEIGHT_UNITS - SCORE_HEIGHT_UNITS - 44;
  const space = { width: COLUMN_WIDTH_UNITS, height, initial: capitalOf };
  const story = storyColumns(text.slice(initial.length), space, (line, size) => measure(line, SERIF, size));
  const top = STORY_BOTTOM_UNITS - story.rows * story.leading;
  const scoreTop = top - SCORE_HEIGHT_UNITS - 26;
  const mapHeight = scoreTop - MAP_TOP_UNITS - 12;
  const [catholic, protestant] = content.sides;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox=${`0 0 ${PICTURE_WIDTH_UNITS} ${PICTURE_HEIGHT_UNITS}`}
    style=${{ "--paper": "var(--sheet)" }}
  >
    <${Frame} />
    <${Heading} content=${content} measure=${measure} />
    <g font-family=${SERIF}>
      <${PlateMap}
        circles=${moment.view.circles}
        faces=${faces.circles}
        x=${MARGIN_UNITS}
        y=${MAP_TOP_UNITS}
        width=${INNER_WIDTH_UNITS}
        height=${mapHeight}
      />
    </g>
    ${[0, 6].map((gap) => html`<${Box}
      inset=${MARGIN_UNITS - gap}
      y=${MAP_TOP_UNITS - gap}
      height=${mapHeight + 2 * gap}
      width=${2}
    />`)}
    <${Side} side=${catholic} y=${scoreTop} measure=${measure} />
    <${Side} side=${protestant} y=${scoreTop} measure=${measure} />
    <path
      d=${`M${MARGIN_UNITS} ${top - 19}h${INNER_WIDTH_UNITS}m0 6H${MARGIN_UNITS}`}
      stroke="var(--ink)"
      stroke-width="2"
    />
    <${StoryText} story=${story} initial=${initial} capital=${capitalOf(story.size)} top=${top} />
    <${Footer} left=${content.foot} right=${content.end} />
  </svg>`;
}
