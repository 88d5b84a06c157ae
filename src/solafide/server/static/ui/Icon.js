// A drawing of the sprite art.svg, hidden from screen readers unless it has a label.
import { html } from "../vendor/preact.js";

const SPRITE = new URL("../art.svg", import.meta.url).pathname;

/** @param {{name: string, label?: string, class?: string}} props */
export function Icon({ name, label, class: className }) {
  const use = html`<use href=${`${SPRITE}#${name}`} />`;
  if (label) return html`<svg class=${className} role="img" aria-label=${label}>${use}</svg>`;
  return html`<svg class=${className} aria-hidden="true">${use}</svg>`;
}
