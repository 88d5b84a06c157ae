// The clocks of two players, going on between two moments as the server said them.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";

/** @import {Moment} from "../core/types" */
/** @import {Say} from "../core/i18n" */
/** @import {Person} from "./persons.js" */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SHORT = 60;

/** Seconds left to either just now, null without a clock.
 * @param {Moment} moment
 * @returns {Record<Person, number> | null} */
export function useClock(moment) {
  const clock = moment.company?.clock ?? null;
  const since = useRef({ clock, at: performance.now() });
  if (since.current.clock !== clock) since.current = { clock, at: performance.now() };
  const [, again] = useState(0);
  const runs = clock !== null && (clock[1].runs || clock[2].runs);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => again((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  if (!clock) return null;
  const gone = (performance.now() - since.current.at) / 1000;
  const left = (/** @type {Person} */ person) => Math.max(0, clock[person].left - (clock[person].runs ? gone : 0));
  return { 1: left("1"), 2: left("2") };
}

/** @param {number} n */
const two = (n) => String(n).padStart(2, "0");

/** @param {Say} t
 * @param {number} seconds */
function shown(t, seconds) {
  const whole = Math.floor(seconds);
  if (whole >= DAY)
    return t("online.clock.days", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
  if (whole >= HOUR)
    return `${Math.floor(whole / HOUR)}:${two(Math.floor((whole % HOUR) / MINUTE))}:${two(whole % MINUTE)}`;
  return `${Math.floor(whole / MINUTE)}:${two(whole % MINUTE)}`;
}

/** @param {{seconds: number, runs: boolean, name: string}} props */
export function Clock({ seconds, runs, name }) {
  const t = useTexts();
  const text = shown(t, seconds);
  return html`<span
    class=${`clock${runs ? " is-running" : ""}${seconds < SHORT ? " is-short" : ""}`}
    role="timer"
    aria-label=${t("online.clock.said", { name, left: text })}
  >
    ${text}
  </span>`;
}
