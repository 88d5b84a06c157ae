// The header of the table: a description of the game or the score, and buttons for rules, settings and help.
import { html } from "../vendor/preact.js";
import { canResign, playerOf } from "../core/moment.js";
import { changeSettings, isDarkTheme } from "../core/settings.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** @import {Child} from "../vendor/preact" */

function GameDescription() {
  const { moment, t, far } = useTable();
  const { view } = moment;
  const other = (
    moment.seat === "1" ? moment.players["2"] : moment.seat === "2" ? moment.players["1"] : playerOf(moment, far)
  )?.name;
  const parts = [t(`table.mode.${view.options.mode}`)];
  if (view.phase === "play") parts.push(t("table.turn", { n: view.turn_number }));
  if (moment.seats.length === 2 && !moment.online) parts.push(t("table.hot_seat"));
  else if (moment.seat === null) parts.push(t("table.watching"));
  else if (other) parts.push(t("table.against", { name: other }));
  return html`<p class="head__where" key=${parts.join(" ")}>
    ${parts.map((part, i) => html`${i > 0 && html` <span class="quiet">·</span> `}${part}`)}
  </p>`;
}

function CompactScore() {
  const { moment, t } = useTable();
  const { C, P } = moment.view.faiths;
  return html`<p class="head__score" aria-label=${t("table.score_said", { catholic: C.points, protestant: P.points })}>
    <${FaithToken} faith="C" small=${true} /> <b data-pile="score:C">${C.points}</b>
    <span class="quiet">:</span>
    <b class="p-ink" data-pile="score:P">${P.points}</b> <${FaithToken} faith="P" small=${true} />
  </p>`;
}

/** On a phone it is at the end of the page.
 * @param {{ask: () => void}} props */
export function ResignButton({ ask }) {
  const { moment, t } = useTable();
  return canResign(moment) ? (
    html`<button class="btn btn--bare" type="button" onClick=${ask}>
      <${Icon} name="ui-flag" />
      <span>${t("online.menu.resign")}</span>
    </button>`
  ) : null;
}

/** @param {{openPanel: (panel: "help" | "settings" | "resign") => void, onlineButtons?: Child, presence?: Child}}
 *   props */
export function TableHeader({ openPanel, onlineButtons, presence }) {
  const { t, settings, isPhone, isNarrow, openLog } = useTable();
  const isDark = isDarkTheme(settings);
  return html`<header class="head">
    <a class="brand" href="/" aria-label=${t("table.home")}>Sola Fide</a>
    ${isPhone ? html`<${CompactScore} />` : html`<${GameDescription} />`}
    ${presence}
    <nav class="head__tools" aria-label=${t("table.tools")}>
      ${isNarrow && html`<button
        class="btn btn--bare"
        type="button"
        aria-label=${t("table.course")}
        aria-keyshortcuts="L"
        onClick=${openLog}
      >
        <${Icon} name="ui-list" />
      </button>`}
      ${onlineButtons}
      ${!isPhone && html`<${ResignButton} ask=${() => openPanel("resign")} />`}
      ${!(isPhone && onlineButtons) && html`
        <a class="btn btn--bare" href="/rules"><${Icon} name="ui-book" /><span>${t("table.rules")}</span></a>
        <button class="btn btn--bare" type="button" onClick=${() => openPanel("settings")}>
          <${Icon} name="ui-gear" />
          <span>${t("table.settings")}</span>
        </button>
      `}
      ${!isPhone && html`
        <button
          class="btn btn--bare"
          type="button"
          onClick=${() => changeSettings({ theme: isDark ? "light" : "dark" })}
        >
          <${Icon} name=${isDark ? "ui-lamp" : "ui-candle"} />
          <span>${t(isDark ? "table.daylight" : "table.candlelight")}</span>
        </button>
        <button
          class="btn btn--bare"
          type="button"
          aria-keyshortcuts="?"
          aria-label=${t("table.help")}
          onClick=${() => openPanel("help")}
        >
          <${Icon} name="ui-help" />
        </button>
      `}
    </nav>
  </header>`;
}
