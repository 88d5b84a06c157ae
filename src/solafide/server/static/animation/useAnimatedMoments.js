// Shows moments one after another: the next one only when the events of the last have been animated.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { loadModule } from "../core/lazy.js";
import { settings } from "../core/settings.js";
import { eventsBetween } from "../core/shownMoment.js";

/** @import {EventView} from "../core/types" */
/** @import {ShownMoment} from "../core/shownMoment" */
/** @import {Animator, SoundPlayer} from "../table/types" */
/**
 * @typedef {object} AnimatedMoment
 * @property {ShownMoment} current
 * @property {ShownMoment | null} before
 * @property {EventView[]} newEvents
 * @property {unknown} snapshot of the table before
 */

/**
 * @param {ShownMoment | null} latest
 * @param {{current: HTMLElement | null}} root
 */
export function useAnimatedMoments(latest, root) {
  const shownMoment = useRef(/** @type {AnimatedMoment | null} */ (null));
  const [isIdle, setIdle] = useState(true);
  const isPlaying = useRef(false);
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
  }
  const shown = shownMoment.current;
  useLayoutEffect(() => {
    if (!shown?.newEvents.length || !shown.before) return;
    const { current, before, newEvents, snapshot } = shown;
    sounds.current?.playEventSounds(newEvents, settings());
    if (!animator.current || !root.current) return;
    isPlaying.current = true;
    setIdle(false);
    animator.current.play(newEvents, before.moment, current.moment, root.current, snapshot).finally(() => {
      isPlaying.current = false;
      setIdle(true);
    });
  }, [shown]);
  const skip = useCallback(() => animator.current?.skip(), []);
  return { current: shown?.current ?? null, newEvents: shown?.newEvents ?? [], isIdle, skip };
}
