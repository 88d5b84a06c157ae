// Animates events on the table, one after another, after the table shows their result.
import { loadedFaces } from "../core/cardFaces.js";
import { settings } from "../core/settings.js";
import { isWatched, watchSpeed } from "../watch/pace.js";
import { EVENT_ANIMATIONS } from "./eventAnimations.js";
import { takeSnapshot as snapshotOf } from "./snapshot.js";
import { Timeline } from "./Timeline.js";

/** @import {EventView, Moment} from "../core/types" */
/** @import {TableSnapshot} from "./snapshot" */

/** Factors for all times, by the setting of the speed. */
const SPEED_FACTORS = { slow: 1.8, normal: 1, quick: 0.5, off: 0 };
/** The most that two computer players who are watched leave for their animations, by the speed of watching. */
const WATCH_FACTORS = { slow: 2, normal: 1, fast: 0.5, fastest: 0 };
/** Events that would start later than this are not animated. */
const MAX_ANIMATION_MS = 9000;
/** During animations that take longer than this, the next question stays in the background. */
const LONG_ANIMATION_MS = 1000;
/** Events of the browser that end all animations: a key, a tap, a hidden page. */
const SKIP_EVENTS = ["keydown", "pointerdown", "visibilitychange"];
const MODIFIER_KEYS = ["Shift", "Control", "Alt", "Meta", "Tab"];

/** @type {Timeline | null} */
let current = null;

/** 0: nothing is animated. */
function speedFactor() {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isReduced || document.hidden ? 0 : SPEED_FACTORS[settings().speed];
}

/** Remember where everything is before a moment is shown; null if nothing will be animated.
 * @param {Element} root
 * @param {EventView[]} events that will be animated */
export function takeSnapshot(root, events) {
  return speedFactor() ? snapshotOf(root, new Set(events.map(({ circle }) => Number(circle)))) : null;
}

/** @param {Event} event */
function skipOnInput(event) {
  if (event instanceof KeyboardEvent && MODIFIER_KEYS.includes(event.key)) return;
  // The space bar must not scroll the page as well.
  if (event instanceof KeyboardEvent && event.key === " " && document.activeElement === document.body)
    event.preventDefault();
  skip();
}

/** End all animations at once. */
export function skip() {
  current?.clear();
  current?.root.removeAttribute("data-moving");
  current = null;
  for (const name of SKIP_EVENTS) document.removeEventListener(name, skipOnInput, { capture: true });
}

/**
 * Animate events; resolved when all animations have ended.
 * @param {EventView[]} events
 * @param {Moment} before
 * @param {Moment} after
 * @param {Element} root
 * @param {unknown} snapshot of the table before
 */
export async function play(events, before, after, root, snapshot) {
  skip();
  const speed = isWatched(after)
    ? Math.min(speedFactor(), WATCH_FACTORS[watchSpeed(settings().watchSpeed)])
    : speedFactor();
  if (!speed || !events.length || !snapshot || before.game !== after.game) return;
  // Parts of the table that depend on its context alone are rendered after the effect that calls this.
  await Promise.resolve();
  const timeline = new Timeline(root, /** @type {TableSnapshot} */ (snapshot), loadedFaces(after.cards_hash), speed);
  // A circle that is claimed or turned over is shown as it was until that event starts.
  for (const { event, circle } of events)
    if (event === "claimed" || event === "revealed") timeline.showFormerTile(Number(circle));
  for (const event of events) if (timeline.now < MAX_ANIMATION_MS) EVENT_ANIMATIONS[event.event]?.(timeline, event);
  timeline.begin();
  current = timeline;
  root.toggleAttribute("data-moving", timeline.now > LONG_ANIMATION_MS);
  for (const name of SKIP_EVENTS) document.addEventListener(name, skipOnInput, { capture: true });
  await timeline.finished();
  if (current === timeline) skip();
}
