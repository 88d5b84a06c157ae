// The settings as a sheet above the table, so that nobody has to leave it.
import { html } from "../vendor/preact.js";
import { useTexts } from "../lib/texts.js";
import { Dialog } from "./dialog.js";
import { Fields } from "./settings.js";

/** @param {{close: () => void}} props a part of the table */
export default function SettingsPanel({ close }) {
  const t = useTexts();
  const done = html`<button class="btn btn--main" type="button" onClick=${close}>${t("pages.settings.done")}</button>`;
  return html`<${Dialog} title=${t("pages.settings.title")} close=${close} foot=${done}><${Fields} /><//>`;
}
