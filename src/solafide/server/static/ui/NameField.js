// The field for the player's name, which may be empty.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";

/** The server accepts no longer name. */
const MAX_NAME_CHARACTERS = 40;

/** @param {{value: string, change: (name: string) => void, note: string}} props */
export function NameField({ value, change, note }) {
  const t = useTranslation();
  const onInput = (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value);
  return html`<div class="field">
    <label class="head2" for="name">${t("online.name")} <span class="quiet">${t("online.optional")}</span></label>
    <input
      id="name"
      type="text"
      autocomplete="nickname"
      maxlength=${MAX_NAME_CHARACTERS}
      value=${value}
      onInput=${onInput}
      aria-describedby="name-note"
    />
    <p class="note" id="name-note">${note}</p>
  </div>`;
}
