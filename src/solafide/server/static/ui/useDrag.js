// Dragging with mouse, pen or finger: a copy follows the pointer, and what it may be dropped on is marked.
//
// The thing itself stays where it is, and nothing happens before it is dropped: a drag that is interrupted (Escape, a
// second finger, another question, a hidden page) leaves everything as it was. The marks are attributes that Preact
// does not know, so that a component which renders meanwhile keeps them: data-lifted on the thing, data-drop on its
// targets ("over" on the one below the pointer), data-dragging on the root element of the page.
import { useEffect, useRef } from "../vendor/preact.js";
import { settings } from "../core/settings.js";
import { boxAt, isTouchDrag, moveAxis } from "./dragGeometry.js";

/** @import {Ref} from "../vendor/preact" */
/** @import {Box, Point} from "./dragGeometry" */
/**
 * @typedef {object} DragPlan what would happen with the thing that is pressed
 * @property {HTMLElement} thing
 * @property {string} look the class of the element around it on which its looks depend
 * @property {HTMLElement[]} targets those that are not shown are left out
 * @property {(target: HTMLElement) => void} drop
 */
/** @typedef {{plan: DragPlan, pointer: number, isTouch: boolean, start: Point, startedAt: number}} Press */

const RETURN_MS = 180;
const DROP_MS = 140;
const EASING = "cubic-bezier(.2,.7,.2,1)";
/** A finger would hide what it drags: the copy is a little higher. */
const FINGER_OFFSET_PX = 26;
const SCROLLING = /auto|scroll/;

/** Whether an element is larger inside than outside along an axis.
 * @param {Element} element
 * @param {"x" | "y"} axis */
const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }, axis) =>
  axis === "x" ? scrollWidth > clientWidth + 1 : scrollHeight > clientHeight + 1;

/** Whether the page or a part of it around an element can be scrolled along an axis.
 * @param {Element} element
 * @param {"x" | "y"} axis */
function canScroll(element, axis) {
  const page = document.documentElement;
  if (overflows(page, axis)) return true;
  for (let each = element.parentElement; each && each !== page; each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    if (SCROLLING.test(axis === "x" ? overflowX : overflowY) && overflows(each, axis)) return true;
  }
  return false;
}

const isMotionOff = () => settings().speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A copy of a thing over its place, which takes no clicks and is not found in place of the thing.
 * @param {DragPlan} plan
 * @param {Point} at where the thing is held
 */
function floatingCopy({ thing, look }, at) {
  const copy = document.createElement("div");
  const box = thing.getBoundingClientRect();
  copy.className = `dragged ${look}`;
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  copy.style.cssText = `left: ${box.left}px; top: ${box.top}px; width: ${box.width}px; height: ${box.height}px`;
  copy.style.transformOrigin = `${at.x - box.left}px ${at.y - box.top}px`;
  const inner = /** @type {HTMLElement} */ (thing.cloneNode(true));
  for (const part of [inner, ...inner.querySelectorAll("*")])
    for (const name of part.getAttributeNames())
      if (name === "id" || (name.startsWith("data-") && name !== "data-type")) part.removeAttribute(name);
  inner.classList.remove("is-target", "is-chosen");
  copy.append(inner);
  document.body.append(copy);
  return copy;
}

/** A CSS transform from the center of one box to that of another.
 * @param {Box} from
 * @param {Box} to */
const moveBetween = (from, to) =>
  [
    `translate(${(to.left + to.right - from.left - from.right) / 2}px,`,
    `${(to.top + to.bottom - from.top - from.bottom) / 2}px)`,
  ].join(" ");

/** One drag, from the moment the thing is lifted until it is dropped or put back. */
class Drag {
  /** @param {Press} press */
  constructor({ plan, start, isTouch }) {
    this.plan = plan;
    this.start = start;
    this.offset = isTouch ? FINGER_OFFSET_PX : 0;
    this.at = -1;
    /** Measured once: nothing moves while something is dragged. */
    this.boxes = plan.targets.map((target) => target.getBoundingClientRect());
    this.copy = floatingCopy(plan, start);
    plan.thing.dataset.lifted = "";
    for (const target of plan.targets) target.dataset.drop = "";
    document.documentElement.dataset.dragging = "";
  }

  /** @param {Point} point */
  moveTo(point) {
    this.copy.style.translate = `${point.x - this.start.x}px ${point.y - this.start.y - this.offset}px`;
    const at = boxAt(point, this.boxes);
    if (at === this.at) return;
    this.at = at;
    this.copy.toggleAttribute("data-over", at >= 0);
    this.plan.targets.forEach((target, each) => (target.dataset.drop = each === at ? "over" : ""));
  }

  /** @param {boolean} isDropped false: it goes back, wherever it is */
  end(isDropped) {
    const { thing, targets, drop } = this.plan;
    const target = isDropped ? targets[this.at] : undefined;
    for (const each of targets) delete each.dataset.drop;
    delete document.documentElement.dataset.dragging;
    this.#removeCopy(target ? this.boxes[this.at] : null);
    if (target) {
      delete thing.dataset.lifted;
      drop(target);
    }
  }

