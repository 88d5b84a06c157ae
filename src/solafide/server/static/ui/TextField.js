// A field for a short text that may stay empty, with its label.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";

/**
 * @param {{id: string, label: string, value: string, change: (value: string) => void, max: number}} props `max`: the
 *   server accepts no more characters
 */
export function TextField({ id, label, value, change, max }) {
  const t = useTranslation();
  const onInput = (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value);
  return html`<div class="field">
    <label class="head2" for=${id}>${label} <span class="quiet">${t("online.optional")}</span></label>
    <input id=${id} type="text" autocomplete="off" maxlength=${max} value=${value} onInput=${onInput} />
  </div>`;
}
