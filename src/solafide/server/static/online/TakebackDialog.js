// Asks the other player to go back to an earlier choice of one's own.
import { html, useState } from "../vendor/preact.js";
import { makeOffer } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";

/** @import {Happening, Moment} from "../core/types" */
/** @import {PartProps} from "../table/types" */

const SHOWN = 12;

/** Own choices to which one may return, the latest first: what came of each, and how many steps there were before it.
 * @param {Moment} moment
 * @param {Happening[]} log
 * @returns {{to: number, text: string}[]} */
export function choices({ company }, log) {
  const told = new Map(
    log
      .filter((event) => event.alone)
      .reverse()
      .map((event) => [event.version, event.alone]),
  );
  const ways = (company?.ways_back ?? []).map((to) => ({ to, text: told.get(to + 1) ?? "" }));
  return ways.filter(({ text }) => text).slice(0, SHOWN);
}

/** @param {PartProps} props */
export default function TakeBack({ moment, act, log, close }) {
  const t = useTexts();
  const known = choices(moment, log);
  const [to, choose] = useState(known[0]?.to ?? null);
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (to === null) return;
    close();
    act.ask((now) => makeOffer(moment.game, { ...now, kind: "takeback", to }));
  };
  return html`<${Leaf} title=${t("online.menu.takeback")} close=${close} modal class="leaf--ask">
    <form onSubmit=${ask}>
      <p class="leaf__lead">${t("online.takeback.text")}</p>
      ${!known.length && html`<p>${t("online.takeback.none")}</p>`}
      <fieldset class="steps">
        <legend class="head2">${t("online.takeback.legend")}</legend>
        ${known.map((each) => html`<label key=${each.to}>
          <input type="radio" name="to" checked=${each.to === to} onChange=${() => choose(each.to)} />
          <span>${each.text}</span>
        </label>`)}
      </fieldset>
      <p class="leaf__note">${t("online.takeback.note")}</p>
      <p class="leaf__tools">
        <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
        <button class="btn btn--main" type="submit" aria-disabled=${to === null ? "true" : undefined}>
          ${t("online.takeback.ask")}
        </button>
      </p>
    </form>
  <//>`;
}
