// The list of games that anybody may join.
import { html } from "../vendor/preact.js";
import { getOpenGames } from "../core/api.js";
import { credentialsOf } from "../core/credentials.js";
import { timeAgo } from "../core/duration.js";
import { useTranslation } from "../core/i18n.js";
import { paceText } from "../core/pace.js";
import { useSettings } from "../core/settings.js";
import { usePolledList } from "./usePolledList.js";

/** @import {OpenLobby} from "../core/types" */

/** @param {{table: OpenLobby}} props */
function OpenGame({ table }) {
  const t = useTranslation();
  const { language } = useSettings();
  const own = credentialsOf(table.game).secret !== undefined;
  return html`<li>
    <a class="open-games__go" href=${`/table/${table.game}`}>
      <b>${table.name || t("online.somebody")}${own && html` <span class="quiet">${t("table.you")}</span>`}</b>
      ${table.title && html`<span>${table.title}</span>`}
      <span>${t(`pages.new.deck.${table.options.mode}.name`)} · ${paceText(t, table.pace)}</span>
      ${table.cards && html`<span>${t("online.own_set")}</span>`}
      <time class="quiet" datetime=${table.created}>${timeAgo(table.created, language)}</time>
    </a>
  </li>`;
}

export function OpenGames() {
  const t = useTranslation();
  const tables = usePolledList(getOpenGames);
  return html`<section class="block">
    <h2 class="head2">${t("online.open_tables")}</h2>
    ${tables?.length === 0 && html`<p class="note">${t("online.open_none")}</p>`}
    <ul class="open-games">${tables?.map((table) => html`<${OpenGame} key=${table.game} table=${table} />`)}</ul>
  </section>`;
}
