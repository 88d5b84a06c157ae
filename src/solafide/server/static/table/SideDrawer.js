// The drawer over the right edge of the board: log and history, on a phone also piles and points. It moves nothing.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** @import {Child} from "../vendor/preact" */

/** A closed drawer is neither seen nor reached by keys.
 * @param {{isOpen: boolean, close: () => void, children?: Child}} props */
export function SideDrawer({ isOpen, close, children }) {
  const { t } = useTable();
  const drawer = useRef(/** @type {HTMLElement | null} */ (null));
  const returnTo = useRef(/** @type {Element | null} */ (null));
  useEffect(() => {
    if (isOpen) {
      returnTo.current = document.activeElement;
      document.getElementById("log")?.focus({ preventScroll: true });
    } else if (drawer.current?.contains(document.activeElement) || document.activeElement === document.body) {
      if (returnTo.current instanceof HTMLElement && returnTo.current.isConnected)
        returnTo.current.focus({ preventScroll: true });
    }
  }, [isOpen]);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return html`<aside
    class=${`side${isOpen ? " is-open" : ""}`}
    ref=${drawer}
    inert=${!isOpen}
    aria-label=${t("table.course")}
    onKeyDown=${onKeyDown}
  >
    <button class="btn btn--bare btn--icon side__close" type="button" aria-label=${t("table.close")} onClick=${close}>
      <${Icon} name="ui-close" />
    </button>
    ${children}
  </aside>`;
}
