// Asks the opponent to go back to an earlier choice of the player.
import { html, useState } from "../vendor/preact.js";
import { makeOffer } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { Panel } from "../ui/Panel.js";

/** @import {EventView, Moment} from "../core/types" */
/** @import {PanelProps} from "../table/types" */

const MAX_CHOICES = 12;

/** Own choices to which the game may return, the latest first: the step before each, and what it has done.
 * @param {Moment} moment
 * @param {EventView[]} log
 * @returns {{to: number, text: string}[]} */
export function takebackChoices({ online }, log) {
  const textByVersion = new Map(
    log
      .filter((event) => event.standalone_text)
      .reverse()
      .map((event) => [event.version, event.standalone_text]),
  );
  const steps = (online?.takeback_steps ?? []).map((to) => ({ to, text: textByVersion.get(to + 1) ?? "" }));
  return steps.filter(({ text }) => text).slice(0, MAX_CHOICES);
}

/** @param {PanelProps} props */
export default function TakebackDialog({ moment, actions, log, close }) {
  const t = useTranslation();
  const choices = takebackChoices(moment, log);
  const [step, setStep] = useState(choices[0]?.to ?? null);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (step === null) return;
    close();
    actions.request((header) => makeOffer(moment.game, { ...header, kind: "takeback", to: step }));
  };
  return html`<${Panel} title=${t("online.menu.takeback")} close=${close} modal class="panel--ask">
    <form onSubmit=${submit}>
      <p class="panel__lead">${t("online.takeback.text")}</p>
      ${!choices.length && html`<p>${t("online.takeback.none")}</p>`}
      <fieldset class="steps">
        <legend class="head2">${t("online.takeback.legend")}</legend>
        ${choices.map((each) => html`<label key=${each.to}>
          <input type="radio" name="to" checked=${each.to === step} onChange=${() => setStep(each.to)} />
          <span>${each.text}</span>
        </label>`)}
      </fieldset>
      <p class="panel__note">${t("online.takeback.note")}</p>
      <p class="panel__tools">
        <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
        <button class="btn btn--main" type="submit" aria-disabled=${step === null ? "true" : undefined}>
          ${t("online.takeback.ask")}
        </button>
      </p>
    </form>
  <//>`;
}
