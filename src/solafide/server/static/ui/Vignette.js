// The picture of a card or of a result of the Military Chart: a file each, fetched when it is first shown.
import { html } from "../vendor/preact.js";

const FOLDER = new URL("../vignettes/", import.meta.url).pathname;

/** It says nothing that the name does not say, and is hidden from screen readers. `picture` null: nothing is drawn.
 * @param {{picture: string | null, whole?: boolean}} props whole: all of it, in place of filling its box */
export function Vignette({ picture, whole = false }) {
  if (!picture) return null;
  return html`<svg
    class=${`vignette vignette--${picture[0].toLowerCase()}`}
    viewBox="0 0 240 150"
    preserveAspectRatio=${`xMidYMid ${whole ? "meet" : "slice"}`}
    aria-hidden="true"
  >
    <use href=${`${FOLDER}${picture}.svg#card-${picture}`} width="240" height="150" />
  </svg>`;
}
