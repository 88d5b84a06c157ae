// A group of radio buttons with a legend, side by side or below one another.
import { html } from "../vendor/preact.js";

/** @import {Child} from "../vendor/preact" */
/** @typedef {{value: unknown, name: string, text?: string, art?: Child}} RadioChoice */

/**
 * @param {{name: string, legend: string, value: unknown, choices: RadioChoice[], choose: (value: any) => void, class?:
 *   string, quiet?: string}} props
 */
export function RadioGroup({ name, legend, value, choices, choose, class: style = "", quiet }) {
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
