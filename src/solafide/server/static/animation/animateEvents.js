// Shows what happened, one thing after another, on the table as it already stands.
import { facesNow } from "../core/cardFaces.js";
import { settings } from "../core/settings.js";
import { measure as measured } from "./snapshot.js";
import { MOVEMENTS } from "./eventAnimations.js";
import { Stage } from "./Timeline.js";

/** @import {Happening, Moment} from "../core/types" */
/** @import {Measured} from "./snapshot.js" */

/** How long half a second is. */
const PACE = { slow: 1.8, normal: 1, quick: 0.5, off: 0 };
/** Nobody looks on longer than this: what comes later is shown at once. */
const LONGEST_MS = 9000;
/** From here on it is more than a token that is laid. */
const LONG_MS = 1000;

/** @type {Stage | null} */
let playing = null;

function pace() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden ? 0 : PACE[settings().speed];
}

/** The table before it changes; null where nothing will move.
 * @param {Element} root */
export function measure(root) {
  return pace() ? measured(root) : null;
}

/** @param {Event} event */
function interrupt(event) {
  if (event instanceof KeyboardEvent && ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
  // The space bar would also scroll the page; here it only asks for peace.
  if (event instanceof KeyboardEvent && event.key === " " && document.activeElement === document.body)
    event.preventDefault();
  skip();
}

/** Whatever ends the show: a key, a tap, or nobody looking. */
const ENDINGS = ["keydown", "pointerdown", "visibilitychange"];

/** Everything is where it belongs at once. */
export function skip() {
  playing?.end();
  playing?.root.removeAttribute("data-moving");
  playing = null;
  for (const name of ENDINGS) document.removeEventListener(name, interrupt, { capture: true });
}

/**
 * @param {Happening[]} events
 * @param {Moment} before
 * @param {Moment} after
 * @param {Element} root
 * @param {unknown} found what `measure` has found before the table changed
 */
export async function play(events, before, after, root, found) {
  skip();
  const tempo = pace();
  if (!tempo || !events.length || !found || before.game !== after.game) return;
  const stage = new Stage(root, /** @type {Measured} */ (found), facesNow(after.cards_hash), tempo);
  // A circle that goes, or is turned over, stays in sight as it was until its time has come.
  for (const { event, circle } of events) if (event === "claimed" || event === "revealed") stage.former(Number(circle));
  for (const event of events) if (stage.now < LONGEST_MS) MOVEMENTS[event.event]?.(stage, event);
  playing = stage;
  // What is asked next keeps in the background until it has been seen why.
  root.toggleAttribute("data-moving", stage.now > LONG_MS);
  for (const name of ENDINGS) document.addEventListener(name, interrupt, { capture: true });
  await stage.finished();
  if (playing === stage) skip();
}
