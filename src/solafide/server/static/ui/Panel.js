// A panel with a title and a close button: next to the board, or modal over the page.
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { Icon } from "./Icon.js";

/** @import {Child, Ref} from "../vendor/preact" */

let panelCount = 0;

/** Give the focus to the panel, and back when it closes.
 * @param {Ref<HTMLElement | null>} panel
 * @param {boolean} modal */
function useFocusInside(panel, modal) {
  useLayoutEffect(() => {
    const previous = document.activeElement;
    if (modal && panel.current instanceof HTMLDialogElement) panel.current.showModal();
    panel.current?.querySelector("h2")?.focus({ preventScroll: true });
    return () => {
      const inside = panel.current?.contains(document.activeElement) ?? false;
      if (panel.current instanceof HTMLDialogElement) panel.current.close();
      if (inside && previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true });
    };
  }, []);
}

/**
 * @param {{title: string, close: () => void, modal?: boolean, class?: string, children?: Child}} props */
export function Panel({ title, close, modal = false, class: style = "", children }) {
  const t = useTranslation();
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  const headingId = useRef("");
  headingId.current ||= `panel-${++panelCount}`;
  useFocusInside(panel, modal);
  useEffect(() => {
    if (modal) return undefined;
    const closeOnEscape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [close, modal]);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
  };
  const closeOnBackdrop = (/** @type {MouseEvent} */ event) => void (event.target === panel.current && close());
  const content = html`
    <header class="panel__head">
      <h2 id=${headingId.current} tabindex="-1">${title}</h2>
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
    <div class="panel__body">${children}</div>
  `;
  if (modal)
    return html`<dialog
      ref=${panel}
      class=${`panel panel--modal ${style}`}
      aria-labelledby=${headingId.current}
      onCancel=${cancel}
      onClick=${closeOnBackdrop}
    >
      ${content}
    </dialog>`;
  return html`<aside ref=${panel} class=${`panel ${style}`} aria-labelledby=${headingId.current}>${content}</aside>`;
}
