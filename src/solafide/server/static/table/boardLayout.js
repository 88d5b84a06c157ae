// The pyramid of ten circles: its rows, and which circle an arrow key leads to.

/** @import {CircleView} from "../core/types" */

const ROWS = [[1], [2, 3], [4, 5, 6], [7, 8, 9, 10]];

/** The rows without a circle in play, from 1, as a list for `data-rest`: with little room they get less of it.
 * @param {CircleView[]} circles */
export function restingRows(circles) {
  const isResting = ROWS.map((row) => row.every((circle) => circles[circle - 1].state !== "in_play"));
  return isResting.flatMap((rests, row) => (rests ? [row + 1] : [])).join(" ");
}

/** The circle that a key leads to from another one.
 * @param {number} circle
 * @param {string} key
 * @returns {number | null} */
export function nextCircle(circle, key) {
  const row = ROWS.findIndex((each) => each.includes(circle));
  const column = ROWS[row].indexOf(circle);
  if (key === "ArrowLeft") return circle > 1 ? circle - 1 : null;
  if (key === "ArrowRight") return circle < 10 ? circle + 1 : null;
  if (key === "ArrowDown") return ROWS[row + 1]?.[column] ?? null;
  if (key === "ArrowUp") return row > 0 ? ROWS[row - 1][Math.min(column, row - 1)] : null;
  if (key === "Home") return 1;
  return key === "End" ? 10 : null;
}
