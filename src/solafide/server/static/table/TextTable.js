// The table as text: the question with numbered choices, the hand, the circles and the log in sentences.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { changeSettings } from "../core/settings.js";
import { EventList } from "../ui/EventList.js";
import { RuleLink } from "../ui/RuleLink.js";

/** @import {CardSetFaces, EventView, Moment, Option} from "../core/types" */
/** @import {PanelProps} from "./types" */

/** Find the option that a player has typed: by its number, or by a part of its label that no other one has.
 * @param {Option[]} options
 * @param {string} typed
 * @returns {Option | null} */
export function matchOption(options, typed) {
  const query = typed.trim().toLocaleLowerCase();
  if (!query) return null;
  if (/^\d+$/.test(query)) return options[Number(query) - 1] ?? null;
  const matches = options.filter((option) => option.label.toLocaleLowerCase().includes(query));
  return matches.length === 1 ? matches[0] : null;
}

/** @param {{moment: Moment, send: PanelProps["send"], confirm: boolean}} props */
function TypedChoices({ moment, send, confirm }) {
  const t = useTranslation();
  const [typed, setTyped] = useState("");
  const [answer, setAnswer] = useState("");
  const [confirming, setConfirming] = useState("");
  const { options } = moment.text;
  useEffect(() => {
    setAnswer("");
    setConfirming("");
  }, [moment.version]);
  const choose = (/** @type {Option} */ option) => {
    if (confirm && option.final && confirming !== option.choice) {
      setConfirming(option.choice);
      setAnswer(t("moments.text.sure", { choice: option.label }));
      return;
    }
    setTyped("");
    send(option.choice);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const option = matchOption(options, typed);
    if (option) choose(option);
    else setAnswer(t("moments.text.unknown", { typed }));
  };
  // The field stays while others choose, so that it keeps the focus.
  if (!options.length && (moment.seat === null || moment.view.outcome)) return null;
  return html`
    <ol class="text-table__choices">
      ${options.map((option, i) => html`<li key=${option.choice}>
        <button class="btn" type="button" data-choice=${option.choice} onClick=${() => choose(option)}>
          <span class="no">${i + 1}</span>
          <span>${option.label}${option.consequence && html`<small>${option.consequence}</small>`}</span>
        </button>
      </li>`)}
    </ol>
    <form class="text-table__type" onSubmit=${submit}>
      <label for="typed">${t("moments.text.type")}</label>
      <input
        id="typed"
        type="text"
        autocomplete="off"
        spellcheck="false"
        value=${typed}
        onInput=${(/** @type {Event} */ event) => setTyped(/** @type {HTMLInputElement} */ (event.target).value)}
      />
      <button class="btn" type="submit">${t("moments.text.enter")}</button>
      <p role="status">${answer}</p>
    </form>
  `;
}

/** @param {{moment: Moment, faces: CardSetFaces}} props */
function HandText({ moment, faces }) {
  const t = useTranslation();
  const hand = moment.view.own?.hand ?? [];
  if (!moment.view.own) return null;
  return html`<section>
    <h2 class="head2">${t("moments.text.hand")}</h2>
    ${hand.length === 0 && html`<p>${t("moments.text.no_cards")}</p>`}
    <dl class="text-table__hand">
      ${hand.map((card) => {
        const face = faces.cards[card];
        const why = moment.text.why_not[`card:${card}`];
        return (
          face && html`<div>
            <dt>${face.number}. ${face.name}</dt>
            <dd>${face.text.join(" ")} ${why && html`<em>${why.text} <${RuleLink} section=${why.section} /></em>`}</dd>
          </div>`
        );
      })}
    </dl>
  </section>`;
}

/** @param {{log: EventView[]}} props */
function LogText({ log }) {
  const t = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const events = isWhole ? log : log.slice(-12);
  return html`<section>
    <h2 class="head2">${t("moments.text.log")}</h2>
    ${events.length < log.length && html`<button class="btn" type="button" onClick=${() => setWhole(true)}>
      ${t("moments.text.earlier")}
    </button>`}
    <${EventList} events=${events} />
  </section>`;
}

/** @param {PanelProps} props */
export default function TextTable({ moment, send, actions, settings, faces, log }) {
  const t = useTranslation();
  const { text, permissions } = moment;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  // The chosen button is gone, and the focus with it: give the focus to the next question.
  useEffect(() => {
    if (!document.activeElement || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [moment.version]);
  const undoButton = (/** @type {string} */ name, /** @type {string} */ why, /** @type {() => void} */ onClick) =>
    why === "" && html`<button class="btn" type="button" data-do=${name} onClick=${onClick}>
      ${t(`moments.text.${name}`)}
    </button>`;
  return html`<div class="text-table">
    <section class="text-table__ask">
      <h2 ref=${heading} tabindex="-1">${text.question}</h2>
      <div class="text-table__about">
        ${text.explanation.text && html`<p>
          ${text.explanation.text} <${RuleLink} section=${text.explanation.section} />
        </p>`}
        ${text.resolving && html`<ol class="steps">
          ${text.resolving.steps.map((step) => html`<li class=${`is-${step.state}`}>${step.text}</li>`)}
        </ol>`}
      </div>
      <${TypedChoices} moment=${moment} send=${send} confirm=${settings.confirm} />
      <p class="panel__tools">
        ${undoButton("undo", permissions.undo, actions.undo)}
        ${undoButton("takeback", permissions.takeback, actions.takeBack)}
        <button class="btn" type="button" onClick=${() => changeSettings({ textMode: false })}>
          ${t("moments.text.drawn")}
        </button>
      </p>
    </section>
    <${HandText} moment=${moment} faces=${faces} />
    <section>
      <h2 class="head2">${t("moments.text.table")}</h2>
      ${text.table.map((sentence) => html`<p>${sentence}</p>`)}
    </section>
    <${LogText} log=${log} />
  </div>`;
}
