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
  const [shown, setShown] = useState(/** @type {AnimatedMoment | null} */ (null));
  const [isIdle, setIdle] = useState(true);
  const { announcements, settledStep, announce } = useAnnouncements();
  const isPlaying = useRef(false);
  const animator = useRef(/** @type {Animator | null} */ (null));
  const sounds = useRef(/** @type {SoundPlayer | null} */ (null));
  useEffect(() => {
    loadModule("animation/animateEvents.js").then((module) => void (animator.current = module), console.error);
    loadModule("animation/sounds.js").then((module) => void (sounds.current = module), console.error);
  }, []);
  useEffect(() => {
    if (!latest || isPlaying.current || latest === shown?.current) return;
    const before = shown?.current ?? null;
    const newEvents = eventsBetween(before, latest);
    const snapshot = newEvents.length && root.current ? animator.current?.takeSnapshot(root.current) : null;
    setShown({ current: latest, before, newEvents, snapshot });
  }, [latest, isIdle]);
  useLayoutEffect(() => {
    if (!shown) return;
    const { current, before, newEvents, snapshot } = shown;
    if (!newEvents.length || !before) {
      announce(current, []);
      return;
    }
    sounds.current?.playEventSounds(newEvents, settings());
    if (!animator.current || !root.current) {
      announce(current, newEvents);
      return;
    }
    isPlaying.current = true;
    setIdle(false);
    animator.current.play(newEvents, before.moment, current.moment, root.current, snapshot).finally(() => {
      isPlaying.current = false;
      announce(current, newEvents);
      setIdle(true);
    });
  }, [shown]);
  const skip = useCallback(() => animator.current?.skip(), []);
  return { current: shown?.current ?? null, announcements, settledStep, isIdle, skip };
}
