// A player's clock, which goes on between two moments from the server.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { clockText } from "../core/duration.js";
import { useTranslation } from "../core/i18n.js";

/** @import {Moment} from "../core/types" */
/** @import {Person} from "../core/moment" */

/** With less time than this the clock is shown in another colour. */
const LOW_TIME_S = 60;

/** The seconds that either player has left now; null if the game has no clock.
 * @param {Moment} moment
 * @returns {Record<Person, number> | null} */
export function useClock(moment) {
  const clock = moment.online?.clock ?? null;
  const received = useRef({ clock, at: performance.now() });
  if (received.current.clock !== clock) received.current = { clock, at: performance.now() };
  const [, rerender] = useState(0);
  const isRunning = clock !== null && (clock[1].running || clock[2].running);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => rerender((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!clock) return null;
  const elapsed = (performance.now() - received.current.at) / 1000;
  const secondsLeft = (/** @type {Person} */ person) =>
    Math.max(0, clock[person].remaining_s - (clock[person].running ? elapsed : 0));
  return { 1: secondsLeft("1"), 2: secondsLeft("2") };
}

/** @param {{seconds: number, isRunning: boolean, name: string}} props */
export function Clock({ seconds, isRunning, name }) {
  const t = useTranslation();
  const text = clockText(t, seconds);
  return html`<span
    class=${`clock${isRunning ? " is-running" : ""}${seconds < LOW_TIME_S ? " is-short" : ""}`}
    role="timer"
    aria-label=${t("online.clock.said", { name, left: text })}
  >
    ${text}
  </span>`;
}
