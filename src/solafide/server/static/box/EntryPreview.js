// How an entry will look: its face with the text that the server has made of the form, in each language.
import { html, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { LANGUAGES, useSettings } from "../core/settings.js";
import { CircleSheet } from "../gallery/CircleSheet.js";
import { Card, ChartResult } from "../table/Card.js";
import { languageName } from "../ui/PageHeader.js";

/** @import {CheckedEntry, EntryFaces, Lang} from "../core/types" */

/** @param {{faces: EntryFaces}} props */
function Face({ faces }) {
  if (faces.card) return html`<${Card} face=${faces.card} size="large" />`;
  if (faces.result) return html`<${ChartResult} result=${faces.result} size="large" />`;
  return faces.circle ? html`<${CircleSheet} face=${faces.circle} />` : null;
}

/** @param {{checked: CheckedEntry | null}} props */
export function EntryPreview({ checked }) {
  const t = useTranslation();
  const { language } = useSettings();
  const [chosen, setChosen] = useState(/** @type {Lang | null} */ (null));
  const lang = chosen ?? language;
  const faces = checked?.faces[lang];
  return html`<aside class="box-preview" aria-label=${t("box.preview")}>
    <h2 class="head2">${t("box.preview")}</h2>
    <div class="box-preview__languages" role="group" aria-label=${t("box.preview_language")}>
      ${LANGUAGES.map((each) => html`<button
        key=${each}
        class="chip"
        type="button"
        lang=${each}
        aria-pressed=${String(each === lang)}
        onClick=${() => setChosen(each)}
      >
        ${languageName(each)}
      </button>`)}
    </div>
    <div class="box-preview__face" lang=${lang} aria-live="polite">
      ${faces ? html`<${Face} faces=${faces} />` : html`<p class="note">${t("box.no_face")}</p>`}
    </div>
    <p class="note">${t("box.compare")}</p>
  </aside>`;
}
