// Paces: how much time a player has in an online game.
import { DAY_S, HOUR_S, MINUTE_S, durationText } from "./duration.js";

/** @import {Pace} from "./types" */
/** @import {Translate} from "./translator" */

/** The paces that the form of a new game offers.
 * @type {Record<string, Pace | null>} */
export const PACES = {
  none: null,
  brisk: { kind: "live", bank: 15 * MINUTE_S, plus: 15, cap: null },
  calm: { kind: "live", bank: 40 * MINUTE_S, plus: 30, cap: null },
  days: { kind: "days", bank: 3 * DAY_S, plus: 12 * HOUR_S, cap: 5 * DAY_S },
  weeks: { kind: "days", bank: 14 * DAY_S, plus: DAY_S, cap: 14 * DAY_S },
};

/** A pace in words.
 * @param {Translate} t
 * @param {Pace | null} pace */
export function paceText(t, pace) {
  if (!pace) return t("online.pace.none.text");
  const [bank, plus] = [durationText(t, pace.bank), durationText(t, pace.plus)];
  if (!pace.plus) return t("online.pace_bank", { bank });
  return pace.kind === "live"
    ? t("online.pace_plus", { bank, plus })
    : t("online.pace_cap", { bank, plus, cap: durationText(t, pace.cap) });
}
