// The board: ten circles in a pyramid; the arrow keys move the focus from one to another.
import { html, useState } from "../vendor/preact.js";
import { nextCircle } from "./boardLayout.js";
import { CircleTile } from "./CircleTile.js";
import { focusCircle } from "./shortcuts.js";
import { useTable } from "./TableContext.js";

/** The circle that an element belongs to, 0 if none.
 * @param {EventTarget | null} target */
const circleOf = (target) =>
  Number(target instanceof Element ? target.closest("[data-circle]")?.getAttribute("data-circle") : 0);

export function Board() {
  const { moment, faces, t, optionsAt, hasDetail, selectCircle } = useTable();
  const [focused, setFocused] = useState(/** @type {number | null} */ (null));
  const current = focused ?? optionsAt.circles.keys().next().value ?? 1;
  const moveFocus = (/** @type {KeyboardEvent} */ event) => {
    const from = circleOf(event.target);
    const next = from ? nextCircle(from, event.key) : null;
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setFocused(next);
    focusCircle(next);
    if (hasDetail) selectCircle(next);
  };
  const onFocus = (/** @type {FocusEvent} */ event) => {
    const circle = circleOf(event.target);
    if (circle) setFocused(circle);
  };
  const onPointerOver = (/** @type {PointerEvent} */ event) => {
    const circle = circleOf(event.target);
    if (circle && hasDetail && event.pointerType === "mouse") selectCircle(circle);
  };
  return html`<ol
    class="tiles"
    aria-label=${t("table.circles")}
    onKeyDown=${moveFocus}
    onfocusin=${onFocus}
    onpointerover=${onPointerOver}
  >
    ${moment.view.circles.map((view, i) => html`<${CircleTile}
      key=${view.circle}
      view=${view}
      face=${faces.circles[i]}
      current=${view.circle === current}
    />`)}
  </ol>`;
}
