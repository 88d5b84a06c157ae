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
    if (!shown?.newEvents.length || !shown.before) return;
    const { current, before, newEvents, snapshot } = shown;
    sounds.current?.playEventSounds(newEvents, settings());
    if (!isPlaying.current) return;
    const end = () => {
      isPlaying.current = false;
      rerender((n) => n + 1);
    };
    if (animator.current && root.current)
      animator.current.play(newEvents, before.moment, current.moment, root.current, snapshot).finally(end);
    else end();
  }, [shown]);
  const skip = useCallback(() => animator.current?.skip(), []);
  const isIdle = !isPlaying.current;
  return { current: shown?.current ?? null, newEvents: shown?.newEvents ?? [], isIdle, skip };
}
