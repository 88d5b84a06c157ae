// Deals that anybody may join.
import { html } from "../vendor/preact.js";
import { getOpenDeals } from "../core/api.js";
import { useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { ago } from "../pages/GameList.js";
import { useSetup } from "../setup/LevelPicker.js";
import { useListed } from "./OpenTables.js";
import { paceText } from "../core/pace.js";

/** @import {OpenDeal, Setup} from "../core/types" */

/** @param {{deal: OpenDeal, setup: Setup | null}} props */
function Line({ deal, setup }) {
  const t = useTexts();
  const { language } = useSettings();
  const level = setup?.levels.find(({ id }) => id === deal.opponent)?.name;
  const about = [
    level,
    deal.faith && t(`deals.faith.${deal.faith}`),
    t(`pages.new.deck.${deal.options.mode}.name`),
    deal.pace && paceText(t, deal.pace),
  ];
  return html`<li>
    <a class="opens__go" href=${`/deal/${deal.deal}`}>
      <b>${t(`deals.kind.${deal.kind}.name`)}: ${t("deals.open.seats", { n: deal.players, all: deal.size })}</b>
      <span>${about.filter(Boolean).join(" · ")}</span>
      <time class="quiet" datetime=${deal.created}>${ago(deal.created, language)}</time>
    </a>
  </li>`;
}

export function OpenDeals() {
  const t = useTexts();
  const setup = useSetup();
  const deals = useListed(getOpenDeals);
  return html`<section class="block">
    <h2 class="head2">${t("deals.open.title")}</h2>
    ${deals?.length === 0 && html`<p class="note">${t("deals.open.none")}</p>`}
    <ul class="opens">${deals?.map((deal) => html`<${Line} key=${deal.deal} deal=${deal} setup=${setup} />`)}</ul>
  </section>`;
}
