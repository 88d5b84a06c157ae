// The line that says what is asked, with the answers that are no thing on the table.
import { html } from "../vendor/preact.js";
import { Icon, Token } from "../ui/Icon.js";
import { ended, useScene } from "./TableContext.js";

/** @import {Option} from "../core/types" */
/** @import {Thought} from "../core/useGame" */

/** @param {{section: string, inside?: boolean}} props inside: of a list that has keys of its own */
export function Ref({ section, inside }) {
  const { t } = useScene();
  return section ? (
    html`<a
      class="ref"
      tabindex=${inside ? -1 : undefined}
      href=${`/rules/${section}`}
      aria-label=${t("table.section", { section })}
    >
      §${section}
    </a>`
  ) : null;
}

/** @param {Option} option */
function sign(option) {
  if (option.word === "die") return `die-${option.choice.slice(4)}`;
  if (option.word === "side" || option.word === "toward") return `estate-${option.choice.split(":")[1]}`;
  if (option.word === "draw") return "fx-draw";
  if (option.word === "use") return "fx-persistent";
  if (option.word === "faith") return option.choice === "faith:C" ? "faith-catholic" : "faith-protestant";
  return "";
}

/** @param {{option: Option, main: boolean}} props */
export function Answer({ option, main }) {
  const { moment, pick, chosen, past, faces } = useScene();
  const icon = sign(option);
  const result =
    option.word === "die" ? faces.results.find((each) => each.roll === Number(option.choice.slice(4))) : undefined;
  if (moment.step < moment.last)
    return html`<li>
      <span class="btn answer answer--past">${icon && html`<${Icon} name=${icon} />`}${option.label}</span>
    </li>`;
  return html`<li>
    <button
      class=${`btn answer${main ? " btn--main" : ""}${chosen === option.choice ? " is-chosen" : ""}`}
      type="button"
      data-choice=${option.choice}
      data-note=${`answer:${option.choice}`}
      aria-disabled=${past ? "true" : undefined}
      onClick=${() => pick(option)}
    >
      ${icon && html`<${Icon} name=${icon} />`}
      <span>${option.label}${result && html`<small>${result.text.join(" ")}</small>`}</span>
    </button>
  </li>`;
}

function Answers() {
  const { offer, t, phone } = useScene();
  // The decks of the countries lie on the table, but on a small screen without their names.
  const answers = offer.answers.filter((option) => phone || option.word !== "deck");
  if (!answers.length) return null;
  const long =
    answers.some((option) => option.word === "die") ||
    answers.reduce((length, option) => length + option.label.length + 6, 0) > 44;
  const wordy = answers.some((option) => option.label.length > 34);
  return html`<ul
    class=${`answers${long ? " answers--long" : ""}${wordy ? " answers--wordy" : ""}`}
    data-word=${answers[0].word}
    aria-label=${t("table.answers")}
  >
    ${answers.map((option) => html`<${Answer}
      key=${option.choice}
      option=${option}
      main=${answers.length === 1 && offer.cards.size === 0 && offer.circles.size === 0}
    />`)}
  </ul>`;
}

/** What would come of a choice, and whether there is a way back.
 * @param {{option: Option}} props */
export function Then({ option }) {
  const { t } = useScene();
  return html`
    ${option.consequence}
    ${option.final && html`${option.consequence && " "}<span class="then__final">${t("table.is_final")}</span>`}
  `;
}

/** Asks once more before what cannot be taken back.
 * @param {{option: Option}} props */
function Confirm({ option }) {
  const { t, decide, release } = useScene();
  return html`
    <p><b>${option.label}</b> <span class="question__then"><${Then} option=${option} /></span></p>
    <div class="question__tools">
      <button class="btn btn--main" type="button" data-confirm="" onClick=${() => decide(option)}>
        <${Icon} name="ui-check" />
        ${t("table.confirm")} <kbd aria-hidden="true">⏎</kbd>
      </button>
      <button class="btn" type="button" onClick=${release}>${t("table.cancel")}</button>
    </div>
  `;
}

/** @param {{thought: Thought}} props */
function Waiting({ thought }) {
  const { moment, t, act, far, settings } = useScene();
  return html`
    <${Token} faith=${moment.view.turn ?? far} />
    <p>
      ${moment.said.question}
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      ${thought && thought.iterations > 0 && html`<small class="thought">
        ${t("table.thought", { number: thought.iterations.toLocaleString(settings.language) })}
        ${thought.chance !== null && html` ${t("table.thought_chance", { percent: Math.round(thought.chance * 100) })}`}
      </small>`}
    </p>
    ${!moment.company?.deal && html`<div class="question__tools">
      <button class="btn" type="button" onClick=${act.stop}>
        <${Icon} name="ui-stop" />
        ${t("table.stop_thinking")}
      </button>
    </div>`}
  `;
}

