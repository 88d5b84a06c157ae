// The page of the settings, with a card in the chosen size of text.
import { html } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { isOnline } from "../core/serverKind.js";
import { useTitle } from "../core/title.js";
import { Card } from "../table/Card.js";
import { PageHeader } from "../ui/PageHeader.js";
import { SettingsFields } from "./SettingsFields.js";

const SAMPLE_CARD = "C03";

function SampleCard() {
  const t = useTranslation();
  const face = useFaces("")?.cards[SAMPLE_CARD];
  return html`<section class="settings__sample" aria-label=${t("pages.settings.sample")}>
    ${face ? html`<${Card} face=${face} />` : html`<span></span>`}
    <div><p>${t("pages.settings.sample")}</p><p class="note">${t("pages.settings.keys")}</p></div>
  </section>`;
}

export default function SettingsPage() {
  const t = useTranslation();
  useTitle(`${t("pages.settings.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/settings" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("pages.settings.title")}</h1><p>${t("pages.settings.what")}</p></div>
      <${SettingsFields} />
      <${SampleCard} />
      ${isOnline() && html`<p class="start__links"><a href="/data">${t("online.mine.data")}</a></p>`}
    </main>
  `;
}
