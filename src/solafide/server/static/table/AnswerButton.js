// An option of a question as a button.
import { html } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { answerIcon } from "./placeOptions.js";
import { useTable } from "./TableContext.js";

/** @import {Option} from "../core/types" */

/** main: the only thing that can be chosen; direct: its consequence is shown already, and no confirmation is asked for.
 * @param {{option: Option, main?: boolean, direct?: boolean, label?: string}} props */
export function AnswerButton({ option, main = false, direct = false, label = option.label }) {
  const { moment, choose, confirmChoice, pendingChoice, isPast, faces } = useTable();
  const icon = answerIcon(option);
  const chartResult =
    option.verb === "die" ? faces.results.find((each) => each.roll === Number(option.choice.slice(4))) : undefined;
  if (moment.step < moment.last_step)
    return html`<li>
      <span class="btn answer answer--past">${icon && html`<${Icon} name=${icon} />`}<span>${label}</span></span>
    </li>`;
  return html`<li>
    <button
      class=${`btn answer${main ? " btn--main" : ""}${pendingChoice === option.choice ? " is-chosen" : ""}`}
      type="button"
      data-choice=${option.choice}
      data-note=${`answer:${option.choice}`}
      aria-disabled=${isPast ? "true" : undefined}
      onClick=${() => (direct ? confirmChoice(option) : choose(option))}
    >
      ${icon && html`<${Icon} name=${icon} />`}
      <span>${label}${chartResult && html`<small>${chartResult.text.join(" ")}</small>`}</span>
    </button>
  </li>`;
}
