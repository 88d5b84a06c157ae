// A choice of one among a few, side by side or below one another: radio buttons under a heading.
import { html } from "../vendor/preact.js";

/** @import {Child} from "../vendor/preact" */
/** @typedef {{value: unknown, name: string, text?: string, art?: Child}} Choosable */

/**
 * @param {{name: string, legend: string, value: unknown, choices: Choosable[], choose: (value: any) => void, class?:
 *   string, quiet?: string}} props
 */
export function Seg({ name, legend, value, choices, choose, class: style = "", quiet }) {
  return html`<fieldset>
    <legend class="head2">${legend}${quiet && html` <span class="quiet">${quiet}</span>`}</legend>
    <div class=${`seg ${style}`}>
      ${choices.map((each, at) => html`<label key=${at}>
        <input
          type="radio"
          name=${name}
          value=${at}
          checked=${each.value === value}
          onChange=${() => choose(each.value)}
        />
        ${each.art}
        <span>${each.name}${each.text && html`<small>${each.text}</small>`}</span>
      </label>`)}
    </div>
  </fieldset>`;
}
