// The tooltip of the table, shown beside the element that the player points at.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { RuleLink } from "../ui/RuleLink.js";
import { useTable } from "./TableContext.js";
import { isEmptyContent, tooltipContent } from "./tooltipContent.js";

/** @typedef {{element: Element, focused: boolean, clicked: boolean}} TooltipAnchor focused: by keyboard; clicked: or
 *   touched, in vain */

const SHOW_DELAY_MS = 180;
const HIDE_DELAY_MS = 240;
const GAP_PX = 10;

/** Beside circles at the edge of the pyramid there is free space; elsewhere the tooltip lies over its neighbours.
 * @param {Element} anchor
 * @param {DOMRect} at
 * @param {number} width
 * @returns {"left" | "right" | "over"} */
function freeSide(anchor, at, width) {
  const circle = Number(anchor.getAttribute("data-circle"));
  if ((circle === 2 || circle === 4) && at.left - width > 20) return "left";
  if ((circle === 3 || circle === 6) && at.right + width < document.documentElement.clientWidth - 20) return "right";
  return "over";
}

/** Put the tooltip beside its anchor where there is free space, else above or below it; always inside the window.
 * @param {HTMLElement} tooltip
 * @param {Element} anchor */
function positionTooltip(tooltip, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = tooltip.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  const high = document.documentElement.clientHeight;
  const side = freeSide(anchor, at, width);
  // Never over the question: what is below it has its tooltip above it.
  const question = document.querySelector(".question")?.getBoundingClientRect();
  const isBelow = question !== undefined && at.top >= question.top - 1;
  const top0 = isBelow ? question.top : at.top;
  const below = at.bottom + GAP_PX;
  const fitsBelow = question === undefined || below + height < question.top;
  const over = top0 - height - GAP_PX > 4 || !fitsBelow ? top0 - height - GAP_PX : below;
  const left =
    side === "left"
      ? at.left - width - GAP_PX
      : side === "right"
        ? at.right + GAP_PX
        : at.left + at.width / 2 - width / 2;
  const beside = Math.min(at.top + at.height / 2 - height / 2, (question?.top ?? high) - height - 4);
  const top = side === "over" ? over : beside;
  tooltip.dataset.side = side;
  tooltip.style.left = `${Math.max(6, Math.min(left, wide - width - 6))}px`;
  tooltip.style.top = `${Math.max(6, Math.min(top, high - height - 6))}px`;
}

/** The element that the player points at with mouse, focus or touch. What comes to lie below a resting pointer, when
 * the table appears or the question changes, was not pointed at: only a movement counts.
 * @param {{current: HTMLElement | null}} root
 * @param {string} question changes with it */
function useTooltipAnchor(root, question) {
  const [anchor, setAnchor] = useState(/** @type {TooltipAnchor | null} */ (null));
  const timer = useRef(0);
  const pointedAt = useRef(/** @type {EventTarget | null} */ (null));
  useEffect(() => {
    clearTimeout(timer.current);
    pointedAt.current = null;
    setAnchor(null);
  }, [question]);
  useEffect(() => {
    const setAnchorSoon = (
      /** @type {Element | null} */ element,
      /** @type {number} */ delayMs,
      { focused = false, clicked = false } = {},
    ) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setAnchor(element && { element, focused, clicked }), delayMs);
    };
    const anchorOf = (/** @type {EventTarget | null} */ target) =>
      target instanceof Element ? target.closest("[data-note]") : null;
    const onPointerMove = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "mouse" || event.target === pointedAt.current) return;
      pointedAt.current = event.target;
      if (event.target instanceof Element && event.target.closest(".margin-note")) clearTimeout(timer.current);
      else if (anchorOf(event.target)) setAnchorSoon(anchorOf(event.target), SHOW_DELAY_MS);
      else setAnchorSoon(null, HIDE_DELAY_MS);
    };
    const onFocus = (/** @type {FocusEvent} */ event) => {
      if (event.target instanceof Element && event.target.closest(".margin-note")) clearTimeout(timer.current);
      else
        setAnchorSoon(
          event.target instanceof Element && event.target.matches(":focus-visible") ? anchorOf(event.target) : null,
          0,
          { focused: true },
        );
    };
    const onClick = (/** @type {MouseEvent} */ event) => {
      // A click hides a tooltip that covers something, unless it is on its link.
      if (event.target instanceof Element && event.target.closest(".margin-note a")) return;
      const barred =
        event.target instanceof Element
          ? event.target.closest("[aria-disabled=true][data-note],.is-barred [data-note],.slot[data-note]")
          : null;
      setAnchorSoon(barred, 0, { clicked: true });
    };
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => void (event.key === "Escape" && setAnchorSoon(null, 0));
    const hide = () => setAnchorSoon(null, 0);
    const table = root.current;
    table?.addEventListener("pointermove", onPointerMove);
    table?.addEventListener("focusin", onFocus);
    table?.addEventListener("click", onClick);
    addEventListener("keydown", onKeyDown);
    addEventListener("scroll", hide, { passive: true });
    return () => {
      clearTimeout(timer.current);
      table?.removeEventListener("pointermove", onPointerMove);
      table?.removeEventListener("focusin", onFocus);
      table?.removeEventListener("click", onClick);
      removeEventListener("keydown", onKeyDown);
      removeEventListener("scroll", hide);
    };
  }, []);
  return anchor;
}

/** @param {{root: {current: HTMLElement | null}}} props */
export function Tooltip({ root }) {
  const table = useTable();
  const pointed = useTooltipAnchor(root, `${table.moment.version}/${table.moment.step}`);
  const anchor = pointed?.element;
  const tooltip = useRef(/** @type {HTMLElement | null} */ (null));
  const key = anchor?.isConnected ? anchor.getAttribute("data-note") : null;
  const isAsked = table.moment.text.options.length > 0;
  const isReason = pointed?.clicked || isAsked;
  const found = key ? tooltipContent(table, key, pointed?.focused ?? false) : null;
  // Out of turn nothing can be chosen: that is said only to a player who tries.
  const content = found && !isReason && found.why?.text ? { ...found, why: null } : found;
  useLayoutEffect(() => {
    if (!tooltip.current || !anchor) return;
    const tile = anchor.matches(".slot,.track__space,.figure") ? null : anchor.closest(".tile");
    positionTooltip(tooltip.current, tile ?? anchor);
  });
  if (!content || isEmptyContent(content)) return null;
  const { lines, why, territories } = content;
  return html`<aside class=${`margin-note${why ? "" : " margin-note--plain"}`} ref=${tooltip} role="note">
    ${lines.map((line, i) => line && html`<p key=${i}>${line}</p>`)}
    ${why && html`<p class="margin-note__why">${why.text} <${RuleLink} variant="table" section=${why.section} /></p>`}
    ${territories.length > 0 && html`<ul class="margin-note__places">
      ${territories.map((each, i) => html`<li key=${i}>${each}</li>`)}
    </ul>`}
  </aside>`;
}
