// A sheet with a woodcut at its side: a way to play, and its form.
import { html } from "../vendor/preact.js";
import { Vignette } from "../ui/Vignette.js";

/** @import {Child} from "../vendor/preact" */

/** @param {{picture: string, second?: string, title: string, text: string, isPage?: boolean, children?: Child}} props
 *   `second`: another picture below the first; `isPage`: its title is that of the page */
export function GamePanel({ picture, second, title, text, isPage = false, children }) {
  return html`<section class="game-panel" aria-labelledby="game-panel-title">
    <div class="game-panel__picture">
      <${Vignette} picture=${picture} />
      ${second && html`<${Vignette} picture=${second} />`}
    </div>
    <div class="game-panel__in">
      <div>
        ${isPage ? html`<h1 id="game-panel-title">${title}</h1>` : html`<h2 id="game-panel-title">${title}</h2>`}
        <p class="game-panel__text">${text}</p>
      </div>
      ${children}
    </div>
  </section>`;
}
