// The daily deal: requests with this browser's key, and the secret of the seat, which is stored before it is sent.
import { getDailyDeal, getDailyResults, playDailyDeal } from "../core/api.js";
import { newSecret, playerKey, saveCredentials, storeName } from "../core/credentials.js";
import { newIdempotencyKey } from "../core/request.js";
import { isOnline } from "../core/serverKind.js";
import { STORED, readStoredRecord, writeStored } from "../core/storage.js";

/** @import {DailyDealView} from "../core/types" */

const ownKey = () => (isOnline() ? playerKey() : null);

/** @returns {Promise<DailyDealView>} */
export const fetchDailyDeal = () => getDailyDeal(ownKey());

/** @param {string} day */
export const fetchDailyResults = (day) => getDailyResults(day, ownKey());

/** The secret of the seat of a day: the one that was sent before, so that a lost answer loses no game.
 * @param {string} day */
function seatSecret(day) {
  const stored = readStoredRecord(STORED.daily);
  const secret = /** @type {string | undefined} */ (stored[day]) ?? newSecret();
  writeStored(STORED.daily, { [day]: secret });
  return secret;
}

/** Begin the player's game of today, or come back to it.
 * @param {string} day
 * @param {string} name
 * @returns {Promise<string>} the game */
export async function beginDailyDeal(day, name) {
  const idempotency_key = newIdempotencyKey();
  if (!isOnline()) return (await playDailyDeal({ idempotency_key })).game;
  const secret = seatSecret(day);
  const deal = await playDailyDeal({ secret, player_key: playerKey(), name, idempotency_key });
  saveCredentials(deal.game, { secret, person: deal.faith === "C" ? "1" : "2", begun: true });
  storeName(name);
  return deal.game;
}
