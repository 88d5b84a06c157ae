// When a press becomes a drag, and on what the dragged thing would be dropped.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** A press that moves less is a click or a tap. */
const MIN_MOUSE_MOVE_PX = 6;
const MIN_TOUCH_MOVE_PX = 9;
/** After holding still for so long, a finger drags in every direction; a longer press opens the card. */
const HOLD_MS = 220;
/** A finger need not hit a target exactly. */
const TOLERANCE_PX = 14;

/** The axis of a movement, null while it is too short to say.
 * @param {number} dx
 * @param {number} dy
 * @param {boolean} isTouch
 * @returns {"x" | "y" | null} */
export function moveAxis(dx, dy, isTouch) {
  if (Math.hypot(dx, dy) < (isTouch ? MIN_TOUCH_MOVE_PX : MIN_MOUSE_MOVE_PX)) return null;
  return Math.abs(dx) > Math.abs(dy) ? "x" : "y";
}

/** Whether a finger that moves along an axis drags: where nothing can be scrolled that way, or after holding still.
 * @param {{heldMs: number, canScroll: boolean}} touch */
export const isTouchDrag = ({ heldMs, canScroll }) => heldMs >= HOLD_MS || !canScroll;

/** @param {Point} point
 * @param {Box} box */
const distanceTo = ({ x, y }, { left, top, right, bottom }) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** The index of the box at a point, or of the nearest one if none is far; -1 if all are.
 * @param {Point} point
 * @param {Box[]} boxes */
export function boxAt(point, boxes) {
  let nearest = -1;
  let least = TOLERANCE_PX;
  boxes.forEach((box, at) => {
    const distance = distanceTo(point, box);
    if (distance > least || (nearest >= 0 && distance === least)) return;
    nearest = at;
    least = distance;
  });
  return nearest;
}
