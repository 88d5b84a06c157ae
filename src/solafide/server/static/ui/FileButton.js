// A button that reads a text file of the reader's.
import { html } from "../vendor/preact.js";
import { Icon } from "./Icon.js";

/** The server takes no larger one. */
export const LARGEST = 2_000_000;

/**
 * @param {{label: string, accept: string, read: (name: string, text: string) => void, tooLarge: () => void}} props
 */
export function FileButton({ label, accept, read, tooLarge }) {
  const take = async (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const file = field.files?.[0];
    if (!file) return;
    if (file.size > LARGEST) tooLarge();
    else read(file.name, await file.text());
    field.value = ""; // the same file again, mended, is a change too
  };
  return html`<label class="file">
    <${Icon} name="ui-list" />
    <span>${label}</span>
    <input type="file" accept=${accept} onChange=${take} />
  </label>`;
}
