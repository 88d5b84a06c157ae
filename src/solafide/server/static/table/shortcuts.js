// Single keys of the table; none of them takes a key away from a field, a dialog or the browser.
import { useEffect, useRef } from "../vendor/preact.js";

/** @typedef {Record<string, () => void>} Shortcuts by the key that is pressed */

/** @param {Shortcuts} shortcuts */
export function useShortcuts(shortcuts) {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (
        target?.closest("input:not([type=range]),textarea,select,[contenteditable]") ||
        document.querySelector("dialog[open]")
      )
        return;
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      if (event.key === "Enter" && target?.closest("button,a")) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** @param {number} at from 1 */
export function focusCard(at) {
  const card = document.querySelector(`.hand [data-hand="${at}"]`);
  if (card instanceof HTMLElement) card.focus();
}

/** @param {number} circle */
export function focusCircle(circle) {
  const button = document.querySelector(`.pyramid [data-circle="${circle}"] .tile__choose`);
  if (button instanceof HTMLElement) button.focus();
}

/** After a choice the thing that had the focus may be gone; a reader without a pointer then stands before the next
 *   question. */
export function useKeepFocus(/** @type {unknown} */ moment) {
  const byKey = useRef(false);
  useEffect(() => {
    const key = () => void (byKey.current = true);
    const pointer = () => void (byKey.current = false);
    addEventListener("keydown", key, true);
    addEventListener("pointerdown", pointer, true);
    return () => {
      removeEventListener("keydown", key, true);
      removeEventListener("pointerdown", pointer, true);
    };
  }, []);
  useEffect(() => {
    if (!byKey.current || (document.activeElement && document.activeElement !== document.body)) return;
    const next = document.querySelector(
      "[data-confirm],.pyramid .is-target .tile__choose,.hand .is-target,.answers button,.question__tools button",
    );
    if (next instanceof HTMLElement) next.focus();
  }, [moment]);
}
