// The cards that the player has played most, and what they did.
import { html } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { allEntries } from "../gallery/entries.js";
import { GalleryEntry } from "../gallery/GalleryEntry.js";
import { percentText, shareOf } from "./figures.js";

/** @import {StatisticsView} from "../core/types" */

const SHOWN_CARDS = 4;

/** @param {{statistics: StatisticsView}} props */
export function FavouriteCards({ statistics }) {
  const t = useTranslation();
  const { language } = useSettings();
  const faces = useFaces("");
  const entries = new Map((faces ? allEntries(faces) : []).map((entry) => [entry.id, entry]));
  const shown = statistics.cards.filter(({ card }) => entries.has(card)).slice(0, SHOWN_CARDS);
  return html`
    <ul class="favourites" aria-busy=${String(!faces)}>
      ${shown.map((use) => html`<li key=${use.card}>
        <${GalleryEntry} entry=${entries.get(use.card)} />
        <p class="favourites__use">
          ${t("record.cards.played", { n: use.plays, share: percentText(shareOf(use), language) })}
          <br />
          ${t("record.cards.did", { converted: use.converted, shifted: use.shifted, points: use.points })}
        </p>
      </li>`)}
    </ul>
    <p class="note">${t("record.cards.note")}</p>
  `;
}
