// The gallery of all cards, circles and results, with filters; the filters stand in the address.
import { html, useMemo, useState } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { allEntries, filterEntries, filterQuery, readQuery, SORT_KEYS, sortEntries } from "../gallery/entries.js";
import { GalleryEntry } from "../gallery/GalleryEntry.js";
import { GalleryFilters } from "../gallery/GalleryFilters.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @import {Filter, SortKey} from "../gallery/entries" */

/** The filter and the order, as the address has them.
 * @returns {[{filter: Filter, sort: SortKey}, (changed: {filter?: Filter, sort?: SortKey}) => void]} */
function useQuery() {
  const [query, setQuery] = useState(() => readQuery(location.search));
  return [
    query,
    (changed) => {
      const next = { ...query, ...changed };
      history.replaceState(null, "", location.pathname + filterQuery(next.filter, next.sort));
      setQuery(next);
    },
  ];
}

/** @param {{sort: SortKey, change: (sort: SortKey) => void}} props */
function SortPicker({ sort, change }) {
  const t = useTranslation();
  const onChange = (/** @type {Event} */ event) =>
    change(/** @type {SortKey} */ (/** @type {HTMLSelectElement} */ (event.target).value));
  return html`<label class="gallery__sort">
    <span>${t("gallery.sort")}</span>
    <select onChange=${onChange}>
      ${SORT_KEYS.map((key) => html`<option key=${key} value=${key} selected=${key === sort}>
        ${t(`gallery.sort_by.${key}`)}
      </option>`)}
    </select>
  </label>`;
}

export default function CardsPage() {
  const t = useTranslation();
  const { language } = useSettings();
  const faces = useFaces("");
  const [{ filter, sort }, change] = useQuery();
  const entries = useMemo(() => (faces ? allEntries(faces) : []), [faces]);
  const shown = sortEntries(filterEntries(entries, filter), sort, language);
  useTitle(`${t("gallery.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/cards" />
    <main class="sheet gallery">
      <div class="gallery__head">
        <h1>${t("gallery.title")}</h1>
        <p role="status">${faces && t("gallery.shown", { n: shown.length, all: entries.length })}</p>
        <a class="btn" href="/box">${t("box.title")}</a>
        <${SortPicker} sort=${sort} change=${(/** @type {SortKey} */ key) => change({ sort: key })} />
      </div>
      <${GalleryFilters} filter=${filter} change=${(/** @type {Filter} */ next) => change({ filter: next })} />
      <ul class="gallery__entries" aria-busy=${String(!faces)}>
        ${shown.map((entry) => html`<li key=${entry.id}><${GalleryEntry} entry=${entry} /></li>`)}
      </ul>
      ${faces && !shown.length && html`<p class="gallery__none">${t("gallery.none")}</p>`}
    </main>
  `;
}
