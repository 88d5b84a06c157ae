// The seal of a faith, in wax: its colours are attributes, so that it is the same in a file of its own.
import { html } from "../vendor/preact.js";
import { faithIcon } from "../ui/FaithToken.js";

/** @import {Faith} from "../core/types" */

const SPRITE = new URL("../art.svg", import.meta.url).pathname;
const DROP =
  "M50 3c9-3 15 4 23 5s13 6 15 14 8 12 8 21-1 13-4 20-3 15-11 20-13 6-20 10-17 3-24 1-16-1-22-7-8-12-10-19S0 54 3 " +
  "45s1-15 7-22 12-6 19-12S40 6 50 3z";

/** @param {{faith: Faith, [attribute: string]: unknown}} props */
export function WaxSeal({ faith, ...rest }) {
  const wax = `--wax-${faith.toLowerCase()}`;
  return html`<svg viewBox="0 0 100 100" aria-hidden="true" ...${rest}>
    <path d=${DROP} fill=${`var(${wax})`} stroke=${`var(${wax}-lo)`} stroke-width="1.5" />
    <circle cx="50" cy="50" r="35" fill=${`var(${wax}-lo)`} opacity=".55" />
    <circle cx="50" cy="50" r="35" fill="none" stroke=${`var(${wax}-hi)`} stroke-width="1.6" />
    <g style=${{ "--ink": `var(${wax}-hi)`, "--paper": `var(${wax}-lo)` }}>
      <use href=${`${SPRITE}#${faithIcon(faith)}`} x="28" y="28" width="44" height="44" />
    </g>
  </svg>`;
}
