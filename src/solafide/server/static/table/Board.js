// The ten circles in four rows, walked with the arrow keys.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { focusCircle } from "./shortcuts.js";
import { useScene } from "./TableContext.js";
import { Tile } from "./CircleTile.js";

/** @import {CircleView} from "../core/types" */

const ROWS = [[1], [2, 3], [4, 5, 6], [7, 8, 9, 10]];

/** The rows from 1 in which no circle is in play: where there is little room, they need less of it.
 * @param {CircleView[]} circles */
export function resting(circles) {
  const rests = ROWS.map((row) => row.every((circle) => circles[circle - 1].state !== "in_play"));
  return rests.flatMap((rest, at) => (rest ? [at + 1] : [])).join(" ");
}

/** From how low on, in rem, a circle in play has to do with less; each name holds for all that are lower, too. */
const ROOM = /** @type {[string, number][]} */ ([
  ["short", 7.7],
  ["low", 6.7],
  ["tight", 5.8],
]);

/** Says in `data-room` how much height the circles have. Container queries could ask for it themselves, but cost a
 *   third of the
 * work that a new moment is for the page.
 * @param {{current: HTMLElement | null}} list */
function useRoom(list) {
  useEffect(() => {
    const home = list.current?.parentElement;
    if (!home) return undefined;
    const look = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const heights = [...home.querySelectorAll(".tile:not(.tile--down,.tile--claimed)")].map(
        (tile) => tile.getBoundingClientRect().height / rem,
      );
      const room = ROOM.flatMap(([name, most]) => (Math.min(...heights) < most ? [name] : [])).join(" ");
      if (home.dataset.room !== room) home.dataset.room = room;
    };
    const observer = new ResizeObserver(look);
    for (const tile of list.current?.children ?? []) observer.observe(tile);
    return () => observer.disconnect();
  }, []);
}

/**
 * @param {number} circle
 * @param {string} key
 * @returns {number | null}
 */
function neighbour(circle, key) {
  const row = ROWS.findIndex((each) => each.includes(circle));
  const at = ROWS[row].indexOf(circle);
  if (key === "ArrowLeft") return circle > 1 ? circle - 1 : null;
  if (key === "ArrowRight") return circle < 10 ? circle + 1 : null;
  if (key === "ArrowDown") return ROWS[row + 1]?.[at] ?? null;
  if (key === "ArrowUp") return row > 0 ? ROWS[row - 1][Math.min(at, row - 1)] : null;
  if (key === "Home") return 1;
  return key === "End" ? 10 : null;
}

export function Pyramid() {
  const { moment, faces, t, offer, phone, touch } = useScene();
  const [at, go] = useState(/** @type {number | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useRoom(list);
  const current = at ?? offer.circles.keys().next().value ?? 1;
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const from = Number(
      event.target instanceof Element ? event.target.closest("[data-circle]")?.getAttribute("data-circle") : 0,
    );
    const next = from ? neighbour(from, event.key) : null;
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(next);
    focusCircle(next);
    if (phone) touch(next);
  };
  const enter = (/** @type {FocusEvent} */ event) => {
    const circle =
      event.target instanceof Element ? event.target.closest("[data-circle]")?.getAttribute("data-circle") : null;
    if (circle) go(Number(circle));
  };
  return html`<ol class="tiles" ref=${list} aria-label=${t("table.circles")} onKeyDown=${walk} onfocusin=${enter}>
    ${moment.view.circles.map((view, i) => html`<${Tile}
      key=${view.circle}
      view=${view}
      face=${faces.circles[i]}
      current=${view.circle === current}
    />`)}
  </ol>`;
}
