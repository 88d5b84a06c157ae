// An emblem of the sprite, silent beside its words or named when it stands alone.
import { html } from "../vendor/preact.js";

/** @import {Faith} from "../core/types" */

const SPRITE = new URL("../art.svg", import.meta.url).pathname;

/** @param {{name: string, label?: string, class?: string}} props */
export function Icon({ name, label, class: style }) {
  const use = html`<use href=${`${SPRITE}#${name}`} />`;
  if (label) return html`<svg class=${style} role="img" aria-label=${label}>${use}</svg>`;
  return html`<svg class=${style} aria-hidden="true">${use}</svg>`;
}

/** @param {Faith} faith */
export const faithIcon = (faith) => (faith === "C" ? "faith-catholic" : "faith-protestant");

/** The solid token of a faith: square with keys, or round with the rose.
 * @param {{faith: Faith, small?: boolean, label?: string}} props */
export function Token({ faith, small, label }) {
  return html`<span class=${`token token--${faith.toLowerCase()}${small ? " token--sm" : ""}`}>
    <${Icon} name=${faithIcon(faith)} label=${label} />
  </span>`;
}
