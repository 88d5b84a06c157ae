// A button that reads a text file.
import { html } from "../vendor/preact.js";
import { Icon } from "./Icon.js";

/** The server accepts no larger file. */
export const MAX_FILE_BYTES = 2_000_000;

/**
 * @param {{label: string, accept: string, read: (name: string, text: string) => void, tooLarge: () => void}} props
 */
export function FileButton({ label, accept, read, tooLarge }) {
  const readFile = async (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const file = field.files?.[0];
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) tooLarge();
    else read(file.name, await file.text());
    field.value = ""; // so that choosing the same file again is a change
  };
  return html`<label class="file">
    <${Icon} name="ui-list" />
    <span>${label}</span>
    <input type="file" accept=${accept} onChange=${readFile} />
  </label>`;
}
