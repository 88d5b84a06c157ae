// The page of what a reader can set for this browser.
import { html } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { isOnline } from "../core/serverKind.js";
import { useTitle } from "../core/router.js";
import { LANGUAGES, set, useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Card } from "../table/Card.js";
import { Head, languageName } from "../ui/PageHeader.js";
import { Seg } from "../ui/RadioGroup.js";

/** @import {Settings} from "../core/settings" */

/** @type {["theme" | "speed" | "cardText", string, string[]][]} */
const SCALES = [
  ["theme", "theme", ["auto", "light", "dark"]],
  ["cardText", "text", ["normal", "large", "larger"]],
  ["speed", "speed", ["off", "quick", "normal", "slow"]],
];
/** @type {["sound" | "confirm" | "guide" | "textMode", string, string, string][]} */
const SWITCHES = [
  ["sound", "sound", "off", "on"],
  ["confirm", "confirm", "on", "off"],
  ["guide", "guide", "on", "off"],
  ["textMode", "table", "drawn", "words"],
];
const SAMPLE = "C03";
const NOTES = ["speed", "sound"];

/** Each setting holds at once; there is nothing to save. */
export function Fields() {
  const t = useTexts();
  const now = useSettings();
  const note = (/** @type {string} */ name) =>
    NOTES.includes(name) && html`<p class="note">${t(`pages.settings.${name}_note`)}</p>`;
  const scales = SCALES.map(([setting, name, values]) => html`<div key=${name}>
    <${Seg}
      name=${`set-${name}`}
      legend=${t(`pages.settings.${name}`)}
      value=${now[setting]}
      class=${values.length > 3 ? "seg--4" : "seg--3"}
      choices=${values.map((value) => ({ value, name: t(`pages.settings.${name}_is.${value}`) }))}
      choose=${(/** @type {string} */ value) => set({ [setting]: value })}
    />
    ${note(name)}
  </div>`);
  const switches = SWITCHES.map(([setting, name, ...values]) => html`<div key=${name}>
    <${Seg}
      name=${`set-${name}`}
      legend=${t(`pages.settings.${name}`)}
      value=${now[setting]}
      choices=${values.map((value) => ({
        value: value === "on" || value === "words",
        name: t(`pages.settings.${name}_is.${value}`),
      }))}
      choose=${(/** @type {boolean} */ value) => set({ [setting]: value })}
    />
    ${note(name)}
  </div>`);
  const languages = LANGUAGES.map((lang) => ({ value: lang, name: languageName(lang), art: null }));
  const language = html`<div key="language">
    <${Seg}
      name="set-language"
      legend=${t("pages.settings.language")}
      class="seg--4"
      value=${now.language}
      choices=${languages}
      choose=${(/** @type {Settings["language"]} */ lang) => set({ language: lang })}
    />
  </div>`;
  return html`<div class="settings">${[language, ...scales, ...switches]}</div>`;
}

/** A card in the size of its text. */
function Sample() {
  const t = useTexts();
  const face = useFaces("")?.cards[SAMPLE];
  return html`<section class="settings__sample" aria-label=${t("pages.settings.sample")}>
    ${face ? html`<${Card} face=${face} />` : html`<span></span>`}
    <div><p>${t("pages.settings.sample")}</p><p class="note">${t("pages.settings.keys")}</p></div>
  </section>`;
}

export default function SettingsPage() {
  const t = useTexts();
  useTitle(`${t("pages.settings.title")} · Sola Fide`);
  return html`
    <${Head} here="/settings" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("pages.settings.title")}</h1><p>${t("pages.settings.what")}</p></div>
      <${Fields} />
      <${Sample} />
      ${isOnline() && html`<p class="start__links"><a href="/data">${t("online.mine.data")}</a></p>`}
    </main>
  `;
}
