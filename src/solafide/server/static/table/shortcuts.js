// Keyboard shortcuts of the table, and focus for players without a pointer.
import { useEffect, useRef } from "../vendor/preact.js";

/** @typedef {Record<string, () => void>} Shortcuts by key */

/** Single keys, unless a field has the focus or a dialog is open.
 * @param {Shortcuts} shortcuts */
export function useShortcuts(shortcuts) {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (
        target?.closest("input:not([type=range]),textarea,select,[contenteditable]") ||
        document.querySelector("dialog[open]")
      )
        return;
      const action = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      if (event.key === "Enter" && target?.closest("button,a")) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
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

/** After a choice by keyboard the focused element may be gone: give the focus to the next thing that can be chosen.
 * @param {unknown} key changes with the question */
export function useFocusNextQuestion(key) {
  const byKey = useRef(false);
  useEffect(() => {
    const onKeyDown = () => void (byKey.current = true);
    const onPointer = () => void (byKey.current = false);
    addEventListener("keydown", onKeyDown, true);
    addEventListener("pointerdown", onPointer, true);
    return () => {
      removeEventListener("keydown", onKeyDown, true);
      removeEventListener("pointerdown", onPointer, true);
    };
  }, []);
  useEffect(() => {
    if (!byKey.current || (document.activeElement && document.activeElement !== document.body)) return;
    const next = document.querySelector(
      "[data-confirm],.pyramid .is-target .tile__choose,.hand .is-target,.answers button,.question__tools button",
    );
    if (next instanceof HTMLElement) next.focus();
  }, [key]);
}
