// The question to the player: its text, its answer buttons, undo and hint; or what the opponent is doing.
import { html } from "../vendor/preact.js";
import { ownResult } from "../core/moment.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { RuleLink } from "../ui/RuleLink.js";
import { AnswerButton } from "./AnswerButton.js";
import { Consequence } from "./Consequence.js";
import { useTable } from "./TableContext.js";

/** @import {Option} from "../core/types" */
/** @import {SearchProgress} from "../core/useGame" */

/** Longer answers, counted with room for each button, get a line of their own below the question. */
const MAX_CHARACTERS_BESIDE_QUESTION = 44;
const BUTTON_CHARACTERS = 6;
/** An answer with a longer label takes the whole width of a phone. */
const MAX_CHARACTERS_IN_COLUMN = 34;

function AnswerList() {
  const { optionsAt, t, isPhone } = useTable();
  // Foreign Influence decks are chosen at the table, except on a phone, where they have no room for their names.
  const answers = optionsAt.answers.filter((option) => isPhone || option.verb !== "deck");
  if (!answers.length) return null;
  const characters = answers.reduce((sum, option) => sum + option.label.length + BUTTON_CHARACTERS, 0);
  const long = answers.some((option) => option.verb === "die") || characters > MAX_CHARACTERS_BESIDE_QUESTION;
  const wordy = answers.some((option) => option.label.length > MAX_CHARACTERS_IN_COLUMN);
  return html`<ul
    class=${`answers${long ? " answers--long" : ""}${wordy ? " answers--wordy" : ""}`}
    data-verb=${answers[0].verb}
    aria-label=${t("table.answers")}
  >
    ${answers.map((option) => html`<${AnswerButton}
      key=${option.choice}
      option=${option}
      main=${answers.length === 1 && optionsAt.cards.size === 0 && optionsAt.circles.size === 0}
    />`)}
  </ul>`;
}

/** Asks for confirmation of a choice that cannot be taken back.
 * @param {{option: Option}} props */
function ConfirmChoice({ option }) {
  const { t, confirmChoice, cancelChoice } = useTable();
  return html`
    <p><b>${option.label}</b> <span class="question__then"><${Consequence} option=${option} /></span></p>
    <div class="question__tools">
      <button class="btn btn--main" type="button" data-confirm="" onClick=${() => confirmChoice(option)}>
        <${Icon} name="ui-check" />
        ${t("table.confirm")} <kbd aria-hidden="true">⏎</kbd>
      </button>
      <button class="btn" type="button" onClick=${cancelChoice}>${t("table.cancel")}</button>
    </div>
  `;
}

/** @param {{progress: SearchProgress}} props */
function ThinkingOpponent({ progress }) {
  const { moment, t, actions, far, settings } = useTable();
  return html`
    <${FaithToken} faith=${moment.view.turn ?? far} />
    <p>
      ${moment.text.question}
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      ${progress && progress.iterations > 0 && html`<small class="search-progress">
        ${t("table.thought", { number: progress.iterations.toLocaleString(settings.language) })}
        ${progress.chance !== null && html` ${t("table.thought_chance", { percent: Math.round(progress.chance * 100) })}
        `}
      </small>`}
      ${progress?.time_limited && html`<small class="search-progress">${t("table.slower_machine")}</small>`}
    </p>
    ${!moment.online?.deal && html`<div class="question__tools">
      <button class="btn" type="button" onClick=${actions.stop}>
        <${Icon} name="ui-stop" />
        ${t("table.stop_thinking")}
      </button>
    </div>`}
  `;
}

/** Takes back the last choice of this turn, else the whole last turn. */
function UndoButton() {
  const { moment, t, actions, isPast } = useTable();
  const { undo, takeback } = moment.permissions;
  if (moment.seat === null) return null;
  const canUndo = undo === "" || takeback === "";
  const click = () => void (canUndo && !isPast && (undo === "" ? actions.undo() : actions.takeBack()));
  return html`<button
    class="btn tool"
    type="button"
    data-note="takeback"
    aria-disabled=${canUndo ? undefined : "true"}
    aria-keyshortcuts="Z"
    onClick=${click}
  >
    <${Icon} name="ui-undo" />
    <span>${t(undo === "" || takeback !== "" ? "table.undo" : "table.take_back")}</span> <kbd aria-hidden="true">Z</kbd>
  </button>`;
}

/** @param {{showHint: () => void}} props */
function HintButton({ showHint }) {
  const { moment, t } = useTable();
  if (!moment.text.options.length) return null;
  const canHint = moment.permissions.hint === "";
  return html`<button
    class="btn tool"
    type="button"
    data-note="hint"
    aria-disabled=${canHint ? undefined : "true"}
    aria-keyshortcuts="H"
    onClick=${() => canHint && showHint()}
  >
    <${Icon} name="ui-lamp" />
    <span>${t("table.hint")}</span> <kbd aria-hidden="true">H</kbd>
  </button>`;
}

/** Where the buttons below the question lead.
 * @typedef {{showHint: () => void, startBranch: () => void, showPresent: () => void, showResult: () => void}} Ways */

/** @param {Ways} props */
function AskedQuestion({ showHint, startBranch, showPresent, showResult }) {
  const { moment, t, isPast } = useTable();
  const isOver = moment.view.phase === "over";
  const { explanation, question } = moment.text;
  const result = ownResult(moment);
  const canBranch = isPast && moment.permissions.branch === "" && !moment.online;
  return html`
    <span class="question__hand" aria-hidden="true">☞</span>
    <p data-note="question">
      ${result && html`<b>${t(`pages.result.ended.${result}`)}</b> `}
      ${question}
      ${explanation.section && html` <${RuleLink} variant="table" section=${explanation.section} />`}
    </p>
    <${AnswerList} />
    <div class="question__tools">
      ${canBranch && html`<button class="btn" type="button" onClick=${startBranch}>${t("pages.result.go_on")}</button>`}
      ${isPast && html`<button class="btn btn--main" type="button" onClick=${showPresent}>
        ${t("table.to_present")}
      </button>`}
      ${isOver && html`<button class="btn btn--main" type="button" onClick=${showResult}>
        ${t("table.to_result")}
      </button>`}
      ${!isPast && !isOver && html`<${HintButton} showHint=${showHint} /><${UndoButton} />`}
    </div>
  `;
}

/** @param {{progress: SearchProgress} & Ways} props */
export function Question({ progress, ...ways }) {
  const { moment, pendingChoice, t } = useTable();
  const { options } = moment.text;
  const option = pendingChoice ? options.find((each) => each.choice === pendingChoice) : undefined;
  const isThinking =
    (moment.thinking !== null || progress) &&
    !options.length &&
    moment.step === moment.last_step &&
    moment.view.phase !== "over";
  return html`<section class=${`question${option ? " is-asking" : ""}`} aria-label=${t("table.question")}>
    <div class="question__line">
      ${option ? (
        html`<${ConfirmChoice} option=${option} />`
      ) : isThinking ? (
        html`<${ThinkingOpponent} progress=${progress} />`
      ) : (
        html`<${AskedQuestion} ...${ways} />`
      )}
    </div>
  </section>`;
}
