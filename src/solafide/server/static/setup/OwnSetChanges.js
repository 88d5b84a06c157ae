// What differs between the card set of a game and the built-in one, for a player who has not joined yet.
import { html, useMemo } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { allEntries } from "../gallery/entries.js";

/** @import {Child} from "../vendor/preact" */
/** @import {CircleFace} from "../core/types" */
/** @import {Entry} from "../gallery/entries" */

/** The id that the server uses for an entry of the gallery.
 * @param {Entry[]} entries */
const byId = (entries) => new Map(entries.map((entry) => [entry.id, entry]));

/** A circle in one line: its points, and its territories with their printed colours.
 * @param {CircleFace} circle
 * @param {(key: string, values?: Record<string, string | number>) => string} t */
const circleText = (circle, t) => [
  t("table.points", { n: circle.points }),
  ...[circle.nobility, circle.commoners].map((side) => side.map(({ print, name }) => `${name} (${print})`).join(", ")),
  t("table.track", { space: t(`table.space.${circle.start}`) }),
];

/** @param {{label: string, entry: Entry | undefined}} props */
function Side({ label, entry }) {
  const t = useTranslation();
  if (!entry) return null;
  const lines = entry.card?.text ?? entry.result?.text ?? (entry.circle ? circleText(entry.circle, t) : []);
  return html`<div>
    <dt>${label}</dt>
    <dd><b>${entry.name}</b>${lines.map((line, at) => html`<p key=${at}>${line}</p>`)}</dd>
  </div>`;
}

/** @param {{hash: string}} props */
export function OwnSetChanges({ hash }) {
  const t = useTranslation();
  const own = useFaces(hash);
  const builtin = useFaces("");
  const [before, after] = useMemo(
    () => [builtin, own].map((faces) => byId(faces ? allEntries(faces) : [])),
    [builtin, own],
  );
  if (!own || own.hash !== hash || !builtin) return null;
  const rules = new Set(own.changed_rules);
  // What plays differently comes first.
  const changed = [...own.changed].sort((one, two) => Number(rules.has(two)) - Number(rules.has(one)));
  /** @type {(id: string) => Child} */
  const title = (id) => {
    const entry = after.get(id);
    return entry && `${t(`gallery.kind.${entry.kind}`)} ${entry.number}`;
  };
  return html`<details class="more own-set">
    <summary>
      ${t("online.own_set_named", { name: own.name })}
      <span class="quiet">${t("online.own_set_changes", { n: changed.length, rules: rules.size })}</span>
    </summary>
    <ol class="own-set__changes">
      ${changed.map((id) => html`<li key=${id}>
        <h3>${title(id)}${!rules.has(id) && html` <span class="quiet">${t("online.own_set_name_only")}</span>`}</h3>
        <dl>
          <${Side} label=${t("online.own_set_here")} entry=${after.get(id)} />
          <${Side} label=${t("online.own_set_built_in")} entry=${before.get(id)} />
        </dl>
      </li>`)}
    </ol>
    <p><a href=${`/cards/compare?after=${hash}`}>${t("gallery.compare.title")}</a></p>
  </details>`;
}
