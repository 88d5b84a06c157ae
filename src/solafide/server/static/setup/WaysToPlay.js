// The other ways to play, as illustrated links.
import { html } from "../vendor/preact.js";
import { Vignette } from "../ui/Vignette.js";

/** @typedef {{to: string, picture: string, title: string, text: string, action: string}} WayToPlay */

/** @param {{ways: WayToPlay[]}} props */
export function WaysToPlay({ ways }) {
  return html`<ul class="ways">
    ${ways.map(({ to, picture, title, text, action }) => html`<li key=${to}>
      <a class="way" href=${to}>
        <span class="way__picture"><${Vignette} picture=${picture} /></span>
        <span class="way__in">
          <h2>${title}</h2>
          <span class="way__text">${text}</span>
          <span class="way__action">${action} <span aria-hidden="true">›</span></span>
        </span>
      </a>
    </li>`)}
  </ul>`;
}
