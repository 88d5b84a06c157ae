// One card, circle or line of the Military Chart in the gallery: a link to its own page.
import { html } from "../vendor/preact.js";
import { hyphenate } from "../core/hyphenate.js";
import { useTranslation } from "../core/i18n.js";
import { CardTop, SourceSeal } from "../table/Card.js";
import { Icon } from "../ui/Icon.js";

/** @import {Entry} from "./entries" */

/** @param {{entry: Entry}} props */
function EntryPicture({ entry }) {
  const { card, circle, result } = entry;
  if (card)
    return html`<${CardTop}
      number=${card.number}
      emblems=${card.emblems}
      picture=${card.picture}
      country=${card.country}
    />`;
  if (result)
    return html`<${CardTop}
      number=${html`<${Icon} name=${`die-${result.roll}`} />`}
      emblems=${result.emblems}
      picture=${result.picture}
    />`;
  return html`<span class="card__top card__top--circle"><${Icon} name=${`circle-${circle?.circle}`} /></span>`;
}

/** @param {{entry: Entry}} props */
export function GalleryEntry({ entry }) {
  const t = useTranslation();
  const shown = entry.card ?? entry.circle ?? entry.result;
  if (!shown) return null;
  const style = { C: "c", P: "p", F: "f", circle: "m", M: "m" }[entry.kind];
  return html`<a class=${`card card--${style} card--gallery`} href=${`/cards/${entry.id}`} data-entry=${entry.id}>
    <${EntryPicture} entry=${entry} />
    <span class="card__name">${hyphenate(entry.name, t)}</span>
    <span class="card__foot">
      <i>${entry.circle ? t("table.points", { n: entry.circle.points }) : entry.year}</i>
      ${entry.card?.first_game && html`<span class="gallery__first">${t("gallery.first_game")}</span>`}
      <${SourceSeal} source=${shown.source} text=${shown.source_text} label=${shown.source_label} />
    </span>
  </a>`;
}
