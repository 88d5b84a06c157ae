// The answers of a circle that can be chosen in more than one way, opened beside the circle.
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { AnswerButton } from "./AnswerButton.js";
import { focusCircle } from "./shortcuts.js";
import { useTable } from "./TableContext.js";

/** @import {Option} from "../core/types" */

const ARROW_STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 });

/** @param {{circle: number, options: Option[]}} props */
export function CircleAnswers({ circle, options }) {
  const { t, expandCircle } = useTable();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => list.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const step = ARROW_STEPS[event.key];
    if (!step && event.key !== "Escape") return;
    // Otherwise the arrow keys would move the focus to another circle.
    event.preventDefault();
    event.stopPropagation();
    if (step) {
      const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons.at((at + step) % buttons.length)?.focus();
    } else {
      expandCircle(null);
      focusCircle(circle);
    }
  };
  const closeOnLeave = (/** @type {FocusEvent} */ event) =>
    void (list.current?.contains(/** @type {Node | null} */ (event.relatedTarget)) || expandCircle(null));
  const stopPropagation = (/** @type {Event} */ event) => event.stopPropagation();
  return html`<ul
    class="fold"
    ref=${list}
    aria-label=${t("table.answers")}
    onKeyDown=${onKeyDown}
    onfocusout=${closeOnLeave}
    onClick=${stopPropagation}
  >
    ${options.map((option) => html`<${AnswerButton} key=${option.choice} option=${option} main=${false} />`)}
  </ul>`;
}
