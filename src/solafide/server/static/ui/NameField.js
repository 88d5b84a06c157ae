// The name under which one sits at a table; none is needed.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";

/** As long as the server takes it. */
const LONGEST = 40;

/** @param {{value: string, change: (name: string) => void, note: string}} props */
export function NameField({ value, change, note }) {
  const t = useTexts();
  const type = (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value);
  return html`<div class="field">
    <label class="head2" for="name">${t("online.name")} <span class="quiet">${t("online.optional")}</span></label>
    <input
      id="name"
      type="text"
      autocomplete="nickname"
      maxlength=${LONGEST}
      value=${value}
      onInput=${type}
      aria-describedby="name-note"
    />
    <p class="note" id="name-note">${note}</p>
  </div>`;
}
