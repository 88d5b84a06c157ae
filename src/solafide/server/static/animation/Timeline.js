// The time in which things move: every scene begins where the last one has ended.
import { places } from "./snapshot.js";

/** @import {Faces} from "../core/types" */
/** @import {Measured} from "./snapshot.js" */

/** One event at normal pace. */
export const EVENT_MS = 480;
const EASE = "cubic-bezier(.6,0,.2,1)";

export class Stage {
  /**
   * @param {Element} root the table, as it is now
   * @param {Measured} before
   * @param {Faces | null} faces
   * @param {number} pace
   */
  constructor(root, before, faces, pace) {
    this.root = root;
    this.before = before;
    this.faces = faces;
    this.pace = pace;
    /** The time at which the next scene begins, at normal pace. */
    this.now = 0;
    this.after = places(root);
    /** @type {Animation[]} */
    this.moving = [];
    /** @type {Element[]} */
    this.guests = [];
    /** @type {Set<Element>} */
    this.waiting = new Set();
    /** @type {Map<number, HTMLElement>} */
    this.ghosts = new Map();
  }

  /** Lets time pass.
   * @param {number} ms */
  pass(ms) {
    this.now += ms;
  }

  /** Moves something, beginning now; until then it stays as the first frame has it.
   * @param {Element | null | undefined} thing
   * @param {Keyframe[]} frames
   * @param {{ms?: number, after?: number, easing?: string}} [how] */
  move(thing, frames, { ms = EVENT_MS, after = 0, easing = EASE } = {}) {
    if (!thing) return;
    // A thing that moves twice waits with its first movement; the second one must not show before its time.
    const fill = this.waiting.has(thing) ? "forwards" : "both";
    this.waiting.add(thing);
    this.moving.push(
      thing.animate(frames, { duration: ms * this.pace, delay: (this.now + after) * this.pace, easing, fill }),
    );
  }

  /** Something that is on the table only while things move.
   * @param {Element} guest
   * @param {Element} home */
  invite(guest, home) {
    guest.setAttribute("aria-hidden", "true");
    home.append(guest);
    this.guests.push(guest);
    return guest;
  }

  /** A copy of the circle as it was, over the place where it lay, until `leave` is called for it.
   * @param {number} circle
   * @returns {HTMLElement | null} */
  former(circle) {
    const known = this.ghosts.get(circle);
    if (known) return known;
    const copy = this.before.tiles.get(circle);
    const board = this.root.querySelector(".pyramid .tiles");
    if (!copy || !board) return null;
    this.ghosts.set(circle, copy);
    this.invite(copy, board);
    return copy;
  }

  /** @param {number} circle
   * @returns {HTMLElement | null} the circle on which an event is shown: the former one, if it is about to go */
  tile(circle) {
    return this.ghosts.get(circle) ?? this.root.querySelector(`.pyramid .tile[data-circle="${circle}"]:not(.ghost)`);
  }

  /** When all stands still; a browser that has stopped the clock does not hold up the game. */
  async finished() {
    const moved = Promise.allSettled(this.moving.map((animation) => animation.finished));
    await Promise.race([moved, new Promise((resolve) => setTimeout(resolve, this.now * this.pace + 1000))]);
  }

  /** Everything is where it belongs. */
  end() {
    for (const animation of this.moving) animation.cancel();
    for (const guest of this.guests) guest.remove();
    this.moving = [];
    this.guests = [];
  }
}
