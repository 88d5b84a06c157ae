// The list of duplicate deals that anybody may join.
import { html } from "../vendor/preact.js";
import { getOpenDeals } from "../core/api.js";
import { timeAgo } from "../core/duration.js";
import { useTranslation } from "../core/i18n.js";
import { paceText } from "../core/pace.js";
import { useSettings } from "../core/settings.js";
import { useSetup } from "../core/useSetup.js";
import { usePolledList } from "./usePolledList.js";

/** @import {OpenDeal, Setup} from "../core/types" */

/** @param {{deal: OpenDeal, setup: Setup | null}} props */
function OpenDealItem({ deal, setup }) {
  const t = useTranslation();
  const { language } = useSettings();
  const level = setup?.levels.find(({ id }) => id === deal.opponent)?.name;
  const about = [
    level,
    deal.faith && t(`deals.faith.${deal.faith}`),
    t(`pages.new.deck.${deal.options.mode}.name`),
    deal.pace && paceText(t, deal.pace),
  ];
  return html`<li>
    <a class="open-games__go" href=${`/deal/${deal.deal}`}>
      <b>${t(`deals.kind.${deal.kind}.name`)}: ${t("deals.open.seats", { n: deal.players, all: deal.size })}</b>
      <span>${about.filter(Boolean).join(" · ")}</span>
      <time class="quiet" datetime=${deal.created}>${timeAgo(deal.created, language)}</time>
    </a>
  </li>`;
}

export function OpenDeals() {
  const t = useTranslation();
  const setup = useSetup();
  const deals = usePolledList(getOpenDeals);
  return html`<section class="block">
    <h2 class="head2">${t("deals.open.title")}</h2>
    ${deals?.length === 0 && html`<p class="note">${t("deals.open.none")}</p>`}
    <ul class="open-games">
      ${deals?.map((deal) => html`<${OpenDealItem} key=${deal.deal} deal=${deal} setup=${setup} />`)}
    </ul>
  </section>`;
}
