// A radio group whose choices have a picture, a name and a sentence.
import { html } from "../vendor/preact.js";

/** @import {RadioChoice} from "./RadioGroup" */

/**
 * @param {{name: string, legend: string, value: unknown, choices: RadioChoice[], choose: (value: any) => void}} props
 */
export function PictureRadioGroup({ name, legend, value, choices, choose }) {
  return html`<fieldset>
    <legend class="head2">${legend}</legend>
    <div class="choices">
      ${choices.map((each) => html`<label class="choice" key=${each.value}>
        <span class="choice__art">${each.art}</span>
        <input
          type="radio"
          name=${name}
          value=${each.value}
          checked=${each.value === value}
          onChange=${() => choose(each.value)}
        />
        <b>${each.name}</b>
        <span class="choice__text">${each.text}</span>
      </label>`)}
    </div>
  </fieldset>`;
}
