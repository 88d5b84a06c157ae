// Duplicate deals: the secrets that this browser has of them, and the requests to create, join and follow one.
import { useCallback, useEffect, useState } from "../vendor/preact.js";
import { createDeal, getDeal, postToDeal } from "../core/api.js";
import { credentialsOf, newSecret, playerKey, saveCredentials, storeName } from "../core/credentials.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { parseSecretHash } from "../core/secretLinks.js";
import { useSettings } from "../core/settings.js";
import { STORED, readStoredRecord, writeStored } from "../core/storage.js";
import { newContribution } from "../fairness/contribution.js";

/** @import {DealView, NewDeal} from "../core/types" */
/** `maker`, `seat`: secrets of this browser; `invite` goes into the link for others. Browsers of players hold these
 * fields: never rename one without a migration.
 * @typedef {{maker?: string, invite?: string, contribution?: string, seat?: string}} DealCredentials */
/** @typedef {Omit<NewDeal, "secret" | "invite" | "commitment" | "idempotency_key">} DealTerms */

const POLL_INTERVAL_MS = 5000;

/** @returns {Record<string, DealCredentials>} */
const allDealCredentials = () => readStoredRecord(STORED.deals);

/** @param {string} deal
 * @returns {DealCredentials} */
export const dealCredentials = (deal) => allDealCredentials()[deal] ?? {};

/** @param {string} deal
 * @param {DealCredentials} changes */
const saveDealCredentials = (deal, changes) =>
  writeStored(STORED.deals, { ...allDealCredentials(), [deal]: { ...dealCredentials(deal), ...changes } });

/** The link of an invitation.
 * @param {string} deal
 * @param {string} invite */
export const dealLink = (deal, invite) => `${location.origin}/deal#${deal}.${invite}`;

/** Store the invitation of a link.
 * @returns {string} the deal, "" if the address has no invitation */
export function takeDealLink() {
  const link = parseSecretHash(location.hash);
  if (link && !dealCredentials(link.id).invite) saveDealCredentials(link.id, { invite: link.secret });
  return link?.id ?? "";
}

/** What is sent with a new deal besides its terms. */
export async function newDealSecrets() {
  return {
    idempotency_key: newIdempotencyKey(),
    secret: newSecret(),
    invite: newSecret(),
    ...(await newContribution()),
  };
}

/** Create a deal and store its secrets.
 * @param {DealTerms} terms
 * @param {Awaited<ReturnType<typeof newDealSecrets>>} secrets
 * @returns {Promise<string>} its id */
export async function startDeal(terms, { idempotency_key, secret, invite, contribution, commitment }) {
  const { deal } = await createDeal({ ...terms, secret, invite, commitment, idempotency_key });
  saveDealCredentials(deal, { maker: secret, invite, contribution });
  return deal;
}

/** Take a seat. Its secret is stored before it is sent: if the response is lost, the seat is not.
 * @param {string} deal
 * @param {string} name
 * @param {number | null} team */
export async function joinDeal(deal, name, team) {
  const { invite, seat = newSecret() } = dealCredentials(deal);
  saveDealCredentials(deal, { seat });
  try {
    const state = await postToDeal(deal, invite ?? null, "join", { secret: seat, player_key: playerKey(), name, team });
    storeName(name);
    saveSeat(state);
    return state;
  } catch (error) {
    if (error instanceof RequestRefused && error.status) saveDealCredentials(deal, { seat: undefined });
    throw error;
  }
}

/** Store the own game of a deal among the player's games.
 * @param {DealView} state */
function saveSeat({ deal, game, person, boards, signed_commitments: signed }) {
  if (!game || !person) return;
  const hasBegun = boards.some((board) => board.game === game && board.state !== "waiting");
  saveCredentials(game, { secret: dealCredentials(deal).seat, person, begun: hasBegun || undefined });
  // What is stored once is not replaced: it shows what was signed when the seat was taken.
  if (signed.length && !credentialsOf(game).signed) saveCredentials(game, { signed, signedFor: deal });
}

/** The state of a deal, fetched at intervals. The browser that created it opens its contribution as soon as it is due.
 * @param {string} deal */
export function useDeal(deal) {
  const { language } = useSettings();
  const [state, setState] = useState(/** @type {DealView | null} */ (null));
  const [error, setError] = useState(/** @type {RequestRefused | null} */ (null));
  const receive = useCallback((/** @type {DealView} */ received) => {
    saveSeat(received);
    setState(received);
  }, []);
  const load = useCallback(async () => {
    const { seat, maker, invite, contribution } = dealCredentials(deal);
    try {
      const received = await getDeal(deal, seat ?? maker ?? invite ?? null);
      const mustOpen = received.state === "opening" && maker && contribution;
      receive(mustOpen ? await postToDeal(deal, maker, "reveal", { contribution }) : received);
      setError(null);
    } catch (problem) {
      if (!(problem instanceof RequestRefused)) throw problem;
      if (problem.status) setError(problem);
    }
  }, [deal, receive, language]);
  useEffect(() => {
    load();
    const timer = setInterval(() => void (document.hidden || load()), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [load]);
  return { state, error, receive };
}
