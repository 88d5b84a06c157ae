// The chart of winning chances, drawn to the width it has, so that its letters are never small.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { navigate } from "../core/router.js";
import { useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";

/** @import {AnalysisSaid, Faith, Lang} from "../core/types" */
/** @typedef {NonNullable<AnalysisSaid["report"]>} Report */
/**
 * @typedef {object} Plan where things are drawn; a unit is a sixteenth of the root's type size
 * @property {number} unit
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {boolean} narrow
 * @property {(step: number) => number} x
 * @property {(chance: number) => number} y
 */
/** @typedef {(label: string) => void} Point says what one points at */
/** @typedef {{report: Report, at: Plan, game: string, point: Point}} Marks */

const NARROW = 560; // units
const LANE = 25;
const MARK = 10;

/** @param {Report} report
 * @param {number} width
 * @param {number} unit
 * @returns {Plan} */
function plan(report, width, unit) {
  const narrow = width < NARROW * unit;
  const height = narrow ? 210 * unit : Math.min(330 * unit, width * 0.42);
  const left = (narrow ? 28 : 40) * unit;
  const right = width - 12 * unit;
  const top = 8 * unit;
  const bottom = top + height;
  const first = report.chances[0].step;
  const span = Math.max(1, report.chances[report.chances.length - 1].step - first);
  const x = (/** @type {number} */ step) => left + ((step - first) / span) * (right - left);
  return { unit, left, right, top, bottom, narrow, x, y: (chance) => bottom - chance * height };
}

/** Marks in a row that would touch one another go into the next row.
 * @param {{step: number}[]} marks
 * @param {Plan} at */
function lanes(marks, at) {
  /** @type {number[]} */
  const ends = [];
  return marks.map((mark) => {
    const x = Math.min(Math.max(at.x(mark.step), at.left), at.right);
    let lane = ends.findIndex((end) => x - end >= (2 * MARK + 4) * at.unit);
    if (lane < 0) lane = ends.length;
    ends[lane] = x;
    return { step: mark.step, x, y: at.bottom + (16 + lane * LANE) * at.unit, lane };
  });
}

/** The chance at a step, or before it where nothing was judged just then.
 * @param {Report} report
 * @param {number} step */
const chanceAt = (report, step) => (report.chances.findLast((point) => point.step <= step) ?? report.chances[0]).open;

/** Whoever had one seat looks at the game from there; the others from that of the Catholics.
 * @param {Faith[]} own
 * @returns {Faith} */
export const sideOf = (own) => (own.length === 1 ? own[0] : "C");

/** The same report in the chances of one side.
 * @param {Report} report
 * @param {Faith} side
 * @returns {Report} */
function seenFrom(report, side) {
  if (side === "C") return report;
  const chances = report.chances.map((point) => ({
    ...point,
    open: 1 - point.open,
    seen: 1 - point.seen,
    seen_C: 1 - point.seen_C,
    seen_P: 1 - point.seen_P,
  }));
  return { ...report, chances };
}

/** Numbers of the turning points, off the curve and off each other.
 * @param {Report} report
 * @param {Plan} at */
function numbers(report, at) {
  /** @type {{x: number, y: number}[]} */
  const taken = [];
  return report.turning_points.map(({ step }) => {
    const x = at.x(step);
    const y = at.y(chanceAt(report, step));
    const rises = chanceAt(report, step) >= chanceAt(report, step - 1);
    const offers = [30, 52, 74, 96]
      .flatMap((far) => (rises ? [-far, far] : [far, -far]))
      .map((far) => y + far * at.unit);
    const inside = offers.filter((place) => place > at.top + 14 * at.unit && place < at.bottom - 14 * at.unit);
    const free = inside.find((place) =>
      taken.every((other) => Math.hypot(other.x - x, other.y - place) > 28 * at.unit),
    );
    const place = { x, y: free ?? inside[0] ?? y };
    taken.push(place);
    return { ...place, foot: y };
  });
}

/** What one's own seat could know; for whoever had none, or both, the mean.
 * @param {Faith[]} own
 * @returns {"seen" | "seen_C" | "seen_P"} */
const seenBy = (own) => (own.length === 1 ? `seen_${own[0]}` : "seen");

/** @param {Report} report
 * @param {Plan} at
 * @param {"open" | "seen" | "seen_C" | "seen_P"} which */
const line = (report, at, which) =>
  report.chances.map((point) => `${at.x(point.step).toFixed(1)} ${at.y(point[which]).toFixed(1)}`).join("L");

/** The first step of every tenth turn, or twentieth.
 * @param {Report} report
 * @param {Plan} at */
function ticks(report, at) {
  const every = at.narrow ? 20 : 10;
  const last = report.chances[report.chances.length - 1].turn;
  return Array.from({ length: Math.floor(last / every) }, (_, n) => (n + 1) * every).map((turn) => {
    const point = report.chances.find((each) => each.turn >= turn);
    return { turn, x: at.x(point?.step ?? 0) };
  });
}

/** @param {number} chance
 * @param {Lang} lang */
export const percent = (chance, lang) =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(chance);

/** A place of the drawing that opens its moment, and is told below the chart when one points at it.
 * @param {{game: string, step: number, label: string, x: number, y: number, unit: number, point: Point, children?:
 *   import("../vendor/preact").Child}} props */
function Spot({ game, step, label, x, y, unit, point, children }) {
  const path = `/game/${game}/at/${step}`;
  const go = (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(path);
    scrollTo(0, 0);
  };
  return html`<a
    href=${path}
    aria-label=${label}
    onClick=${go}
    onMouseEnter=${() => point(label)}
    onFocus=${() => point(label)}
  >
    <circle class="ring" cx=${x} cy=${y} r=${15.5 * unit} />
    <g aria-hidden="true"><circle class="hit" cx=${x} cy=${y} r=${13 * unit} />${children}</g>
  </a>`;
}

/** @param {Marks} props */
function Claims({ report, at, game, point }) {
  const t = useTexts();
  return lanes(report.claims, at).map(({ x, y }, n) => {
    const { step, circle, by, text } = report.claims[n];
    const half = MARK * at.unit;
    const mark =
      by === "C" ? (
        html`<rect class="mk-c" x=${x - half} y=${y - half} width=${2 * half} height=${2 * half} />`
      ) : (
        html`<circle class="mk-p" cx=${x} cy=${y} r=${half} />`
      );
    return html`<${Spot}
      key=${n}
      game=${game}
      step=${step}
      label=${t("pages.result.claim", { circle, text })}
      x=${x}
      y=${y}
      unit=${at.unit}
      point=${point}
    >
      ${mark}
      <text class="on" x=${x} y=${y} dy=".34em">${circle}</text>
    <//>`;
  });
}

/** @param {Marks} props */
function Turning({ report, at, game, point }) {
  const t = useTexts();
  return numbers(report, at).map(({ x, y, foot }, n) => {
    const label = `${t("pages.result.turning_point", { n: n + 1 })}: ${report.turning_points[n].text}`;
    return html`
      <line key=${`l${n}`} class="axis" x1=${x} x2=${x} y1=${foot} y2=${y} />
      <circle key=${`d${n}`} class="turnpt" cx=${x} cy=${foot} r=${4 * at.unit} />
      <${Spot}
        key=${n}
        game=${game}
        step=${report.turning_points[n].step}
        label=${label}
        x=${x}
        y=${y}
        unit=${at.unit}
        point=${point}
      >
        <circle class="turnpt" cx=${x} cy=${y} r=${11.5 * at.unit} />
        <text class="turnno" x=${x} y=${y} dy=".34em">${n + 1}</text>
      <//>
    `;
  });
}

/** @param {{report: Report, at: Plan, own: Faith[]}} props */
function Ground({ report, at, own }) {
  const t = useTexts();
  const { left, right, top, bottom, unit } = at;
  const curve = line(report, at, "open");
  const side = (/** @type {Faith} */ faith) =>
    t(own.length === 1 && own[0] === faith ? `pages.result.side_you.${faith}` : `pages.result.side.${faith}`);
  const below = sideOf(own);
  const above = below === "C" ? "P" : "C";
  const fill = { C: "url(#net)", P: "url(#lines)" };
  const close = (/** @type {number} */ edge) => `M${curve}L${right} ${edge}L${left} ${edge}Z`;
  return html`
    <path fill=${fill[above]} d=${close(top)} />
    <path fill=${fill[below]} d=${close(bottom)} />
    ${[25, 50, 75].map((n) => html`
      <line key=${n} class="grid" x1=${left} x2=${right} y1=${at.y(n / 100)} y2=${at.y(n / 100)} />
      <text key=${`t${n}`} x=${left - 7 * unit} y=${at.y(n / 100)} dy=".34em" text-anchor="end">${n}</text>
    `)}
    <path class="seen" d=${`M${line(report, at, seenBy(own))}`} />
    <path class="curve-under" d=${`M${curve}`} />
    <path class="curve" d=${`M${curve}`} />
    <path class="axis" d=${`M${left} ${top}V${bottom}H${right}`} />
    <text class=${`label label-${above.toLowerCase()}`} x=${left + 12 * unit} y=${top + 26 * unit}>${side(above)}</text>
    <text class=${`label label-${below.toLowerCase()}`} x=${left + 12 * unit} y=${bottom - 14 * unit}>
      ${side(below)}
    </text>
  `;
}

/** The width of an element, and the unit of its type, as they are and whenever they change. */
function useMeasure() {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [size, setSize] = useState({ width: 0, unit: 1 });
  useLayoutEffect(() => {
    const look = () => {
      if (frame.current)
        setSize({
          width: frame.current.clientWidth,
          unit: parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
        });
    };
    look();
    const watch = new ResizeObserver(look);
    if (frame.current) watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  return { frame, ...size };
}

/** @param {{report: Report, width: number, unit: number, game: string, own: Faith[], point: Point}} props */
function Drawing({ report, width, unit, game, own, point }) {
  const t = useTexts();
  const { language } = useSettings();
  const at = plan(report, width, unit);
  const rows = Math.max(0, ...lanes(report.claims, at).map((mark) => mark.lane)) + 1;
  const foot = at.bottom + (rows * LANE + 20) * unit;
  const opens = report.chances.map((point) => point.open);
  const label = t(`pages.result.chart_title.${sideOf(own)}`, {
    start: percent(opens[0], language),
    lowest: percent(Math.min(...opens), language),
    highest: percent(Math.max(...opens), language),
  });
  return html`<svg
    viewBox=${`0 0 ${width} ${foot + 6 * unit}`}
    width=${width}
    height=${foot + 6 * unit}
    role="group"
    aria-label=${label}
  >
    <defs>
      <pattern id="net" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect class="pat-cbg" width="5" height="5" />
        <path class="pat-c" d="M.5 0V5M0 .5H5" />
      </pattern>
      <pattern id="lines" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect class="pat-pbg" width="5" height="5" />
        <path class="pat-p" d="M.5 0V5" />
      </pattern>
    </defs>
    <${Ground} report=${report} at=${at} own=${own} />
    <text x=${at.left} y=${foot}>${t("pages.result.turn")}</text>
    ${ticks(report, at).map(({ turn, x }) => html`<text key=${turn} x=${x} y=${foot} text-anchor="middle">
      ${turn}
    </text>`)}
    <${Turning} report=${report} at=${at} game=${game} point=${point} />
    <${Claims} report=${report} at=${at} game=${game} point=${point} />
  </svg>`;
}

/** The same in figures, one row for each turn.
 * @param {{report: Report, own: Faith[]}} props */
function Figures({ report, own }) {
  const t = useTexts();
  const { language } = useSettings();
  const last = new Map(report.chances.map((point) => [point.turn, point]));
  return html`<details class="more">
    <summary>${t("pages.result.each_turn")}</summary>
    <div class="figures" tabindex="0" role="region" aria-label=${t("pages.result.each_turn")}>
      <table>
        <caption class="note">${t(`pages.result.figures.${sideOf(own)}`)}</caption>
        <thead>
          <tr>
            <th scope="col">${t("pages.result.turn")}</th>
            <th scope="col">${t("pages.result.line.open")}</th>
            <th scope="col">${t("pages.result.line.seen")}</th>
          </tr>
        </thead>
        <tbody>
          ${[...last.values()].map((point) => html`<tr key=${point.turn}>
            <th scope="row">${point.turn}</th>
            <td>${percent(point.open, language)}</td>
            <td>${percent(point[seenBy(own)], language)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
  </details>`;
}

/**
 * @param {{report: Report, game: string, own: Faith[]}} props `own`: the faiths of whoever looks at it
 */
export function Chart({ report: told, game, own }) {
  const t = useTexts();
  const report = seenFrom(told, sideOf(own));
  const { frame, width, unit } = useMeasure();
  const [pointed, point] = useState("");
  return html`
    <figure class="chart" ref=${frame}>
      ${width > 0 && html`<${Drawing}
        report=${report}
        width=${width}
        unit=${unit}
        game=${game}
        own=${own}
        point=${point}
      />`}
    </figure>
    <p class="chart__said" aria-hidden="true">${pointed || t("pages.result.chart_point")}</p>
    <ul class="legend">
      <li>
        <svg viewBox="0 0 36 10" aria-hidden="true"><path class="curve" d="M1 5H35" /></svg>
        ${t("pages.result.line.open")}
      </li>
      <li>
        <svg viewBox="0 0 36 10" aria-hidden="true"><path class="seen" d="M1 5H35" /></svg>
        ${t("pages.result.line.seen")}
      </li>
    </ul>
    <p class="note">${t(`pages.result.chart_note.${sideOf(own)}`)}</p>
    <${Figures} report=${report} own=${own} />
  `;
}