  /** Let the copy vanish where it was dropped, or go back to its place.
   * @param {Box | null} box where it was dropped */
  #removeCopy(box) {
    const { copy } = this;
    const remove = () => {
      copy.remove();
      delete this.plan.thing.dataset.lifted;
    };
    if (isMotionOff()) {
      remove();
      return;
    }
    const { translate } = copy.style;
    const from = copy.getBoundingClientRect();
    const frames = box
      ? [{ translate }, { translate, transform: `${moveBetween(from, box)} scale(.4)`, opacity: 0 }]
      : [{ translate }, { translate: "none" }];
    const motion = copy.animate(frames, { duration: box ? DROP_MS : RETURN_MS, easing: EASING });
    motion.finished.then(remove, remove);
  }
}

/** Presses that become drags: the listeners of one part of the page. */
class DragListener {
  /** @param {HTMLElement} region
   * @param {(pressed: Element) => DragPlan | null} planOf */
  constructor(region, planOf) {
    this.region = region;
    this.planOf = planOf;
    /** @type {Press | null} */
    this.press = null;
    /** @type {Drag | null} */
    this.drag = null;
    this.isClickOfDrag = false;
    this.listeners = /** @type {[EventTarget, string, (event: any) => void][]} */ ([
      [window, "pointerdown", this.onPointerDown.bind(this)],
      [window, "pointermove", this.onPointerMove.bind(this)],
      [window, "pointerup", this.onPointerUp.bind(this)],
      [window, "pointercancel", () => this.end(false)],
      [window, "keydown", this.onKeyDown.bind(this)],
      [window, "contextmenu", (/** @type {Event} */ event) => this.drag && stop(event)],
      [window, "click", (/** @type {Event} */ event) => this.isClickOfDrag && stop(event)],
      [window, "blur", (/** @type {Event} */ event) => event.target === window && this.end(false)],
      [window, "resize", () => this.end(false)],
      [document, "visibilitychange", () => this.end(false)],
    ]);
    this.onTouchMove = this.onTouchMove.bind(this);
    for (const [target, name, listener] of this.listeners) target.addEventListener(name, listener, true);
    region.addEventListener("touchmove", this.onTouchMove, { passive: false });
  }

  close() {
    this.end(false);
    for (const [target, name, listener] of this.listeners) target.removeEventListener(name, listener, true);
    this.region.removeEventListener("touchmove", this.onTouchMove);
  }

  /** @param {boolean} isDropped */
  end(isDropped) {
    const { drag } = this;
    this.press = null;
    this.drag = null;
    drag?.end(isDropped);
  }

  begin() {
    const { press } = this;
    // What can be dropped where may have changed since the press, and a long press has opened the card.
    const plan = press && !document.querySelector("dialog[open]") ? this.planOf(press.plan.thing) : null;
    if (!press || !plan?.thing.isConnected) {
      this.end(false);
      return;
    }
    this.isClickOfDrag = true;
    this.drag = new Drag({ ...press, plan });
  }

  /** @param {PointerEvent} event */
  onPointerDown(event) {
    this.end(false);
    this.isClickOfDrag = false;
    const isMain = event.button === 0 && event.isPrimary;
    const isHere = event.target instanceof Element && this.region.contains(event.target);
    const plan = isMain && isHere ? this.planOf(/** @type {Element} */ (event.target)) : null;
    if (!plan) return;
    this.press = {
      plan,
      pointer: event.pointerId,
      isTouch: event.pointerType === "touch",
      start: { x: event.clientX, y: event.clientY },
      startedAt: event.timeStamp,
    };
  }

  /** @param {PointerEvent} event */
  onPointerMove(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    // A button that was released outside of the window.
    if (!press.isTouch && event.buttons === 0) {
      this.end(false);
      return;
    }
    const point = { x: event.clientX, y: event.clientY };
    // A finger decides in `onTouchMove`, where scrolling can still be prevented.
    const isDrag = !press.isTouch && moveAxis(point.x - press.start.x, point.y - press.start.y, false) !== null;
    if (!this.drag && isDrag) this.begin();
    this.drag?.moveTo(point);
  }

  /** @param {TouchEvent} event */
  onTouchMove(event) {
    const { press } = this;
    if (!press?.isTouch) return;
    if (!this.drag) {
      const { clientX, clientY } = event.touches[0];
      const axis = moveAxis(clientX - press.start.x, clientY - press.start.y, true);
      if (!axis) return;
      const touch = { heldMs: event.timeStamp - press.startedAt, canScroll: canScroll(press.plan.thing, axis) };
      if (event.cancelable && isTouchDrag(touch)) this.begin();
      else this.end(false);
    }
    if (this.drag) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  onPointerUp(event) {
    if (this.press && event.pointerId === this.press.pointer) this.end(true);
    // The click that ends a drag must not choose the card as well; it comes at once.
    setTimeout(() => (this.isClickOfDrag = false));
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    if (!this.drag || event.key !== "Escape") return;
    stop(event);
    this.end(false);
  }
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Let things in a part of the page be dragged.
 * @param {Ref<HTMLElement | null>} region it stays in the page as long as the component
 * @param {(pressed: Element) => DragPlan | null} planOf null: what is pressed cannot be dragged now
 * @param {unknown} question a drag ends when it changes */
export function useDrag(region, planOf, question) {
  const latest = useRef(planOf);
  latest.current = planOf;
  const listener = useRef(/** @type {DragListener | null} */ (null));
  useEffect(() => {
    if (!region.current) return undefined;
    listener.current = new DragListener(region.current, (pressed) => latest.current(pressed));
    return () => listener.current?.close();
  }, []);
  useEffect(() => () => listener.current?.end(false), [question]);
}
