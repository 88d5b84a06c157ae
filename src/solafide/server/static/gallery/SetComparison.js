// Two card sets side by side: the entries that differ, each as it is in either set.
import { html, useMemo } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { compareSets } from "./compareSets.js";
import { EntryFace } from "./EntryFace.js";

/** @import {CardSetFaces} from "../core/types" */
/** @import {ChangedEntry} from "./compareSets" */
/** @import {Entry} from "./entries" */

/** @param {{name: string, entry: Entry}} props */
const Side = ({ name, entry }) => html`<div class="compare__side">
  <p class="compare__set">${name}</p>
  <div class="gallery__face"><${EntryFace} entry=${entry} level="h4" /></div>
</div>`;

/** @param {{changed: ChangedEntry, before: string, after: string, reason: string}} props */
function Change({ changed, before, after, reason }) {
  const t = useTranslation();
  const parts = changed.parts.map((part) => t(`gallery.compare.part.${part}`)).join(", ");
  return html`<li class="compare__entry" data-entry=${changed.id}>
    <h2>${changed.after.name}</h2>
    <p class="quiet">${t("gallery.compare.differs", { parts })}</p>
    ${reason && html`<p>${reason}</p>`}
    <div class="compare__sides">
      <${Side} name=${before} entry=${changed.before} />
      <${Side} name=${after} entry=${changed.after} />
    </div>
  </li>`;
}

/** reasons: why an entry was changed, by its id.
 * @param {{before: CardSetFaces, after: CardSetFaces, reasons?: Record<string, string>}} props */
export function SetComparison({ before, after, reasons = {} }) {
  const t = useTranslation();
  const changed = useMemo(() => compareSets(before, after), [before, after]);
  return html`
    <p role="status">
      ${changed.length ? t("gallery.compare.changes", { n: changed.length }) : t("gallery.compare.same")}
    </p>
    <ol class="compare">
      ${changed.map((each) => html`<${Change}
        key=${each.id}
        changed=${each}
        before=${before.name}
        after=${after.name}
        reason=${reasons[each.id] ?? ""}
      />`)}
    </ol>
  `;
}
