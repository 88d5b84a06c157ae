// The answers of a circle that can be chosen in more than one way, unfolded at the circle.
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { focusCircle } from "./shortcuts.js";
import { Answer } from "./Question.js";
import { useScene } from "./TableContext.js";

/** @import {Option} from "../core/types" */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 });

/** @param {{circle: number, options: Option[]}} props */
export function Fold({ circle, options }) {
  const { t, unfold } = useScene();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => list.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = STEPS[event.key];
    if (!step && event.key !== "Escape") return;
    // The arrows would else walk on to the next circle.
    event.preventDefault();
    event.stopPropagation();
    if (step) {
      const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons.at((at + step) % buttons.length)?.focus();
    } else {
      unfold(null);
      focusCircle(circle);
    }
  };
  const leave = (/** @type {FocusEvent} */ event) =>
    void (list.current?.contains(/** @type {Node | null} */ (event.relatedTarget)) || unfold(null));
  const inside = (/** @type {Event} */ event) => event.stopPropagation();
  return html`<ul
    class="fold"
    ref=${list}
    aria-label=${t("table.answers")}
    onKeyDown=${key}
    onfocusout=${leave}
    onClick=${inside}
  >
    ${options.map((option) => html`<${Answer} key=${option.choice} option=${option} main=${false} />`)}
  </ul>`;
}
