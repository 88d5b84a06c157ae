// How much time either player has: some usual paces, and any pace in words.

/** @import {Pace} from "./types" */
/** @import {Say} from "./i18n" */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @type {Record<string, Pace | null>} */
export const PACES = {
  none: null,
  brisk: { kind: "live", bank: 15 * MINUTE, plus: 15, cap: null },
  calm: { kind: "live", bank: 40 * MINUTE, plus: 30, cap: null },
  days: { kind: "days", bank: 3 * DAY, plus: 12 * HOUR, cap: 5 * DAY },
  weeks: { kind: "days", bank: 14 * DAY, plus: DAY, cap: 14 * DAY },
};

/** Seconds as the largest unit of which there is a whole number.
 * @param {Say} t
 * @param {number} seconds */
export function lasting(t, seconds) {
  /** @type {[number, string][]} */
  const units = [
    [DAY, "days"],
    [HOUR, "hours"],
    [MINUTE, "minutes"],
    [1, "seconds"],
  ];
  const [size, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, "seconds"];
  return t(`online.lasting.${name}`, { n: Math.round(seconds / size) });
}

/** @param {Say} t
 * @param {Pace | null} pace */
export function paceText(t, pace) {
  if (!pace) return t("online.pace.none.text");
  const [bank, plus] = [lasting(t, pace.bank), lasting(t, pace.plus)];
  if (!pace.plus) return t("online.pace_bank", { bank });
  return pace.cap === null
    ? t("online.pace_plus", { bank, plus })
    : t("online.pace_cap", { bank, plus, cap: lasting(t, pace.cap) });
}
