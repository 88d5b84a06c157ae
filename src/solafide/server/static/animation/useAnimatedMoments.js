// Shows moments one after another: the next one only when the events of the last have been animated.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { loadModule } from "../core/lazy.js";
import { settings } from "../core/settings.js";
import { eventsBetween } from "../core/shownMoment.js";
import { NOTHING_ANNOUNCED, announced } from "./announcements.js";

/** @import {EventView} from "../core/types" */
/** @import {Announcement} from "./announcements" */
/** @import {ShownMoment} from "../core/shownMoment" */
/** @import {Animator, SoundPlayer} from "../table/types" */
/**
 * @typedef {object} AnimatedMoment
 * @property {ShownMoment} current
 * @property {ShownMoment | null} before
 * @property {EventView[]} newEvents
 * @property {unknown} snapshot of the table before
 */

/** What screen readers are told of new events: after their motion, or at once when there is none or it is skipped.
 * `settledStep`: the step up to which nothing moves any more.
 * @returns {{announcements: Announcement[], settledStep: number,
 *   announce: (shown: ShownMoment, events: EventView[]) => void}} */
function useAnnouncements() {
  const [state, setState] = useState(NOTHING_ANNOUNCED);
  const announce = useCallback(
    (/** @type {ShownMoment} */ { moment }, /** @type {EventView[]} */ events) =>
      setState((before) => announced(before, moment, events)),
    [],
  );
  return { announcements: state.told, settledStep: state.through, announce };
}

/**
 * @param {ShownMoment | null} latest
 * @param {{current: HTMLElement | null}} root
 */
export function useAnimatedMoments(latest, root) {
  const shownMoment = useRef(/** @type {AnimatedMoment | null} */ (null));
  const { announcements, settledStep, announce } = useAnnouncements();
  const isPlaying = useRef(false);
  const [, rerender] = useState(0);
  const animator = useRef(/** @type {Animator | null} */ (null));
  const sounds = useRef(/** @type {SoundPlayer | null} */ (null));
  useEffect(() => {
    loadModule("animation/animateEvents.js").then((module) => void (animator.current = module), console.error);
    loadModule("animation/sounds.js").then((module) => void (sounds.current = module), console.error);
  }, []);
  // While rendering, because an effect would draw the table twice, and a frame later.
  if (latest && !isPlaying.current && latest !== shownMoment.current?.current) {
    const before = shownMoment.current?.current ?? null;
    const newEvents = eventsBetween(before, latest);
    const snapshot = newEvents.length && root.current ? animator.current?.takeSnapshot(root.current, newEvents) : null;
    shownMoment.current = { current: latest, before, newEvents, snapshot };
    isPlaying.current = Boolean(snapshot);
  }
  const shown = shownMoment.current;
  useLayoutEffect(() => {
    if (!shown) return;
    const { current, before, newEvents, snapshot } = shown;
    if (!newEvents.length || !before) {
      announce(current, []);
      return;
    }
    sounds.current?.playEventSounds(newEvents, settings());
    const end = () => {
      isPlaying.current = false;
      announce(current, newEvents);
      rerender((n) => n + 1);
    };
    if (isPlaying.current && animator.current && root.current)
      animator.current.play(newEvents, before.moment, current.moment, root.current, snapshot).finally(end);
    else if (isPlaying.current) end();
    else announce(current, newEvents);
  }, [shown]);
  const skip = useCallback(() => animator.current?.skip(), []);
  const isIdle = !isPlaying.current;
  return { current: shown?.current ?? null, announcements, settledStep, isIdle, skip };
}
