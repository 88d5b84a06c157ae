// What this browser keeps of deals that several tables play, and what it asks of them.
import { useCallback, useEffect, useState } from "../vendor/preact.js";
import { Refused, atDeal, clientId, getDeal, newDeal } from "../core/api.js";
import { keep, recalled } from "../core/storage.js";
import { keepName, keepTable, newContribution, newSecret, playerKey } from "../core/credentials.js";
import { useSettings } from "../core/settings.js";

/** @import {DealSaid, NewDeal} from "../core/types" */
/** @typedef {{maker?: string, invite?: string, contribution?: string, seat?: string}} KeptDeal maker, seat: secrets
 *   of this browser */
/** @typedef {Omit<NewDeal, "secret" | "invite" | "promise" | "client">} DealWish */

const PLACE = "deals";
const LINK = /^#([\w-]{1,64})\.([\w-]{43})$/;
const AGAIN_MS = 5000;

/** @returns {Record<string, KeptDeal>} */
const all = () => /** @type {Record<string, KeptDeal>} */ (recalled(PLACE) ?? {});

/** @param {string} deal
 * @returns {KeptDeal} */
export const keptDeal = (deal) => all()[deal] ?? {};

/** @param {string} deal
 * @param {KeptDeal} more */
const keepDeal = (deal, more) => keep(PLACE, { ...all(), [deal]: { ...keptDeal(deal), ...more } });

/** @param {string} deal
 * @param {string} invite */
export const dealLink = (deal, invite) => `${location.origin}/deal#${deal}.${invite}`;

/** Takes an invitation out of the address.
 * @returns {string} the deal that it is for */
export function takeDealLink() {
  const [, deal, invite] = LINK.exec(location.hash) ?? [];
  if (deal && !keptDeal(deal).invite) keepDeal(deal, { invite });
  return deal ?? "";
}

/** What goes with the wish for a deal, the same until it is granted. */
export async function drawn() {
  return { client: clientId(), secret: newSecret(), invite: newSecret(), ...(await newContribution()) };
}

/** Makes a deal; its secrets are kept before anybody else can know of it.
 * @param {DealWish} wish
 * @param {Awaited<ReturnType<typeof drawn>>} made
 * @returns {Promise<string>} its name */
export async function makeDeal(wish, { client, secret, invite, contribution, promise }) {
  const { deal } = await newDeal({ ...wish, secret, invite, promise, client });
  keepDeal(deal, { maker: secret, invite, contribution });
  return deal;
}

/** Sits down; the secret is kept before it is sent, so that nothing depends on the answer arriving.
 * @param {string} deal
 * @param {string} name
 * @param {number | null} team */
export async function sitInDeal(deal, name, team) {
  const seat = keptDeal(deal).seat ?? newSecret();
  keepDeal(deal, { seat });
  try {
    const found = await atDeal(deal, keptDeal(deal).invite ?? null, "join", {
      secret: seat,
      player: playerKey(),
      name,
      team,
    });
    keepName(name);
    keepSeat(found);
    return found;
  } catch (refused) {
    if (refused instanceof Refused && refused.status) keepDeal(deal, { seat: undefined });
    throw refused;
  }
}

/** The own game is one of "my games" like any other.
 * @param {DealSaid} found */
function keepSeat({ deal, game, person, boards }) {
  if (!game || !person) return;
  const begun = boards.some((board) => board.game === game && board.state !== "waiting");
  keepTable(game, { secret: keptDeal(deal).seat, person, begun: begun || undefined });
}

/** A deal as it stands, asked for again and again; its maker's part of the chance is opened at once.
 * @param {string} deal */
export function useDeal(deal) {
  const { language } = useSettings();
  const [found, show] = useState(/** @type {DealSaid | null} */ (null));
  const [refused, refuse] = useState(/** @type {Refused | null} */ (null));
  const hear = useCallback((/** @type {DealSaid} */ now) => {
    keepSeat(now);
    show(now);
  }, []);
  const load = useCallback(async () => {
    const { seat, maker, invite, contribution } = keptDeal(deal);
    try {
      const now = await getDeal(deal, seat ?? maker ?? invite ?? null);
      hear(
        now.state === "opening" && maker && contribution ? await atDeal(deal, maker, "open", { contribution }) : now,
      );
      refuse(null);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (problem.status) refuse(problem);
    }
  }, [deal, hear, language]);
  useEffect(() => {
    load();
    const timer = setInterval(() => void (document.hidden || load()), AGAIN_MS);
    return () => clearInterval(timer);
  }, [load]);
  return { found, refused, hear };
}
