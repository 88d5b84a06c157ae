// The head of the table: where one is, the score on a small screen, and the way to rules and settings.
import { html } from "../vendor/preact.js";
import { set } from "../core/settings.js";
import { Icon, Token } from "../ui/Icon.js";
import { canResign, playerOf, useScene } from "./TableContext.js";

/** @import {Settings} from "../core/settings" */
/** @import {Child} from "../vendor/preact" */

/** @param {Settings} settings */
const isDark = (settings) =>
  settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";

function Where() {
  const { moment, t, far } = useScene();
  const { view } = moment;
  const other = (
    moment.seat === "1" ? moment.players["2"] : moment.seat === "2" ? moment.players["1"] : playerOf(moment, far)
  )?.name;
  const parts = [t(`table.mode.${view.options.mode}`)];
  if (view.phase === "play") parts.push(t("table.turn", { n: view.turn_number }));
  if (moment.seats.length === 2 && !moment.company) parts.push(t("table.hot_seat"));
  else if (moment.seat === null) parts.push(t("table.watching"));
  else if (other) parts.push(t("table.against", { name: other }));
  return html`<p class="head__where">
    ${parts.map((part, i) => html`${i > 0 && html` <span class="quiet">·</span> `}${part}`)}
  </p>`;
}

function SmallScore() {
  const { moment, t } = useScene();
  const { C, P } = moment.view.faiths;
  return html`<p class="head__score" aria-label=${t("table.score_said", { catholic: C.points, protestant: P.points })}>
    <${Token} faith="C" small=${true} /> <b>${C.points}</b>
    <span class="quiet">:</span>
    <b>${P.points}</b> <${Token} faith="P" small=${true} />
  </p>`;
}

/** On a small screen it stands at the end of everything.
 * @param {{ask: () => void}} props */
export function Resign({ ask }) {
  const { moment, t } = useScene();
  return canResign(moment) ? (
    html`<button class="btn btn--bare" type="button" onClick=${ask}>
      <${Icon} name="ui-flag" />
      <span>${t("online.menu.resign")}</span>
    </button>`
  ) : null;
}

/** @param {{help: () => void, adjust: () => void, resign: () => void, company?: Child}} props `company`: the buttons
 *   of two who play far apart */
export function Head({ help, adjust, resign, company }) {
  const { moment, t, settings, phone, act, past } = useScene();
  const dark = isDark(settings);
  const { undo, takeback } = moment.may;
  const can = moment.seat !== null && (undo === "" || takeback === "");
  return html`<header class="head">
    <a class="brand" href="/" aria-label=${t("table.home")}>Sola Fide</a>
    ${phone ? html`<${SmallScore} />` : html`<${Where} />`}
    <nav class="head__tools" aria-label=${t("table.tools")}>
      ${phone && html`<button
        class="btn btn--bare"
        type="button"
        data-note="takeback"
        aria-disabled=${can ? undefined : "true"}
        aria-label=${t(undo === "" || takeback !== "" ? "table.undo" : "table.take_back")}
        onClick=${() => void (can && !past && (undo === "" ? act.undo() : act.takeBack()))}
      >
        <${Icon} name="ui-undo" />
      </button>`}
      ${company}
      ${!phone && html`<${Resign} ask=${resign} />`}
      ${!(phone && company) && html`
        <a class="btn btn--bare" href="/rules"><${Icon} name="ui-book" /><span>${t("table.rules")}</span></a>
        <button class="btn btn--bare" type="button" onClick=${adjust}>
          <${Icon} name="ui-gear" />
          <span>${t("table.settings")}</span>
        </button>
      `}
      ${!phone && html`
        <button class="btn btn--bare" type="button" onClick=${() => set({ theme: dark ? "light" : "dark" })}>
          <${Icon} name=${dark ? "ui-lamp" : "ui-candle"} />
          <span>${t(dark ? "table.daylight" : "table.candlelight")}</span>
        </button>
        <button class="btn btn--bare" type="button" aria-keyshortcuts="?" aria-label=${t("table.help")} onClick=${help}>
          <${Icon} name="ui-help" />
        </button>
      `}
    </nav>
  </header>`;
}
