// The question to the player: its text, its answer buttons, undo and hint; or what the opponent is doing.
import { html } from "../vendor/preact.js";
import { ownResult } from "../core/moment.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { RuleLink } from "../ui/RuleLink.js";
import { AnswerButton } from "./AnswerButton.js";
import { detailCircle } from "./CircleDetail.js";
import { Consequence } from "./Consequence.js";
import { useTable } from "./TableContext.js";

/** @import {Option} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @import {TableState} from "./TableContext" */
/** @import {SearchProgress} from "../core/useGame" */

/** Longer answers, counted with room for each button, lie in a sheet over the hand: the question keeps its height. */
const MAX_CHARACTERS_BESIDE_QUESTION = 60;
const MAX_CHARACTERS_ON_PHONE = 44;
const BUTTON_CHARACTERS = 6;
const MAX_ANSWERS_BESIDE_QUESTION = 3;

/** The options with a button below the question. Foreign Influence decks are chosen at the table, except on a phone,
 * where they have no room for their names; there the circle in detail has its buttons here. No option is shown twice.
 * @param {TableState} table
 * @returns {{option: Option, label?: string, direct?: boolean}[]} */
function shownAnswers(table) {
  const { optionsAt, isPhone, expandedCircle, t } = table;
  if (!isPhone)
    return optionsAt.answers
      .filter((option) => option.verb !== "deck" && (option.circle === null || option.circle !== expandedCircle))
      .map((option) => ({ option }));
  const circle = detailCircle(table);
  const inCircle = (optionsAt.circles.get(circle) ?? []).map((option) => ({
    option,
    label: option.verb === "circle" ? t("table.choose_circle") : option.label,
    direct: true,
  }));
  const others = optionsAt.answers.filter((option) => option.circle === null).map((option) => ({ option }));
  return [...inCircle, ...others];
}

function AnswerList() {
  const table = useTable();
  const { optionsAt, t, isPhone } = table;
  const answers = shownAnswers(table);
  if (!answers.length) return null;
  const characters = answers.reduce((sum, { option }) => sum + option.label.length + BUTTON_CHARACTERS, 0);
  const hasCards = optionsAt.cards.size > 0;
  const isLong =
    !hasCards &&
    (answers.some(({ option }) => option.verb === "die") ||
      answers.length > MAX_ANSWERS_BESIDE_QUESTION ||
      characters > (isPhone ? MAX_CHARACTERS_ON_PHONE : MAX_CHARACTERS_BESIDE_QUESTION));
  return html`<ul
    key=${answers.map(({ option, label }) => `${option.choice} ${label ?? option.label}`).join(" ")}
    class=${`answers${isLong ? " answers--long" : ""}`}
    data-verb=${answers[0].option.verb}
    data-count=${answers.length}
    aria-label=${t("table.answers")}
  >
    ${answers.map(({ option, label, direct }) => html`<${AnswerButton}
      key=${option.choice}
      option=${option}
      label=${label}
      direct=${direct}
      main=${answers.length === 1 && !hasCards && (isPhone || optionsAt.circles.size === 0)}
    />`)}
  </ul>`;
}

/** On a phone: what the choice of the circle in detail changes.
 * @returns {Child} */
function DetailConsequence() {
  const table = useTable();
  const options = table.isPhone ? (table.optionsAt.circles.get(detailCircle(table)) ?? []) : [];
  if (options.length !== 1) return null;
  return html`<p class="question__then"><${Consequence} option=${options[0]} /></p>`;
}

/** Asks for confirmation of a choice that cannot be taken back.
 * @param {{option: Option}} props */
function ConfirmChoice({ option }) {
  const { t, confirmChoice, cancelChoice } = useTable();
  return html`
    <span class="question__hand" aria-hidden="true">☞</span>
    <div class="question__text">
      <p>${option.label}</p>
      <p class="question__then"><${Consequence} option=${option} /></p>
    </div>
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
    <p class="question__text" key=${moment.text.question}>
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
  const isTurn = undo !== "" && takeback === "";
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
    <span class="tool__label" data-other=${t(isTurn ? "table.undo" : "table.take_back")}>
      ${t(isTurn ? "table.take_back" : "table.undo")}
    </span>
    <kbd aria-hidden="true">Z</kbd>
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

/** Where the buttons below the question lead. `showResult`: null in a lesson, which has none. `passOn`: two players at
 * one screen, and the other one comes next.
 * @typedef {{showHint: () => void, startBranch: () => void, showPresent: () => void,
 *   showResult: (() => void) | null, passOn: {label: string, act: () => void} | null}} Ways */

/** @param {Ways} props */
function AskedQuestion({ showHint, startBranch, showPresent, showResult, passOn }) {
  const { moment, t, isPast } = useTable();
  const isOver = moment.view.phase === "over";
  const { explanation, question } = moment.text;
  const result = ownResult(moment);
  const canBranch = isPast && moment.permissions.branch === "" && !moment.online;
  return html`
    <span class="question__hand" aria-hidden="true">☞</span>
    <div class="question__text" key=${question}>
      <p data-note="question">
        ${result && html`<b>${t(`pages.result.ended.${result}`)}</b> `}
        ${question}
        ${explanation.section && html` <${RuleLink} variant="table" section=${explanation.section} />`}
      </p>
      <${DetailConsequence} />
    </div>
    <${AnswerList} />
    <div class="question__tools">
      ${canBranch && html`<button class="btn" type="button" onClick=${startBranch}>${t("pages.result.go_on")}</button>`}
      ${isPast && html`<button class="btn btn--main" type="button" onClick=${showPresent}>
        ${t("table.to_present")}
      </button>`}
      ${isOver && showResult && html`<button class="btn btn--main" type="button" onClick=${showResult}>
        ${t("table.to_result")}
      </button>`}
      ${passOn && html`<button class="btn btn--main" type="button" data-confirm="" onClick=${passOn.act}>
        ${passOn.label}
      </button>`}
      ${!isPast && !isOver && !passOn && html`<${HintButton} showHint=${showHint} /><${UndoButton} />`}
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
