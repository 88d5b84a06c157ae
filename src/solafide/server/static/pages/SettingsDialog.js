// The settings as a dialog over the table.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { Dialog } from "../ui/Dialog.js";
import { SettingsFields } from "./SettingsFields.js";

/** @param {{close: () => void}} props */
export default function SettingsDialog({ close }) {
  const t = useTranslation();
  const doneButton = html`<button class="btn btn--main" type="button" onClick=${close}>
    ${t("pages.settings.done")}
  </button>`;
  return html`<${Dialog} title=${t("pages.settings.title")} close=${close} foot=${doneButton}>
    <${SettingsFields} />
  <//>`;
}
