// A leaf of paper laid on the table for a while: beside the board, or over everything until it is answered.
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "./Icon.js";

/** @import {Child, Ref} from "../vendor/preact" */

let leaves = 0;

/** Focus goes to the leaf, and back to where it was.
 * @param {Ref<HTMLElement | null>} leaf
 * @param {boolean} modal */
function useFocus(leaf, modal) {
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (modal && leaf.current instanceof HTMLDialogElement) leaf.current.showModal();
    leaf.current?.querySelector("h2")?.focus({ preventScroll: true });
    return () => {
      const inside = leaf.current?.contains(document.activeElement) ?? false;
      if (leaf.current instanceof HTMLDialogElement) leaf.current.close();
      if (inside && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
}

/**
 * @param {{title: string, close: () => void, modal?: boolean, class?: string, children?: Child}} props */
export function Leaf({ title, close, modal = false, class: style = "", children }) {
  const t = useTexts();
  const leaf = useRef(/** @type {HTMLElement | null} */ (null));
  const name = useRef("");
  name.current ||= `leaf-${++leaves}`;
  useFocus(leaf, modal);
  useEffect(() => {
    if (modal) return undefined;
    const escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, [close, modal]);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
  };
  const beside = (/** @type {MouseEvent} */ event) => void (event.target === leaf.current && close());
  const inside = html`
    <header class="leaf__head">
      <h2 id=${name.current} tabindex="-1">${title}</h2>
      <button
        class="btn btn--bare btn--icon"
        type="button"
        onClick=${close}
        aria-label=${t("moments.close")}
        title=${t("moments.close")}
      >
        <${Icon} name="ui-close" />
      </button>
    </header>
    <div class="leaf__body">${children}</div>
  `;
  if (modal)
    return html`<dialog
      ref=${leaf}
      class=${`leaf leaf--modal ${style}`}
      aria-labelledby=${name.current}
      onCancel=${cancel}
      onClick=${beside}
    >
      ${inside}
    </dialog>`;
  return html`<aside ref=${leaf} class=${`leaf ${style}`} aria-labelledby=${name.current}>${inside}</aside>`;
}
