// The table in sentences: everything that lies on it, the question and its choices, for reading, hearing and typing.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { set } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Section } from "../ui/RuleLink.js";
import { ToldList } from "../ui/EventList.js";

/** @import {Faces, Happening, Moment, Option} from "../core/types" */
/** @import {PartProps} from "./types" */

/** The choice meant by what was typed: its number, or a part of its words that no other one has.
 * @param {Option[]} options
 * @param {string} typed
 * @returns {Option | null} */
export function meant(options, typed) {
  const words = typed.trim().toLocaleLowerCase();
  if (!words) return null;
  if (/^\d+$/.test(words)) return options[Number(words) - 1] ?? null;
  const found = options.filter((option) => option.label.toLocaleLowerCase().includes(words));
  return found.length === 1 ? found[0] : null;
}

/** @param {{moment: Moment, send: PartProps["send"], confirm: boolean}} props */
function Choices({ moment, send, confirm }) {
  const t = useTexts();
  const [typed, type] = useState("");
  const [answer, reply] = useState("");
  const [armed, arm] = useState("");
  const { options } = moment.said;
  useEffect(() => {
    reply("");
    arm("");
  }, [moment.version]);
  const choose = (/** @type {Option} */ option) => {
    if (confirm && option.final && armed !== option.choice) {
      arm(option.choice);
      reply(t("moments.text.sure", { choice: option.label }));
      return;
    }
    type("");
    send(option.choice);
  };
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    const option = meant(options, typed);
    if (option) choose(option);
    else reply(t("moments.text.unknown", { typed }));
  };
  // The field stays while others choose, so that whoever types finds it again.
  if (!options.length && (moment.seat === null || moment.view.outcome)) return null;
  return html`
    <ol class="intext__choices">
      ${options.map((option, i) => html`<li key=${option.choice}>
        <button class="btn" type="button" data-choice=${option.choice} onClick=${() => choose(option)}>
          <span class="no">${i + 1}</span>
          <span>${option.label}${option.consequence && html`<small>${option.consequence}</small>`}</span>
        </button>
      </li>`)}
    </ol>
    <form class="intext__type" onSubmit=${enter}>
      <label for="typed">${t("moments.text.type")}</label>
      <input
        id="typed"
        type="text"
        autocomplete="off"
        spellcheck="false"
        value=${typed}
        onInput=${(/** @type {Event} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)}
      />
      <button class="btn" type="submit">${t("moments.text.enter")}</button>
      <p role="status">${answer}</p>
    </form>
  `;
}

/** @param {{moment: Moment, faces: Faces}} props */
function Hand({ moment, faces }) {
  const t = useTexts();
  const hand = moment.view.own?.hand ?? [];
  if (!moment.view.own) return null;
  return html`<section>
    <h2 class="head2">${t("moments.text.hand")}</h2>
    ${hand.length === 0 && html`<p>${t("moments.text.no_cards")}</p>`}
    <dl class="intext__hand">
      ${hand.map((card) => {
        const face = faces.cards[card];
        const why = moment.said.why[`card:${card}`];
        return (
          face && html`<div>
            <dt>${face.number}. ${face.name}</dt>
            <dd>${face.text.join(" ")} ${why && html`<em>${why.text} <${Section} section=${why.section} /></em>`}</dd>
          </div>`
        );
      })}
    </dl>
  </section>`;
}

/** @param {{log: Happening[]}} props */
function Told({ log }) {
  const t = useTexts();
  const [all, show] = useState(false);
  const told = all ? log : log.slice(-12);
  return html`<section>
    <h2 class="head2">${t("moments.text.log")}</h2>
    ${told.length < log.length && html`<button class="btn" type="button" onClick=${() => show(true)}>
      ${t("moments.text.earlier")}
    </button>`}
    <${ToldList} events=${told} />
  </section>`;
}

/** @param {PartProps} props */
export default function TextMode({ moment, send, act, settings, faces, log }) {
  const t = useTexts();
  const { said, may } = moment;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  // What was chosen is gone, and the focus with it: the next question takes it.
  useEffect(() => {
    if (!document.activeElement || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [moment.version]);
  const back = (/** @type {string} */ name, /** @type {string} */ why, /** @type {() => void} */ go) =>
    why === "" && html`<button class="btn" type="button" data-do=${name} onClick=${go}>
      ${t(`moments.text.${name}`)}
    </button>`;
  return html`<div class="intext">
    <section class="intext__ask">
      <h2 ref=${heading} tabindex="-1">${said.question}</h2>
      <div class="intext__about">
        ${said.explain.text && html`<p>${said.explain.text} <${Section} section=${said.explain.section} /></p>`}
        ${said.resolving && html`<ol class="steps">
          ${said.resolving.steps.map((step) => html`<li class=${`is-${step.state}`}>${step.text}</li>`)}
        </ol>`}
      </div>
      <${Choices} moment=${moment} send=${send} confirm=${settings.confirm} />
      <p class="leaf__tools">
        ${back("undo", may.undo, act.undo)}
        ${back("takeback", may.takeback, act.takeBack)}
        <button class="btn" type="button" onClick=${() => set({ textMode: false })}>${t("moments.text.drawn")}</button>
      </p>
    </section>
    <${Hand} moment=${moment} faces=${faces} />
    <section>
      <h2 class="head2">${t("moments.text.table")}</h2>
      ${said.table.map((sentence) => html`<p>${sentence}</p>`)}
    </section>
    <${Told} log=${log} />
  </div>`;
}
