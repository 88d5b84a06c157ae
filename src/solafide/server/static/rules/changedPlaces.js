// What differs between two pictures of the same circles, in the keys that the table marks as new.

/** @import {CircleView, Estate} from "../core/types" */

/** @type {Estate[]} */
const ESTATES = ["nobility", "commoners"];

/** @param {CircleView} before
 * @param {CircleView} after
 * @param {Estate} side
 * @returns {string[]} */
const changedTerritories = (before, after, side) =>
  Array.from(after[side] ?? "").flatMap((holder, at) =>
    holder === before[side]?.[at] ? [] : [`${after.circle}:${side}:${at}`],
  );

/** @param {CircleView} before
 * @param {CircleView} after
 * @returns {string[]} */
function changedInCircle(before, after) {
  if (before.state !== after.state) return [`circle:${after.circle}`];
  return [
    ...ESTATES.flatMap((side) => changedTerritories(before, after, side)),
    ...(before.power === after.power ? [] : [`power:${after.circle}`]),
    ...(!before.disputation && after.disputation ? ["disputation"] : []),
  ];
}

/** @param {CircleView[]} before
 * @param {CircleView[]} after
 * @returns {Set<string>} */
export function changedPlaces(before, after) {
  const earlier = new Map(before.map((view) => [view.circle, view]));
  return new Set(
    after.flatMap((view) => {
      const one = earlier.get(view.circle);
      return one ? changedInCircle(one, view) : [];
    }),
  );
}
