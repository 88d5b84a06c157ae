// Tables that anybody may join.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getOpenTables } from "../core/api.js";
import { useSettings } from "../core/settings.js";
import { keptOf } from "../core/credentials.js";
import { useTexts } from "../core/i18n.js";
import { ago } from "../pages/GameList.js";
import { paceText } from "../core/pace.js";

/** @import {OpenTable} from "../core/types" */

const AGAIN_MS = 10_000;

/** A list that anybody may see, looked at again while the page is.
 * @template T
 * @param {() => Promise<T[]>} ask
 * @returns {T[] | null} null until they are known */
export function useListed(ask) {
  const { language } = useSettings();
  const [listed, show] = useState(/** @type {T[] | null} */ (null));
  useEffect(() => {
    let here = true;
    const look = () => {
      if (!document.hidden)
        ask().then(
          (found) => void (here && show(found)),
          () => {},
        );
    };
    look();
    const timer = setInterval(look, AGAIN_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      here = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [language]);
  return listed;
}

/** @param {{table: OpenTable}} props */
function Line({ table }) {
  const t = useTexts();
  const { language } = useSettings();
  const own = keptOf(table.game).secret !== undefined;
  return html`<li>
    <a class="opens__go" href=${`/table/${table.game}`}>
      <b>${table.name || t("online.somebody")}${own && html` <span class="quiet">${t("table.you")}</span>`}</b>
      <span>${t(`pages.new.deck.${table.options.mode}.name`)} · ${paceText(t, table.pace)}</span>
      <time class="quiet" datetime=${table.created}>${ago(table.created, language)}</time>
    </a>
  </li>`;
}

export function OpenTables() {
  const t = useTexts();
  const tables = useListed(getOpenTables);
  return html`<section class="block">
    <h2 class="head2">${t("online.open_tables")}</h2>
    ${tables?.length === 0 && html`<p class="note">${t("online.open_none")}</p>`}
    <ul class="opens">${tables?.map((table) => html`<${Line} key=${table.game} table=${table} />`)}</ul>
  </section>`;
}
