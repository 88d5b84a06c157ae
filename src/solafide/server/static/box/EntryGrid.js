// All entries of the card set in rows of small cells: what is done, what needs a look, and where one is.
import { html, useState } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { useTranslation } from "../core/i18n.js";
import { entryState } from "./box.js";

/** @import {FormEntry, Vocabulary} from "../core/types" */
/** @import {Box} from "./box" */

/** In the order of the form of a card set. */
const GROUPS = /** @type {const} */ (["C", "P", "F", "circle", "M"]);
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });

/** One stop of the Tab key for each group; arrow keys go through it.
 * @param {KeyboardEvent} event */
function moveFocus(event) {
  const step = STEPS[event.key];
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!step || !link) return;
  const links = [...(link.closest("ul")?.querySelectorAll("a") ?? [])];
  const next = links[links.indexOf(link) + step];
  if (!next) return;
  event.preventDefault();
  link.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** @param {{name: string, entries: FormEntry[], box: Box, here: string | undefined}} props */
function Group({ name, entries, box, here }) {
  const t = useTranslation();
  const stop = entries.find(({ entry }) => entry === here) ?? entries[0];
  return html`<section class="box-group">
    <h3>${name}</h3>
    <ul onKeyDown=${moveFocus}>
      ${entries.map((each) => {
        const state = entryState(box, each.entry);
        return html`<li key=${each.entry}>
          <a
            href=${`/box/${each.entry}`}
            class=${classNames("box-cell", state !== "empty" && `box-cell--${state}`)}
            tabindex=${each === stop ? 0 : -1}
            aria-current=${each.entry === here ? "page" : undefined}
            aria-label=${t(`box.cell.${state}`, { entry: `${name} ${each.number}` })}
            data-keepscroll=""
          >
            ${each.number}
          </a
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{vocabulary: Vocabulary, box: Box, here: string | undefined}} props */
export function EntryGrid({ vocabulary, box, here }) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return html`<nav class=${classNames("box-grid", (isOpen || !here) && "is-open")} aria-label=${t("box.all")}>
    ${here && html`<button
      class="btn box-grid__more"
      type="button"
      aria-expanded=${String(isOpen)}
      onClick=${() => setOpen(!isOpen)}
    >
      ${t("box.choose_other")}
    </button>`}
    <div class="box-grid__groups">
      ${GROUPS.map((kind) => html`<${Group}
        key=${kind}
        name=${t(`gallery.kind.${kind}`)}
        entries=${vocabulary.entries.filter((entry) => entry.kind === kind)}
        box=${box}
        here=${here}
      />`)}
    </div>
  </nav>`;
}
