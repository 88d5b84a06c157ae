// Lengths of time: units in seconds, and how a clock shows them.

/** @import {Translate} from "./translator" */

export const MINUTE_S = 60;
export const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;

/** @type {[number, string][]} */
const UNITS = [
  [DAY_S, "days"],
  [HOUR_S, "hours"],
  [MINUTE_S, "minutes"],
  [1, "seconds"],
];

/** Seconds in the largest unit of which they are a whole number: "3 days".
 * @param {Translate} t
 * @param {number} seconds */
export function durationText(t, seconds) {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, "seconds"];
  return t(`online.lasting.${name}`, { n: Math.round(seconds / size) });
}

/** @param {number} n */
const twoDigits = (n) => String(n).padStart(2, "0");

/** Seconds as a running clock shows them: "4:05", "1:04:05", or days and hours.
 * @param {Translate} t
 * @param {number} seconds */
export function clockText(t, seconds) {
  const total = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(total / HOUR_S), Math.floor((total % HOUR_S) / MINUTE_S)];
  if (total >= DAY_S)
    return t("online.clock.days", { days: Math.floor(total / DAY_S), hours: Math.floor((total % DAY_S) / HOUR_S) });
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(total % MINUTE_S)}`;
  return `${minutes}:${twoDigits(total % MINUTE_S)}`;
}

/** @param {string} when ISO 8601
 * @param {string} lang */
export const longDate = (when, lang) => new Intl.DateTimeFormat(lang, { dateStyle: "long" }).format(Date.parse(when));

/** How long ago something happened ("now", "2 hours ago"), or its date after a week.
 * @param {string} when ISO 8601
 * @param {string} lang
 * @param {number} [now] milliseconds since 1970 */
export function timeAgo(when, lang, now = Date.now()) {
  const seconds = Math.max(now - Date.parse(when), 0) / 1000;
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  // In some languages the present minute is the time within a minute from now.
  if (seconds < MINUTE_S) return relative.format(0, "second");
  if (seconds < HOUR_S) return relative.format(-Math.floor(seconds / MINUTE_S), "minute");
  if (seconds < DAY_S) return relative.format(-Math.floor(seconds / HOUR_S), "hour");
  if (seconds < 7 * DAY_S) return relative.format(-Math.floor(seconds / DAY_S), "day");
  return longDate(when, lang);
}
