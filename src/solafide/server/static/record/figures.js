// Figures of the player's record as they are shown: shares with their range, played time, the calendar.

/** @import {StatisticsView} from "../core/types" */

/** The width of the drawing of a share, in its own units. */
export const SHARE_WIDTH = 200;
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAYS_PER_WEEK = 7;
/** So many games on a day have the darkest square. */
const FULL_DAY_GAMES = 3;

/** @param {number} share from 0 to 1
 * @param {string} language */
export const percentText = (share, language) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** @param {number} n */
export const signedText = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/** The share of won games; 0 without a game.
 * @param {{wins: number, games: number}} share */
export const shareOf = ({ wins, games }) => (games ? wins / games : 0);

/** Where the dot and the ends of the range stand in the drawing of a share.
 * @param {{wins: number, games: number, low: number, high: number}} share */
export function sharePositions(share) {
  const at = (/** @type {number} */ part) => Math.round(part * SHARE_WIDTH * 10) / 10;
  return { dot: at(shareOf(share)), low: at(share.low), high: at(share.high) };
}

/** @param {number} seconds */
export const playedTime = (seconds) => ({
  hours: Math.floor(seconds / HOUR_S),
  minutes: Math.floor((seconds % HOUR_S) / MINUTE_S),
});

/** The days of the calendar in columns of weeks that begin on Monday; null: before the first day.
 * @param {StatisticsView["calendar"]} calendar
 * @returns {({day: string, games: number} | null)[]} */
export function calendarCells(calendar) {
  if (!calendar.length) return [];
  const weekday = (new Date(`${calendar[0].day}T12:00:00Z`).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  return [...Array(weekday).fill(null), ...calendar];
}

/** How dark the square of a day is, from 0 to 3.
 * @param {number} games */
export const calendarShade = (games) => Math.min(games, FULL_DAY_GAMES);

/** The level to play next: the weakest that is not passed; null if all are.
 * @param {StatisticsView["ladder"]} ladder */
export const nextLevel = (ladder) => ladder.find(({ passed }) => !passed)?.level ?? null;

/** How many wins in a row are still needed to pass a level.
 * @param {number} needed
 * @param {number} inARow */
export const winsToPass = (needed, inARow) => Math.max(1, needed - inARow);
