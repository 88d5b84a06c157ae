// The token of a faith: square with keys for Catholics, round with a rose for Protestants.
import { html } from "../vendor/preact.js";
import { Icon } from "./Icon.js";

/** @import {Faith} from "../core/types" */

/** @param {Faith} faith */
export const faithIcon = (faith) => (faith === "C" ? "faith-catholic" : "faith-protestant");

/** @param {{faith: Faith, small?: boolean, label?: string}} props */
export function FaithToken({ faith, small, label }) {
  return html`<span class=${`token token--${faith.toLowerCase()}${small ? " token--sm" : ""}`}>
    <${Icon} name=${faithIcon(faith)} label=${label} />
  </span>`;
}
