// The owner's card set: its entries one at a time, each with its face, and the set as a whole.
import { html, useEffect } from "../vendor/preact.js";
import { BoxOverview } from "../box/BoxOverview.js";
import { EntryEditor } from "../box/EntryEditor.js";
import { EntryGrid } from "../box/EntryGrid.js";
import { EntryPreview } from "../box/EntryPreview.js";
import { HEADING, newBox, progressOf } from "../box/box.js";
import { useBox, useChecks } from "../box/useBox.js";
import { useVocabulary } from "../box/useVocabulary.js";
import { useTranslation } from "../core/i18n.js";
import { navigate } from "../core/router.js";
import { useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @import {Box} from "../box/box" */

/** @param {{box: Box, total: number}} props */
function Progress({ box, total }) {
  const t = useTranslation();
  const { entered, bad, unplayable } = progressOf(box);
  const words = [
    t("box.progress.of", { total }),
    ...(bad ? [t("box.progress.bad", { n: bad })] : []),
    ...(unplayable ? [t("box.progress.other", { n: unplayable })] : []),
  ];
  return html`<div class="box-progress">
    <b>${entered}</b>
    <div>
      <span>${words.join(", ")}</span>
      <progress max=${total} value=${entered} aria-label=${t("box.progress.name")}></progress>
    </div>
  </div>`;
}

/** @param {{params: Record<string, string>}} props */
export default function BoxPage({ params }) {
  const t = useTranslation();
  const { language } = useSettings();
  const vocabulary = useVocabulary();
  const { box, changeBox, isStored } = useBox();
  const entry = vocabulary?.entries.find((each) => each.entry.toLowerCase() === params.entry?.toLowerCase());
  const isUnknown = vocabulary !== null && params.entry !== undefined && !entry;
  const here = entry?.entry;
  const { checked, state, refusal } = useChecks(box, changeBox, here ?? (box ? HEADING : undefined));
  useTitle(`${t("box.title")} · Sola Fide`);
  useEffect(() => void (isUnknown && navigate("/box", { replace: true })), [isUnknown]);
  useEffect(
    () => void (box === null && changeBox(() => newBox(t("box.default_name"), language))),
    [box === null, language],
  );
  return html`
    <${PageHeader} here="/cards" />
    <main class="sheet box" aria-busy=${String(!vocabulary)}>
      <div class="box-head">
        <div>
          <h1>${here ? html`<a href="/box">${t("box.title")}</a>` : t("box.title")}</h1>
          <p class="box-head__lead">${t("box.lead")}</p>
        </div>
        ${vocabulary && box && html`<${Progress} box=${box} total=${vocabulary.entries.length} />`}
      </div>
      ${!isStored && html`<p class="problems" role="alert">${t("box.not_stored")}</p>`}
      ${vocabulary && box && html`
        <${EntryGrid} vocabulary=${vocabulary} box=${box} here=${here} />
        ${entry ? (
          html`<div class="box-main">
            <${EntryEditor}
              key=${entry.entry}
              vocabulary=${vocabulary}
              entry=${entry}
              box=${box}
              changeBox=${changeBox}
              checked=${checked}
              state=${state}
              refusal=${refusal}
            />
            <${EntryPreview} checked=${checked} />
          </div>`
        ) : (
          html`<${BoxOverview} vocabulary=${vocabulary} box=${box} changeBox=${changeBox} checked=${checked} />`
        )}
      `}
    </main>
  `;
}
