// The geometry of the chart of winning chances, drawn to the width of the page so that its text is never small.

/** @import {AnalysisResponse, Faith, Lang} from "../core/types" */
/** @typedef {NonNullable<AnalysisResponse["report"]>} Report */
/**
 * Where things are drawn.
 * @typedef {object} ChartLayout
 * @property {number} unit pixels of a unit: a sixteenth of the root's font size
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {boolean} narrow
 * @property {(step: number) => number} x
 * @property {(chance: number) => number} y
 */
/** A narrower chart has less height and fewer labels. */
const NARROW_UNITS = 560;
/** The height of a row of marks. */
export const LANE_UNITS = 25;
export const MARK_RADIUS_UNITS = 10;

/** @param {Report} report
 * @param {number} width
 * @param {number} unit
 * @returns {ChartLayout} */
export function chartLayout(report, width, unit) {
  const narrow = width < NARROW_UNITS * unit;
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

/** Place marks below the chart; marks that would touch one another go into different rows.
 * @param {{step: number}[]} marks
 * @param {ChartLayout} layout */
export function placeClaims(marks, layout) {
  /** @type {number[]} */
  const rowEnds = [];
  return marks.map((mark) => {
    const x = Math.min(Math.max(layout.x(mark.step), layout.left), layout.right);
    let lane = rowEnds.findIndex((end) => x - end >= (2 * MARK_RADIUS_UNITS + 4) * layout.unit);
    if (lane < 0) lane = rowEnds.length;
    rowEnds[lane] = x;
    return { step: mark.step, x, y: layout.bottom + (16 + lane * LANE_UNITS) * layout.unit, lane };
  });
}

/** The chance at a step, or at the last one before it that was evaluated.
 * @param {Report} report
 * @param {number} step */
const chanceAt = (report, step) => (report.chances.findLast((point) => point.step <= step) ?? report.chances[0]).open;

/** The side from which the game is seen: that of a player with one seat, else that of the Catholics.
 * @param {Faith[]} own
 * @returns {Faith} */
export const ownSide = (own) => (own.length === 1 ? own[0] : "C");

/** The report with the chances of one side in place of those of the Catholics.
 * @param {Report} report
 * @param {Faith} side
 * @returns {Report} */
export function reportFrom(report, side) {
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

/** Place the numbers of the turning points so that they touch neither the curve nor one another.
 * @param {Report} report
 * @param {ChartLayout} layout */
export function placeNumbers(report, layout) {
  /** @type {{x: number, y: number}[]} */
  const placed = [];
  return report.turning_points.map(({ step }) => {
    const x = layout.x(step);
    const y = layout.y(chanceAt(report, step));
    const rises = chanceAt(report, step) >= chanceAt(report, step - 1);
    const candidates = [30, 52, 74, 96]
      .flatMap((distance) => (rises ? [-distance, distance] : [distance, -distance]))
      .map((distance) => y + distance * layout.unit);
    const inside = candidates.filter(
      (place) => place > layout.top + 14 * layout.unit && place < layout.bottom - 14 * layout.unit,
    );
    const free = inside.find((place) =>
      placed.every((other) => Math.hypot(other.x - x, other.y - place) > 28 * layout.unit),
    );
    const place = { x, y: free ?? inside[0] ?? y };
    placed.push(place);
    return { ...place, foot: y };
  });
}

/** Which chances a player could know: those of the own seat, the mean for two seats or none.
 * @param {Faith[]} own
 * @returns {"seen" | "seen_C" | "seen_P"} */
export const knownChanceKey = (own) => (own.length === 1 ? `seen_${own[0]}` : "seen");

/** @param {Report} report
 * @param {ChartLayout} layout
 * @param {"open" | "seen" | "seen_C" | "seen_P"} which */
export const curvePath = (report, layout, which) =>
  report.chances.map((point) => `${layout.x(point.step).toFixed(1)} ${layout.y(point[which]).toFixed(1)}`).join("L");

/** Where every tenth turn begins; in a narrow chart every twentieth.
 * @param {Report} report
 * @param {ChartLayout} layout */
export function ticks(report, layout) {
  const every = layout.narrow ? 20 : 10;
  const last = report.chances[report.chances.length - 1].turn;
  return Array.from({ length: Math.floor(last / every) }, (_, n) => (n + 1) * every).map((turn) => {
    const point = report.chances.find((each) => each.turn >= turn);
    return { turn, x: layout.x(point?.step ?? 0) };
  });
}

/** @param {number} chance
 * @param {Lang} lang */
export const percent = (chance, lang) =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(chance);
