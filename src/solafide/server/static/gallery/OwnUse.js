// What a card did in the player's own finished games.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { percentText, shareOf } from "../record/figures.js";
import { useStatistics } from "../record/useStatistics.js";

/** @param {{card: string}} props the id of a card */
export function OwnUse({ card }) {
  const t = useTranslation();
  const { language } = useSettings();
  const use = useStatistics()?.cards.find((each) => each.card === card);
  if (!use) return null;
  return html`<section>
    <h2 class="head2"><a href="/record">${t("gallery.own_games")}</a></h2>
    <p>
      ${t("record.cards.played", { n: use.plays, share: percentText(shareOf(use), language) })}
      <br />
      ${t("record.cards.did", { converted: use.converted, shifted: use.shifted, points: use.points })}
    </p>
  </section>`;
}
