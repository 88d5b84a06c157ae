// A sheet above the page that holds the keyboard until it is closed.
import { html, useEffect, useRef } from "../vendor/preact.js";

/** @import {Child} from "../vendor/preact" */

/**
 * @param {{title: string, close: () => void, children?: Child, foot: Child}} props
 */
export function Dialog({ title, close, children, foot }) {
  const sheet = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const shown = sheet.current;
    shown?.showModal();
    // Closed before it goes, so that the focus returns to where it came from.
    return () => shown?.close();
  }, []);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
  };
  const outside = (/** @type {Event} */ event) => event.target === sheet.current && close();
  return html`<dialog class="dialog" ref=${sheet} aria-labelledby="dialog-title" onCancel=${cancel} onClick=${outside}>
    <h2 id="dialog-title">${title}</h2>
    <div class="dialog__in">${children}</div>
    <div class="dialog__foot">${foot}</div>
  </dialog>`;
}
