// An option of a question as a button.
import { html } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { answerIcon } from "./placeOptions.js";
import { useTable } from "./TableContext.js";

/** @import {Option} from "../core/types" */

/** @param {{option: Option, main: boolean}} props main: the only thing that can be chosen */
export function AnswerButton({ option, main }) {
  const { moment, choose, pendingChoice, isPast, faces } = useTable();
  const icon = answerIcon(option);
  const chartResult =
    option.verb === "die" ? faces.results.find((each) => each.roll === Number(option.choice.slice(4))) : undefined;
  if (moment.step < moment.last_step)
    return html`<li>
      <span class="btn answer answer--past">${icon && html`<${Icon} name=${icon} />`}${option.label}</span>
    </li>`;
  return html`<li>
    <button
      class=${`btn answer${main ? " btn--main" : ""}${pendingChoice === option.choice ? " is-chosen" : ""}`}
      type="button"
      data-choice=${option.choice}
      data-note=${`answer:${option.choice}`}
      aria-disabled=${isPast ? "true" : undefined}
      onClick=${() => choose(option)}
    >
      ${icon && html`<${Icon} name=${icon} />`}
      <span>${option.label}${chartResult && html`<small>${chartResult.text.join(" ")}</small>`}</span>
    </button>
  </li>`;
}