/** Undo inside the turn, else the whole last turn, else why neither. */
function TakeBack() {
  const { moment, t, act, past } = useScene();
  const { undo, takeback } = moment.may;
  if (moment.seat === null) return null;
  const can = undo === "" || takeback === "";
  const click = () => void (can && !past && (undo === "" ? act.undo() : act.takeBack()));
  return html`<button
    class="btn tool"
    type="button"
    data-note="takeback"
    aria-disabled=${can ? undefined : "true"}
    aria-keyshortcuts="Z"
    onClick=${click}
  >
    <${Icon} name="ui-undo" />
    <span>${t(undo === "" || takeback !== "" ? "table.undo" : "table.take_back")}</span> <kbd aria-hidden="true">Z</kbd>
  </button>`;
}

/** @param {{hint: () => void}} props */
function HintButton({ hint }) {
  const { moment, t } = useScene();
  if (!moment.said.options.length) return null;
  const can = moment.may.hint === "";
  return html`<button
    class="btn tool"
    type="button"
    data-note="hint"
    aria-disabled=${can ? undefined : "true"}
    aria-keyshortcuts="H"
    onClick=${() => can && hint()}
  >
    <${Icon} name="ui-lamp" />
    <span>${t("table.hint")}</span> <kbd aria-hidden="true">H</kbd>
  </button>`;
}

/** @param {{hint: () => void, branch: () => void, present: () => void, result: () => void}} props */
function Asked({ hint, branch, present, result }) {
  const { moment, t } = useScene();
  const past = moment.step < moment.last;
  const over = moment.view.phase === "over";
  const { explain, question } = moment.said;
  const how = ended(moment);
  return html`
    <span class="question__hand" aria-hidden="true">☞</span>
    <p data-note="question">
      ${how && html`<b>${t(`pages.result.ended.${how}`)}</b> `}
      ${question}
      ${explain.section && html` <${Ref} section=${explain.section} />`}
    </p>
    <${Answers} />
    <div class="question__tools">
      ${past && moment.may.branch === "" && !moment.company && html`<button class="btn" type="button" onClick=${branch}>
        ${t("pages.result.go_on")}
      </button>`}
      ${past && html`<button class="btn btn--main" type="button" onClick=${present}>${t("table.to_present")}</button>`}
      ${over && html`<button class="btn btn--main" type="button" onClick=${result}>${t("table.to_result")}</button>`}
      ${!past && !over && html`<${HintButton} hint=${hint} /><${TakeBack} />`}
    </div>
  `;
}

/** @param {{thought: Thought, hint: () => void, branch: () => void, present: () => void, result: () => void}} props */
export function Question({ thought, hint, branch, present, result }) {
  const { moment, chosen, t } = useScene();
  const option = chosen ? moment.said.options.find((each) => each.choice === chosen) : undefined;
  const waits =
    (moment.thinking !== null || thought) &&
    !moment.said.options.length &&
    moment.step === moment.last &&
    moment.view.phase !== "over";
  return html`<section class=${`question${option ? " is-asking" : ""}`} aria-label=${t("table.question")}>
    <div class="question__line">
      ${option ? (
        html`<${Confirm} option=${option} />`
      ) : waits ? (
        html`<${Waiting} thought=${thought} />`
      ) : (
        html`<${Asked} hint=${hint} branch=${branch} present=${present} result=${result} />`
      )}
    </div>
  </section>`;
}

/** The name of what is carried out: a card, which can be opened, or a result of the Military Chart.
 * @param {{card: string}} props */
function Running({ card }) {
  const { faces, open } = useScene();
  const face = faces.cards[card];
  if (face)
    return html`<button
      class="resolving__card"
      type="button"
      data-pile="resolving"
      onClick=${() => open({ kind: "card", card })}
    >
      <span class="tile__no">${face.number}</span> ${face.name}
    </button>`;
  const result = faces.results.find(({ roll }) => card === `M${roll}`);
  return result ? (
    html`<span class="resolving__card" data-pile="resolving">
      <${Icon} name=${`die-${result.roll}`} class="inl" /> ${result.name}
    </span>`
  ) : null;
}

/** What is being carried out, with its present step. */
export function Resolving() {
  const { moment, t } = useScene();
  const resolving = moment.said.resolving;
  if (!resolving) return null;
  return html`<section class=${`resolving resolving--${resolving.by.toLowerCase()}`} aria-label=${t("table.resolving")}>
    <h3><${Running} card=${resolving.card} /></h3>
    <ol class="resolving__steps">
      ${resolving.steps.map((step, i) => html`<li
        key=${i}
        class=${`is-${step.state}`}
        aria-current=${step.state === "now" ? "step" : undefined}
      >
        ${step.text}
      </li>`)}
    </ol>
  </section>`;
}
