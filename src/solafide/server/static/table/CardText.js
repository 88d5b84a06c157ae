// A text in which the names of cards open them.
import { html, useMemo } from "../vendor/preact.js";
import { splitAtCardNames } from "./cardNames.js";

/** @import {CardSetFaces} from "../core/types" */
/** @typedef {(card: string) => void} OpenCard */

/** With `href` the longest part that is no name leads there.
 * @param {{text: string, faces: CardSetFaces, open: OpenCard, href?: string}} props */
export function CardText({ text, faces, open, href }) {
  const parts = useMemo(() => splitAtCardNames(text, faces), [text, faces]);
  const lengths = parts.map((part) => (part.card ? 0 : part.text.length));
  const linked = href ? lengths.indexOf(Math.max(...lengths)) : -1;
  return html`<span>
    ${parts.map(({ text: words, card }, at) => {
      if (card)
        return html`<button class="cardlink" type="button" data-opens=${card} onClick=${() => open(card)}>
          ${words}
        </button>`;
      return at === linked ? html`<a href=${href}>${words}</a>` : words;
    })}
  </span>`;
}
