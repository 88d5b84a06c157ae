// The chart of winning chances in the course of a game, with claims and turning points to open.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { navigate } from "../core/router.js";
import { useSettings } from "../core/settings.js";
import {
  LANE_UNITS,
  MARK_RADIUS_UNITS,
  chartLayout,
  curvePath,
  knownChanceKey,
  ownSide,
  percent,
  placeClaims,
  placeNumbers,
  reportFrom,
  ticks,
} from "./chartLayout.js";

/** @import {Child} from "../vendor/preact" */
/** @import {Faith} from "../core/types" */
/** @import {ChartLayout, Report} from "./chartLayout" */
/** @typedef {(label: string) => void} ShowLabel */
/** @typedef {{report: Report, layout: ChartLayout, game: string, showLabel: ShowLabel}} MarksProps */

/** A mark that opens a step of the game; its label is shown below the chart when the player points at it.
 * @param {{game: string, step: number, label: string, x: number, y: number, unit: number, showLabel: ShowLabel,
 *   children?: Child}} props */
function MomentMark({ game, step, label, x, y, unit, showLabel, children }) {
  const path = `/game/${game}/at/${step}`;
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(path);
    scrollTo(0, 0);
  };
  return html`<a
    href=${path}
    aria-label=${label}
    onClick=${open}
    onMouseEnter=${() => showLabel(label)}
    onFocus=${() => showLabel(label)}
  >
    <circle class="ring" cx=${x} cy=${y} r=${15.5 * unit} />
    <g aria-hidden="true"><circle class="hit" cx=${x} cy=${y} r=${13 * unit} />${children}</g>
  </a>`;
}

/** @param {MarksProps} props */
function ClaimMarks({ report, layout, game, showLabel }) {
  const t = useTranslation();
  return placeClaims(report.claims, layout).map(({ x, y }, n) => {
    const { step, circle, by, text } = report.claims[n];
    const half = MARK_RADIUS_UNITS * layout.unit;
    const mark =
      by === "C" ? (
        html`<rect class="mk-c" x=${x - half} y=${y - half} width=${2 * half} height=${2 * half} />`
      ) : (
        html`<circle class="mk-p" cx=${x} cy=${y} r=${half} />`
      );
    return html`<${MomentMark}
      key=${n}
      game=${game}
      step=${step}
      label=${t("pages.result.claim", { circle, text })}
      x=${x}
      y=${y}
      unit=${layout.unit}
      showLabel=${showLabel}
    >
      ${mark}
      <text class="on" x=${x} y=${y} dy=".34em">${circle}</text>
    <//>`;
  });
}

/** @param {MarksProps} props */
function TurningPointMarks({ report, layout, game, showLabel }) {
  const t = useTranslation();
  return placeNumbers(report, layout).map(({ x, y, foot }, n) => {
    const label = `${t("pages.result.turning_point", { n: n + 1 })}: ${report.turning_points[n].text}`;
    return html`
      <line key=${`l${n}`} class="axis" x1=${x} x2=${x} y1=${foot} y2=${y} />
      <circle key=${`d${n}`} class="turnpt" cx=${x} cy=${foot} r=${4 * layout.unit} />
      <${MomentMark}
        key=${n}
        game=${game}
        step=${report.turning_points[n].step}
        label=${label}
        x=${x}
        y=${y}
        unit=${layout.unit}
        showLabel=${showLabel}
      >
        <circle class="turnpt" cx=${x} cy=${y} r=${11.5 * layout.unit} />
        <text class="turnno" x=${x} y=${y} dy=".34em">${n + 1}</text>
      <//>
    `;
  });
}

