// The map of the ten circles below the board: a circle has the colour of the faith that has claimed it.
import { html } from "../vendor/preact.js";

/** @import {CircleView} from "../core/types" */

const MAP = new URL("../map.svg", import.meta.url).pathname;

/** @param {CircleView} circle */
const stateClass = ({ owner }) => (owner ? ` region--${owner.toLowerCase()}` : "");

/** `behind`: dimmed, behind the whole page.
 * @param {{circles: CircleView[], behind?: boolean}} props */
export function EmpireMap({ circles, behind = false }) {
  return html`<div class=${`empire${behind ? " empire--behind" : ""}`} aria-hidden="true">
    <svg viewBox="0 0 1740 660" preserveAspectRatio="xMidYMid slice">
      <use href=${`${MAP}#ground`} />
      ${circles.map((view) => html`<use
        key=${view.circle}
        class=${`region${stateClass(view)}`}
        href=${`${MAP}#circle-${view.circle}`}
      />`)}
      ${circles
        .filter((view) => view.owner)
        .map((view) => html`<use
          key=${view.circle}
          class=${`region-print region-print--${view.owner?.toLowerCase()}`}
          href=${`${MAP}#circle-${view.circle}`}
        />`)}
      <use href=${`${MAP}#signs`} />
      ${circles.map((view) => html`<use
        key=${view.circle}
        class=${`region-edge${view.owner ? ` region-edge--${view.owner.toLowerCase()}` : ""}`}
        href=${`${MAP}#circle-${view.circle}`}
      />`)}
    </svg>
  </div>`;
}
