// The settings as a sheet above the table, so that nobody has to leave it.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Dialog } from "../ui/Dialog.js";
import { Fields } from "./SettingsPage.js";

/** @param {{close: () => void}} props a part of the table */
export default function SettingsPanel({ close }) {
  const t = useTexts();
  const done = html`<button class="btn btn--main" type="button" onClick=${close}>${t("pages.settings.done")}</button>`;
  return html`<${Dialog} title=${t("pages.settings.title")} close=${close} foot=${done}><${Fields} /><//>`;
}
