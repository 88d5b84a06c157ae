// A modal dialog with a title and buttons.
import { html, useEffect, useRef } from "../vendor/preact.js";

/** @import {Child} from "../vendor/preact" */

/**
 * @param {{title: string, close: () => void, children?: Child, foot: Child}} props
 */
export function Dialog({ title, close, children, foot }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing it gives the focus back to where it was.
    return () => element?.close();
  }, []);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
  };
  const closeOnBackdrop = (/** @type {Event} */ event) => event.target === dialog.current && close();
  return html`<dialog
    class="dialog"
    ref=${dialog}
    aria-labelledby="dialog-title"
    onCancel=${cancel}
    onClick=${closeOnBackdrop}
  >
    <h2 id="dialog-title">${title}</h2>
    <div class="dialog__in">${children}</div>
    <div class="dialog__foot">${foot}</div>
  </dialog>`;
}
