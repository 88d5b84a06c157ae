// The help: all keyboard shortcuts, and a button to start the guide again.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { changeSettings } from "../core/settings.js";
import { Panel } from "../ui/Panel.js";
import { isWatched } from "../watch/pace.js";
import { restartGuide } from "./FirstGameGuide.js";

/** @import {PanelProps} from "./types" */

/** Shortcuts by group; the names are keys of texts.
 * @type {[string, [string, string[]][]][]} */
const SHORTCUTS = [
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
      ["open", ["O"]],
      ["log", ["L"]],
      ["back", [","]],
      ["forward", ["."]],
      ["now", ["N"]],
      ["text", ["T"]],
      ["help", ["?"]],
    ],
  ],
];

/** Where two computer players are watched.
 * @type {[string, string[]][]} */
const WATCH_KEYS = [
  ["pause", ["P"]],
  ["step", ["S"]],
  ["speed", ["+", "−"]],
  ["hands", ["V"]],
  ["comments", ["C"]],
];

/** @param {PanelProps} props */
export default function ShortcutHelp({ moment, close }) {
  const t = useTranslation();
  const groups = isWatched(moment) ? [SHORTCUTS[1], /** @type {const} */ (["watching", WATCH_KEYS])] : SHORTCUTS;
  const restart = () => {
    restartGuide();
    changeSettings({ guide: true });
    close();
  };
  return html`<${Panel} title=${t("moments.help.title")} close=${close} modal class="panel--help">
    <p class="panel__lead">${t("moments.help.lead")}</p>
    <div class="keys">
      ${groups.map(([group, keys]) => html`<section>
        <h3 class="head2">${t(`moments.help.${group}`)}</h3>
        <dl>
          ${keys.map(([name, names]) => html`<div>
            <dt>${names.map((key) => html`<kbd>${key}</kbd> `)}</dt>
            <dd>${t(`moments.help.key.${name}`)}</dd>
          </div>`)}
        </dl>
      </section>`)}
    </div>
    <p class="panel__note">${t("moments.help.skip")}</p>
    <p class="panel__tools">
      <button class="btn" type="button" onClick=${restart}>${t("moments.guide.again")}</button>
      <a class="btn" href="/rules">${t("moments.help.rules")}</a>
    </p>
  <//>`;
}
