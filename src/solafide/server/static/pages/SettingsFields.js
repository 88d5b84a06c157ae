// The fields of the settings. Each change takes effect at once.
import { html } from "../vendor/preact.js";
import { playSampleSound } from "../animation/sounds.js";
import { useTranslation } from "../core/i18n.js";
import { LANGUAGES, changeSettings, settings, useSettings } from "../core/settings.js";
import { languageName } from "../ui/PageHeader.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @import {Settings} from "../core/settingsValues" */

/** @type {["theme" | "speed" | "cardText" | "volume", string, string[]][]} */
const SCALES = [
  ["theme", "theme", ["auto", "light", "dark"]],
  ["cardText", "text", ["normal", "large", "larger"]],
  ["speed", "speed", ["off", "quick", "normal", "slow"]],
  ["volume", "volume", ["soft", "normal", "loud"]],
];
/** @type {["sound" | "vibration" | "confirm" | "guide" | "textMode", string, string, string][]} */
const SWITCHES = [
  ["sound", "sound", "off", "on"],
  ["vibration", "vibration", "off", "on"],
  ["confirm", "confirm", "on", "off"],
  ["guide", "guide", "on", "off"],
  ["textMode", "table", "drawn", "words"],
];
const SETTINGS_WITH_NOTE = ["speed", "sound"];

/** Change settings; a change of the sound is heard at once.
 * @param {Partial<Settings>} changes */
function change(changes) {
  changeSettings(changes);
  if ("sound" in changes || "volume" in changes) playSampleSound(settings());
}

export function SettingsFields() {
  const t = useTranslation();
  const current = useSettings();
  const note = (/** @type {string} */ name) =>
    SETTINGS_WITH_NOTE.includes(name) && html`<p class="note">${t(`pages.settings.${name}_note`)}</p>`;
  const scales = SCALES.map(([setting, name, values]) => html`<div key=${name}>
    <${RadioGroup}
      name=${`set-${name}`}
      legend=${t(`pages.settings.${name}`)}
      value=${current[setting]}
      class=${values.length > 3 ? "seg--4" : "seg--3"}
      choices=${values.map((value) => ({ value, name: t(`pages.settings.${name}_is.${value}`) }))}
      choose=${(/** @type {string} */ value) => change({ [setting]: value })}
    />
    ${note(name)}
  </div>`);
  const available = SWITCHES.filter(([setting]) => setting !== "vibration" || "vibrate" in navigator);
  const switches = available.map(([setting, name, ...values]) => html`<div key=${name}>
    <${RadioGroup}
      name=${`set-${name}`}
      legend=${t(`pages.settings.${name}`)}
      value=${current[setting]}
      choices=${values.map((value) => ({
        value: value === "on" || value === "words",
        name: t(`pages.settings.${name}_is.${value}`),
      }))}
      choose=${(/** @type {boolean} */ value) => change({ [setting]: value })}
    />
    ${note(name)}
  </div>`);
  const languages = LANGUAGES.map((lang) => ({ value: lang, name: languageName(lang), art: null }));
  const language = html`<div key="language">
    <${RadioGroup}
      name="set-language"
      legend=${t("pages.settings.language")}
      class="seg--4"
      value=${current.language}
      choices=${languages}
      choose=${(/** @type {Settings["language"]} */ lang) => changeSettings({ language: lang })}
    />
  </div>`;
  return html`<div class="settings">${[language, ...scales, ...switches]}</div>`;
}
