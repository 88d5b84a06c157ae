// By which ways one wants to be told that it is one's turn.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Refused, getSigns, putSigns } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { CallMe } from "./NotificationButton.js";
import { Leaf } from "../ui/Panel.js";

/** @import {SignsSaid} from "../core/types" */
/** @import {PartProps} from "../table/types" */
/** @typedef {"mail" | "hook"} Way */

/** @type {Way[]} */
const WAYS = ["mail", "hook"];

/** @param {{way: Way, said: SignsSaid, wish: (way: Way, target: string) => void}} props */
function Wish({ way, said, wish }) {
  const t = useTexts();
  const known = said[way];
  const [target, type] = useState(known?.target ?? "");
  useEffect(() => type(known?.target ?? ""), [known?.target]);
  if (!said.possible[way])
    return html`<section>
      <h3 class="head2">${t(`online.signs.${way}.name`)}</h3>
      <p class="note">${t(`online.signs.${way}.impossible`)}</p>
    </section>`;
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    wish(way, target.trim());
  };
  return html`<form class="field" onSubmit=${send}>
    <label class="head2" for=${`sign-${way}`}>${t(`online.signs.${way}.name`)}</label>
    <input
      id=${`sign-${way}`}
      type=${way === "mail" ? "email" : "url"}
      autocomplete=${way === "mail" ? "email" : "off"}
      value=${target}
      onInput=${(/** @type {Event} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)}
    />
    <p class="note">
      ${known
        ? known.error || t(known.confirmed ? "online.signs.stands" : "online.signs.unconfirmed")
        : t(`online.signs.${way}.text`)}
    </p>
    <p class="leaf__tools">
      <button class="btn" type="submit">${t("online.signs.wish")}</button>
      ${known && html`<button class="btn btn--bare" type="button" onClick=${() => wish(way, "")}>
        ${t("online.signs.end")}
      </button>`}
    </p>
  </form>`;
}

/** @param {PartProps} props */
export default function Signs({ moment, close }) {
  const t = useTexts();
  const [said, show] = useState(/** @type {SignsSaid | null} */ (null));
  const [problem, complain] = useState("");
  const hear = (/** @type {Promise<SignsSaid>} */ answer) =>
    answer.then(
      (found) => {
        show(found);
        complain("");
      },
      (refused) => complain((refused instanceof Refused && refused.message) || t("table.unreachable")),
    );
  useEffect(() => void hear(getSigns(moment.game)), [moment.game]);
  return html`<${Leaf} title=${t("online.signs.title")} close=${close} class="leaf--notes">
    <p class="leaf__note">${t("online.call.text")}</p>
    <${CallMe} />
    ${problem && html`<p class="leaf__problem" role="alert">${problem}</p>`}
    ${said &&
      WAYS.map((way) => html`<${Wish}
        key=${way}
        way=${way}
        said=${said}
        wish=${(/** @type {Way} */ by, /** @type {string} */ target) => hear(putSigns(moment.game, { [by]: target }))}
      />`)}
  <//>`;
}
