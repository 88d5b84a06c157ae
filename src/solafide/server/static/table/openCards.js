// Cards open large by a right click, a long press, or the key O on the one that has the focus or the pointer.
import { useEffect } from "../vendor/preact.js";

/** @import {InspectedThing} from "./TableContext" */

const LONG_PRESS_MS = 500;
const MAX_MOVE_PX = 8;

/** @param {EventTarget | Element | null} target */
const cardAt = (target) =>
  (target instanceof Element ? target.closest("[data-opens]") : null)?.getAttribute("data-opens") ?? null;

/** The card with the focus, else the one under the pointer. */
export const pointedCard = () =>
  cardAt(document.activeElement) ?? cardAt([...document.querySelectorAll("[data-opens]:hover")].at(-1) ?? null);

/** @param {{current: HTMLElement | null}} root
 * @param {(what: InspectedThing) => void} inspect */
export function useOpenCards(root, inspect) {
  useEffect(() => {
    const table = root.current;
    if (!table) return undefined;
    let timer = 0;
    let start = { x: 0, y: 0 };
    let isHeld = false;
    const onContextMenu = (/** @type {MouseEvent} */ event) => {
      const card = cardAt(event.target);
      if (!card) return;
      event.preventDefault();
      clearTimeout(timer);
      inspect({ kind: "card", card });
    };
    const onPointerDown = (/** @type {PointerEvent} */ event) => {
      isHeld = false;
      const card = cardAt(event.target);
      if (event.pointerType === "mouse" || !card) return;
      start = { x: event.clientX, y: event.clientY };
      timer = window.setTimeout(() => {
        isHeld = true;
        inspect({ kind: "card", card });
      }, LONG_PRESS_MS);
    };
    const onPointerMove = (/** @type {PointerEvent} */ event) => {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > MAX_MOVE_PX) clearTimeout(timer);
    };
    const onPointerEnd = () => clearTimeout(timer);
    // The click that ends a long press must not play the card.
    const onClick = (/** @type {MouseEvent} */ event) => {
      if (!isHeld) return;
      isHeld = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const listeners = /** @type {[string, (event: any) => void][]} */ ([
      ["contextmenu", onContextMenu],
      ["pointerdown", onPointerDown],
      ["pointermove", onPointerMove],
      ["pointerup", onPointerEnd],
      ["pointercancel", onPointerEnd],
      ["click", onClick],
    ]);
    for (const [name, listener] of listeners) table.addEventListener(name, listener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) table.removeEventListener(name, listener, true);
    };
  }, [inspect]);
}
