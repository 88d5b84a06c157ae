// The sheet of keys, and a way back to the notes for a first game.
import { html } from "../vendor/preact.js";
import { set } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { again } from "./FirstGameGuide.js";
import { Leaf } from "../ui/Panel.js";

/** @import {PartProps} from "./types" */

/** Keys by what they are for; a text names each.
 * @type {[string, [string, string[]][]][]} */
const KEYS = [
  [
    "choosing",
    [
      ["hand", ["1–9"]],
      ["pyramid", ["←", "→", "↑", "↓"]],
      ["choose", ["↵"]],
      ["escape", ["Esc"]],
      ["hint", ["H"]],
      ["undo", ["Z"]],
    ],
  ],
  [
    "looking",
    [
      ["log", ["L"]],
      ["back", [","]],
      ["forward", ["."]],
      ["now", ["N"]],
      ["text", ["T"]],
      ["help", ["?"]],
    ],
  ],
];

/** @param {PartProps} props */
export default function Help({ close }) {
  const t = useTexts();
  const repeat = () => {
    again();
    set({ guide: true });
    close();
  };
  return html`<${Leaf} title=${t("moments.help.title")} close=${close} modal class="leaf--help">
    <p class="leaf__lead">${t("moments.help.lead")}</p>
    <div class="keys">
      ${KEYS.map(([group, keys]) => html`<section>
        <h3 class="head2">${t(`moments.help.${group}`)}</h3>
        <dl>
          ${keys.map(([name, names]) => html`<div>
            <dt>${names.map((one) => html`<kbd>${one}</kbd> `)}</dt>
            <dd>${t(`moments.help.key.${name}`)}</dd>
          </div>`)}
        </dl>
      </section>`)}
    </div>
    <p class="leaf__note">${t("moments.help.skip")}</p>
    <p class="leaf__tools">
      <button class="btn" type="button" onClick=${repeat}>${t("moments.guide.again")}</button>
      <a class="btn" href="/rules">${t("moments.help.rules")}</a>
    </p>
  <//>`;
}
