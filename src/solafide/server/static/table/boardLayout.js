// The pyramid of ten circles: its rows, which circles open another one, and where an arrow key leads.

/** @import {CircleFace} from "../core/types" */

const ROWS = [[1], [2, 3], [4, 5, 6], [7, 8, 9, 10]];

/** The circles that reveal a circle when one of them is claimed.
 * @param {number} circle
 * @param {CircleFace[]} circles
 * @returns {number[]} */
export const circlesAbove = (circle, circles) =>
  circles.filter((each) => each.below.includes(circle)).map((each) => each.circle);

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
