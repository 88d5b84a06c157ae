// The page of one card, circle or line of the Military Chart: face, text, history, source, decks, own
// games, and rules.
import { html, useMemo } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useTitle } from "../core/title.js";
import { useRules } from "../core/useRules.js";
import { allEntries } from "../gallery/entries.js";
import { EntryFace } from "../gallery/EntryFace.js";
import { OwnUse } from "../gallery/OwnUse.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";
import { ShareLink } from "../ui/ShareLink.js";

/** @import {Entry} from "../gallery/entries" */

/** In which deck it is.
 * @param {{entry: Entry}} props */
function Decks({ entry }) {
  const t = useTranslation();
  const { card, kind } = entry;
  if (kind === "circle") return null; // in every game
  const text = () => {
    if (kind === "F") return t("gallery.deck.foreign", { country: t(`table.land.${card?.country}`) });
    if (kind === "M") return t("gallery.deck.chart", { roll: entry.number });
    return t(entry.isFirstGame ? "gallery.deck.first" : "gallery.deck.draft");
  };
  return html`<section>
    <h2 class="head2">${t("gallery.decks")}</h2>
    <p>${text()}</p>
    ${card?.military && html`<p>${t("table.card.military")}</p>`}
    ${card?.persistent && html`<p>${t("table.card.persistent")}</p>`}
  </section>`;
}

/** @param {{source: string, label: string, text: string}} props */
const Source = ({ source, label, text }) => html`<section class="gallery__source">
  <${Icon} name=${`seal-${source}`} />
  <div><h2>${label}</h2><p>${text}</p></div>
</section>`;

/** @param {{sections: string[]}} props */
function ConcerningRules({ sections }) {
  const t = useTranslation();
  const rules = useRules();
  const found = (rules ?? []).filter(({ section }) => sections.includes(section));
  return html`<section>
    <h2 class="head2">${t("gallery.rules")}</h2>
    <ul class="gallery__rules">
      ${found.map(({ section, title }) => html`<li key=${section}>
        <a href=${`/rules/${section}`}>
          <span class="lining">${/^\d/.test(section) ? `§${section}` : section}</span>
          <span>${title}</span>
        </a>
      </li>`)}
    </ul>
  </section>`;
}

/** @param {{entry: Entry, before?: Entry, after?: Entry}} props */
function Neighbours({ entry, before, after }) {
  const t = useTranslation();
  return html`<nav class="gallery__path" aria-label=${t("gallery.path")}>
    <a href="/cards">${t("gallery.title")}</a>
    <span aria-hidden="true">›</span>
    <a href=${`/cards?kinds=${entry.kind}`}>${t(`gallery.kind.${entry.kind}`)}</a>
    <span class="gallery__neighbours">
      ${before && html`<a href=${`/cards/${before.id}`} rel="prev"><${Icon} name="ui-prev" />${before.name}</a>`}
      ${after && html`<a href=${`/cards/${after.id}`} rel="next">${after.name}<${Icon} name="ui-next" /></a>`}
    </span>
  </nav>`;
}

/** @param {{entry: Entry, entries: Entry[]}} props */
function EntrySheet({ entry, entries }) {
  const t = useTranslation();
  const at = entries.indexOf(entry);
  const shown = entry.card ?? entry.circle ?? entry.result;
  useTitle(`${entry.name} · Sola Fide`);
  if (!shown) return null;
  const history = entry.card?.history || entry.circle?.history;
  return html`
    <${Neighbours} entry=${entry} before=${entries[at - 1]} after=${entries[at + 1]} />
    <div class="gallery__sheet">
      <div class="gallery__face"><${EntryFace} entry=${entry} /></div>
      <div class="gallery__text">
        <h1>${entry.name}</h1>
        ${entry.year && html`<p class="gallery__year">${entry.year}</p>`}
        ${history && html`<p class="gallery__history">${history}</p>`}
        ${shown.source !== "printed" && html`<${Source}
          source=${shown.source}
          label=${t(`gallery.source.${shown.source}`)}
          text=${shown.source_text}
        />`}
        <${Decks} entry=${entry} />
        ${entry.card && html`<${OwnUse} card=${entry.id} />`}
        <${ConcerningRules} sections=${shown.rules} />
        <${ShareLink} id="card-link" label=${t("gallery.link")} link=${`${location.origin}/cards/${entry.id}`} />
      </div>
    </div>
  `;
}

/** @param {{params: Record<string, string>}} props */
export default function CardPage({ params }) {
  const t = useTranslation();
  const faces = useFaces("");
  const entries = useMemo(() => (faces ? allEntries(faces) : []), [faces]);
  const entry = entries.find(({ id }) => id.toLowerCase() === params.card.toLowerCase());
  useTitle(`${t("gallery.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/cards" />
    <main class="sheet gallery-entry" aria-busy=${String(!faces)}>
      ${entry && html`<${EntrySheet} key=${entry.id} entry=${entry} entries=${entries} />`}
      ${faces && !entry && html`<div class="sheet__title">
        <h1>${t("gallery.unknown")}</h1>
        <p><a href="/cards">${t("gallery.title")}</a></p>
      </div>`}
    </main>
  `;
}
