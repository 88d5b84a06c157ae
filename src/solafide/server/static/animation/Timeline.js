// A timeline of animations: each event starts when the one before it has ended.
//
// First everything is planned, then it begins: so all positions are measured before anything changes, in one layout.
import { boxesByName } from "./snapshot.js";

/** @import {CardSetFaces} from "../core/types" */
/** @import {TableSnapshot} from "./snapshot" */

/** How long one event takes at normal speed. */
export const EVENT_MS = 480;
/** So much later than planned all animations count as ended, even if the browser has stopped its clock. */
const GRACE_MS = 1000;
const EASING = "cubic-bezier(.6,0,.2,1)";

export class Timeline {
  /**
   * @param {Element} root the table, as it is now
   * @param {TableSnapshot} before
   * @param {CardSetFaces | null} faces
   * @param {number} speed factor for all times: 0.5 is twice as fast
   */
  constructor(root, before, faces, speed) {
    this.root = root;
    this.before = before;
    this.faces = faces;
    this.speed = speed;
    /** @type {Map<string, DOMRect> | null} */
    this.measuredBoxes = null;
    /** When the next event starts, in milliseconds at normal speed. */
    this.now = 0;
    /** How many claims have been animated. */
    this.claims = 0;
    /** When the last circle had been turned over. */
    this.revealedAt = -1;
    /** @type {(() => Animation)[]} */
    this.planned = [];
    /** @type {Animation[]} */
    this.animations = [];
    /** @type {Set<Element>} */
    this.animatedElements = new Set();
    /** @type {Element[]} */
    this.temporaryElements = [];
    /** Temporary elements that are not in the document yet, and their parents.
     * @type {[Element, Element][]} */
    this.unattached = [];
    /** Copies of circles as they were, which are still shown in place of the circles.
     * @type {Map<number, HTMLElement>} */
    this.formerTiles = new Map();
  }

  /** Where everything is now, by name. */
  get boxes() {
    this.measuredBoxes ??= boxesByName(this.root);
    return this.measuredBoxes;
  }

  /** Start the next event later.
   * @param {number} ms */
  advance(ms) {
    this.now += ms;
  }

  /** Animate an element from now on; until then it looks as in the first frame.
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {{ms?: number, after?: number, easing?: string}} [options] */
  animate(element, frames, { ms = EVENT_MS, after = 0, easing = EASING } = {}) {
    if (!element) return;
    // Before its start only the first animation of an element may apply its first frame.
    const fill = this.animatedElements.has(element) ? "forwards" : "both";
    this.animatedElements.add(element);
    const [duration, delay] = [ms * this.speed, (this.now + after) * this.speed];
    this.planned.push(() => element.animate(frames, { duration, delay, easing, fill }));
  }

  /** Add an element until the end of the timeline.
   * @param {Element} element
   * @param {Element} parent */
  addTemporary(element, parent) {
    element.setAttribute("aria-hidden", "true");
    this.temporaryElements.push(element);
    this.unattached.push([element, parent]);
    return element;
  }

  /** Put the temporary elements into the document: what is in them can be measured. */
  attach() {
    for (const [element, parent] of this.unattached) parent.append(element);
    this.unattached = [];
  }

  /** Start all animations that were planned. */
  begin() {
    this.attach();
    this.animations.push(...this.planned.map((start) => start()));
    this.planned = [];
  }

  /** Show a circle as it was before, over the place where it was.
   * @param {number} circle */
  showFormerTile(circle) {
    if (this.formerTiles.has(circle)) return;
    const copy = this.before.tiles.get(circle);
    const board = this.root.querySelector(".pyramid .tiles");
    if (!copy || !board) return;
    this.formerTiles.set(circle, copy);
    this.addTemporary(copy, board);
    this.attach();
  }

  /** The circle on which an event is shown: as it was, while that is still shown.
   * @param {number} circle
   * @returns {HTMLElement | null} */
  tile(circle) {
    const tile = `.pyramid .tile[data-circle="${circle}"]:not(.ghost)`;
    return this.formerTiles.get(circle) ?? this.root.querySelector(tile);
  }

  /** Wait until all animations have ended. */
  async finished() {
    const ended = Promise.allSettled(this.animations.map((animation) => animation.finished));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, this.now * this.speed + GRACE_MS))]);
  }

  /** End all animations, and remove what was added for them. */
  clear() {
    for (const animation of this.animations) animation.cancel();
    for (const element of this.temporaryElements) element.remove();
    this.animations = [];
    this.planned = [];
    this.temporaryElements = [];
    this.unattached = [];
  }
}
