// The board: ten circles in a pyramid; the arrow keys move the focus from one to another.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { nextCircle } from "./boardLayout.js";
import { CircleTile } from "./CircleTile.js";
import { focusCircle } from "./shortcuts.js";
import { useTable } from "./TableContext.js";

/** Names in `data-room`, and below which height of a circle in play, in rem, they apply. */
const ROOM_LIMITS_REM = /** @type {[string, number][]} */ ([
  ["short", 7.7],
  ["low", 6.7],
  ["tight", 5.8],
]);

/** Keep `data-room` of the board: how little height its circles have. Container queries could do this in CSS, but cost
 * a third of the time that the page needs for a new moment.
 * @param {{current: HTMLElement | null}} list */
function useRoomAttribute(list) {
  useEffect(() => {
    const element = list.current?.parentElement;
    if (!element) return undefined;
    const measure = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const heights = [...element.querySelectorAll(".tile:not(.tile--down,.tile--claimed)")].map(
        (tile) => tile.getBoundingClientRect().height / rem,
      );
      const room = ROOM_LIMITS_REM.flatMap(([name, most]) => (Math.min(...heights) < most ? [name] : [])).join(" ");
      if (element.dataset.room !== room) element.dataset.room = room;
    };
    const observer = new ResizeObserver(measure);
    for (const tile of list.current?.children ?? []) observer.observe(tile);
    return () => observer.disconnect();
  }, []);
}

/** The circle that an element belongs to, 0 if none.
 * @param {EventTarget | null} target */
const circleOf = (target) =>
  Number(target instanceof Element ? target.closest("[data-circle]")?.getAttribute("data-circle") : 0);

export function Board() {
  const { moment, faces, t, optionsAt, isPhone, selectCircle } = useTable();
  const [focused, setFocused] = useState(/** @type {number | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useRoomAttribute(list);
  const current = focused ?? optionsAt.circles.keys().next().value ?? 1;
  const moveFocus = (/** @type {KeyboardEvent} */ event) => {
    const from = circleOf(event.target);
    const next = from ? nextCircle(from, event.key) : null;
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setFocused(next);
    focusCircle(next);
    if (isPhone) selectCircle(next);
  };
  const onFocus = (/** @type {FocusEvent} */ event) => {
    const circle = circleOf(event.target);
    if (circle) setFocused(circle);
  };
  return html`<ol
    class="tiles"
    ref=${list}
    aria-label=${t("table.circles")}
    onKeyDown=${moveFocus}
    onfocusin=${onFocus}
  >
    ${moment.view.circles.map((view, i) => html`<${CircleTile}
      key=${view.circle}
      view=${view}
      face=${faces.circles[i]}
      current=${view.circle === current}
    />`)}
  </ol>`;
}