/** @param {{report: Report, layout: ChartLayout, own: Faith[]}} props */
function ChartGround({ report, layout, own }) {
  const t = useTranslation();
  const { left, right, top, bottom, unit } = layout;
  const curve = curvePath(report, layout, "open");
  const side = (/** @type {Faith} */ faith) =>
    t(own.length === 1 && own[0] === faith ? `pages.result.side_you.${faith}` : `pages.result.side.${faith}`);
  const below = ownSide(own);
  const above = below === "C" ? "P" : "C";
  const fill = { C: "url(#net)", P: "url(#lines)" };
  const close = (/** @type {number} */ edge) => `M${curve}L${right} ${edge}L${left} ${edge}Z`;
  return html`
    <path fill=${fill[above]} d=${close(top)} />
    <path fill=${fill[below]} d=${close(bottom)} />
    ${[25, 50, 75].map((n) => html`
      <line key=${n} class="grid" x1=${left} x2=${right} y1=${layout.y(n / 100)} y2=${layout.y(n / 100)} />
      <text key=${`t${n}`} x=${left - 7 * unit} y=${layout.y(n / 100)} dy=".34em" text-anchor="end">${n}</text>
    `)}
    <path class="seen" d=${`M${curvePath(report, layout, knownChanceKey(own))}`} />
    <path class="curve-under" d=${`M${curve}`} />
    <path class="curve" d=${`M${curve}`} />
    <path class="axis" d=${`M${left} ${top}V${bottom}H${right}`} />
    <text class=${`label label-${above.toLowerCase()}`} x=${left + 12 * unit} y=${top + 26 * unit}>${side(above)}</text>
    <text class=${`label label-${below.toLowerCase()}`} x=${left + 12 * unit} y=${bottom - 14 * unit}>
      ${side(below)}
    </text>
  `;
}

/** The width of an element and the unit of the layout, followed while they change. */
function useSize() {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [size, setSize] = useState({ width: 0, unit: 1 });
  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current)
        setSize({
          width: frame.current.clientWidth,
          unit: parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
        });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, ...size };
}

/** @param {{report: Report, width: number, unit: number, game: string, own: Faith[], showLabel: ShowLabel}} props */
function ChartDrawing({ report, width, unit, game, own, showLabel }) {
  const t = useTranslation();
  const { language } = useSettings();
  const layout = chartLayout(report, width, unit);
  const rows = Math.max(0, ...placeClaims(report.claims, layout).map((mark) => mark.lane)) + 1;
  const foot = layout.bottom + (rows * LANE_UNITS + 20) * unit;
  const opens = report.chances.map((point) => point.open);
  const label = t(`pages.result.chart_title.${ownSide(own)}`, {
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
    <${ChartGround} report=${report} layout=${layout} own=${own} />
    <text x=${layout.left} y=${foot}>${t("pages.result.turn")}</text>
    ${ticks(report, layout).map(({ turn, x }) => html`<text key=${turn} x=${x} y=${foot} text-anchor="middle">
      ${turn}
    </text>`)}
    <${TurningPointMarks} report=${report} layout=${layout} game=${game} showLabel=${showLabel} />
    <${ClaimMarks} report=${report} layout=${layout} game=${game} showLabel=${showLabel} />
  </svg>`;
}

/** The chances as a table, one row for each turn.
 * @param {{report: Report, own: Faith[]}} props */
function ChanceTable({ report, own }) {
  const t = useTranslation();
  const { language } = useSettings();
  const last = new Map(report.chances.map((point) => [point.turn, point]));
  return html`<details class="more">
    <summary>${t("pages.result.each_turn")}</summary>
    <div class="figures" tabindex="0" role="region" aria-label=${t("pages.result.each_turn")}>
      <table>
        <caption class="note">${t(`pages.result.figures.${ownSide(own)}`)}</caption>
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
            <td>${percent(point[knownChanceKey(own)], language)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** @param {{report: Report, game: string, own: Faith[]}} props `own`: the faiths of the player */
export function ChanceChart({ report: fullReport, game, own }) {
  const t = useTranslation();
  const report = reportFrom(fullReport, ownSide(own));
  const { frame, width, unit } = useSize();
  const [label, showLabel] = useState("");
  return html`
    <figure class="chart" ref=${frame}>
      ${width > 0 && html`<${ChartDrawing}
        report=${report}
        width=${width}
        unit=${unit}
        game=${game}
        own=${own}
        showLabel=${showLabel}
      />`}
    </figure>
    <p class="chart__said" aria-hidden="true">${label || t("pages.result.chart_point")}</p>
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
    <p class="note">${t(`pages.result.chart_note.${ownSide(own)}`)}</p>
    <${ChanceTable} report=${report} own=${own} />
  `;
}
