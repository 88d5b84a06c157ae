// What is asked of the server, each request typed.
import { isOnline } from "./serverKind.js";
import { arrivalSecret, secretOf } from "./credentials.js";
import { settings } from "./settings.js";

/** @import {AnalysisSaid, Arrival, ChatLine, DealSaid, Faces, GameLine, HintSaid, Lang, Moment} from "./types" */
/** @import {MyGame, NewDeal, NewGame, NewTable, OpenDeal, OpenTable, Orders, OrdersSaid, Problem} from "./types" */
/** @import {Receipt, RulesSection, Seat, Setup, SignsSaid} from "./types" */
/** @typedef {Record<string, string | number | null | undefined>} Query */
/** @typedef {{body?: unknown, secret?: string | null}} Sent */

/** So long a wish is sent again to a server that is away: in milliseconds. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 400;
const AWAY = [0, 502, 503, 504];

/** An answer that is no: its text is for the reader, its moment puts a page that was behind in step again. */
export class Refused extends Error {
  /**
   * @param {number} status 0: no answer at all
   * @param {Problem} problem
   */
  constructor(status, problem) {
    super(problem.error.text);
    this.status = status;
    this.key = problem.error.key;
    this.moment = problem.moment ?? null;
  }
}

/** An id of this request: the server does a thing once, however often it is asked for it. */
export function clientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} path
 * @param {Query} query
 */
function address(path, query) {
  const asked = new URLSearchParams({ lang: settings().language });
  for (const [key, value] of Object.entries(query))
    if (value !== null && value !== undefined) asked.set(key, String(value));
  return `/api/${path}?${asked}`;
}

/**
 * @param {Response} answer
 * @returns {Promise<Problem>}
 */
async function problem(answer) {
  try {
    const found = await answer.json();
    if (found?.error?.key) return found;
  } catch {
    // Not one of our answers: said by its status below.
  }
  return { error: { key: `http.${answer.status}`, text: "" } };
}

const unreachable = () => new Refused(0, { error: { key: "unreachable", text: "" } });

/**
 * @param {string} method
 * @param {string} path
 * @param {Query} query
 * @param {Sent} sent
 * @returns {Promise<Response>}
 */
async function answered(method, path, query, { body, secret }) {
  /** @type {Record<string, string>} */
  const headers = method === "GET" ? {} : { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let answer;
  try {
    answer = await fetch(address(path, query), {
      method,
      credentials: "same-origin",
      headers,
      body: method === "POST" || method === "PUT" ? JSON.stringify(body ?? {}) : undefined,
    });
  } catch {
    throw unreachable();
  }
  if (!answer.ok) throw new Refused(answer.status, await problem(answer));
  return answer;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Query} query
 * @param {Sent} [sent]
 * @returns {Promise<any>}
 */
async function ask(method, path, query, sent = {}) {
  const answer = await answered(method, path, query, sent);
  if (answer.status === 204) return null;
  return answer.json().catch(() => {
    throw unreachable(); // its line was cut in the middle of the answer
  });
}

/** A wish that carries an id counts once, so it may be sent again while the server is away.
 * @param {string} path
 * @param {Sent} sent
 * @returns {Promise<any>} */
async function wish(path, sent) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask("POST", path, {}, sent);
    } catch (refused) {
      if (!isOnline() || !(refused instanceof Refused) || !AWAY.includes(refused.status) || Date.now() > end)
        throw refused;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (1 + Math.random())));
    }
  }
}

/** @param {string} game */
const at = (game) => `games/${encodeURIComponent(game)}`;

/** @param {string} deal
 * @param {string} [what] */
const dealOf = (deal, what = "") => `deals/${encodeURIComponent(deal)}${what}`;

/** @param {string} game */
const tableOf = (game) => `tables/${encodeURIComponent(game)}`;

/** A request about one game, with the secret that this browser has of it.
 * @param {string} method
 * @param {string} game
 * @param {string} what
 * @param {Query} query
 * @param {unknown} [body] */
const about = (method, game, what, query, body) =>
  ask(method, at(game) + what, query, { body, secret: secretOf(game) });

/** @param {string} game
 * @param {string} what
 * @param {unknown} body */
const wishAt = (game, what, body) => wish(at(game) + what, { body, secret: secretOf(game) });

/** @returns {Promise<Setup>} */
export const getSetup = () => ask("GET", "setup", {});

/**
 * @param {Lang} lang
 * @returns {Promise<Record<string, string | {one: string, other: string}>>}
 */
export const getTexts = (lang) => ask("GET", "texts", { lang });

/**
 * @param {string} hash of the card set, "" for the built-in one
 * @returns {Promise<Faces>}
 */
export const getFaces = (hash) => ask("GET", "faces", { set: hash || null });

/** @returns {Promise<RulesSection[]>} */
export const getRules = () => ask("GET", "rules", {});

/** @returns {Promise<GameLine[]>} */
export const getGames = () => ask("GET", "games", {});

/**
 * @param {NewGame} game
 * @returns {Promise<Moment>}
 */
export const newGame = (game) => ask("POST", "games", {}, { body: game });

/** @param {string} game */
export const deleteGame = (game) => about("DELETE", game, "", {});

/**
 * @param {string} game
 * @param {{seat?: Seat, since?: number | null, at?: number | null}} which
 * @returns {Promise<Moment>}
 */
export const getMoment = (game, which = {}) => about("GET", game, "", which);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, choice: string, client: string}} choice
 * @returns {Promise<Moment>}
 */
export const choose = (game, choice) => wishAt(game, "/choices", choice);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, client: string}} what
 * @returns {Promise<Moment>}
 */
export const undo = (game, what) => wishAt(game, "/undo", what);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, client: string}} what
 * @returns {Promise<Moment>}
 */
export const takeBack = (game, what) => wishAt(game, "/takeback", what);

/** The opponent answers with what it has found so far.
 * @param {string} game */
export const stopThinking = (game) => about("POST", game, "/stop", {});

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, mind?: string | null}} which
 * @returns {Promise<HintSaid>}
 */
export const getHint = (game, which) => about("GET", game, "/hint", which);

/**
 * @param {string} game
 * @param {boolean} start
 * @returns {Promise<AnalysisSaid>}
 */
export const getAnalysis = (game, start) => about("GET", game, "/analysis", { start: start ? 1 : null });

/**
 * @param {string} game
 * @returns {Promise<Receipt>}
 */
export const getReceipt = (game) => about("GET", game, "/receipt", {});

/**
 * @param {string} game
 * @param {string} client
 * @returns {Promise<Moment>}
 */
export const rematch = (game, client) => wishAt(game, "/rematch", { client });

/**
 * @param {string} game
 * @param {{at: number, seat: Seat, hidden: "true" | "redealt", opponent: string, client: string}} branch
 * @returns {Promise<Moment>}
 */
export const branchGame = (game, branch) => wishAt(game, "/branch", branch);

/**
 * @param {string} text of a record
 * @returns {Promise<Moment>}
 */
export const importRecord = (text) => ask("POST", "records", {}, { body: { text } });

/**
 * @param {string} game
 * @param {boolean} open whether hidden cards and the seed of an unfinished game go with it
 */
export const recordAddress = (game, open) => address(`${at(game)}/record`, { open: open ? 1 : null });

/** The record of a game that shows its secret in a header, which no link can.
 * @param {string} game
 * @returns {Promise<{name: string, text: string}>} */
export async function getRecord(game) {
  const answer = await answered("GET", `${at(game)}/record`, {}, { secret: secretOf(game) });
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? `${game}.solafide`;
  return { name, text: await answer.text() };
}

// ---------------------------------------------------------------- before the first card, in the online house

/** @returns {Promise<OpenTable[]>} */
export const getOpenTables = () => ask("GET", "tables", {});

/** @param {NewTable} table
 * @returns {Promise<Arrival>} */
export const newTable = (table) => wish("tables", { body: table });

/** @param {string} game
 * @returns {Promise<Arrival>} */
export const getTable = (game) => ask("GET", tableOf(game), {}, { secret: arrivalSecret(game) });

/**
 * @param {string} game
 * @param {string | undefined} invite none is needed at an open table
 * @param {{secret: string, player: string, name: string, promise: string, client: string}} guest
 * @returns {Promise<Arrival>}
 */
export const joinTable = (game, invite, guest) => wish(`${tableOf(game)}/join`, { body: guest, secret: invite });

/**
 * @param {string} game
 * @param {string} contribution
 * @param {string} client
 * @returns {Promise<Arrival>}
 */
export const openPart = (game, contribution, client) =>
  wish(`${tableOf(game)}/open`, { body: { contribution, client }, secret: secretOf(game) });

/** @param {string} game
 * @param {string} client
 * @returns {Promise<Arrival>} */
export const leaveTable = (game, client) =>
  wish(`${tableOf(game)}/leave`, { body: { client }, secret: secretOf(game) });

/** @param {{game: string, secret: string}[]} seats
 * @returns {Promise<MyGame[]>} */
export const getMine = (seats) => ask("POST", "mine", {}, { body: { seats } });

// ---------------------------------------------------------------- two who play far apart

/** @typedef {{version: number, client: string}} Now */
/** @typedef {"draw" | "takeback"} OfferKind */

/** @param {string} game
 * @param {Now & {seat: Seat}} now
 * @returns {Promise<Moment>} */
export const resign = (game, now) => wishAt(game, "/resign", now);

/** @param {string} game
 * @param {Now & {kind: OfferKind, to?: number}} offer
 * @returns {Promise<Moment>} */
export const makeOffer = (game, offer) => wishAt(game, "/offers", offer);

/** @param {string} game
 * @param {Now & {kind: OfferKind, accept: boolean}} answer
 * @returns {Promise<Moment>} */
export const answerOffer = (game, answer) => wishAt(game, "/answers", answer);

/** @param {string} game
 * @param {Now & {kind: OfferKind}} offer
 * @returns {Promise<Moment>} */
export const withdrawOffer = (game, offer) => wishAt(game, "/withdraw", offer);

/** @param {string} game
 * @param {Now} now
 * @returns {Promise<Moment>} */
export const claimTime = (game, now) => wishAt(game, "/time", now);

/** @param {string} game
 * @param {Now} now
 * @returns {Promise<Moment>} */
export const pauseSeat = (game, now) => wishAt(game, "/pause", now);

/** @param {string} game
 * @param {Now} now
 * @returns {Promise<Moment>} */
export const comeBack = (game, now) => wishAt(game, "/return", now);

/** @param {string} game
 * @param {Now & {opponent: string}} what
 * @returns {Promise<Moment>} */
export const replaceOther = (game, what) => wishAt(game, "/replace", what);

/** @param {string} game
 * @param {{secret: string, player?: string, promise: string, client: string}} seat
 * @returns {Promise<Arrival>} */
export const rematchAfar = (game, seat) => wishAt(game, "/rematch", seat);

/** @param {string} game
 * @returns {Promise<{text: string, mark: string}>} */
export const getNotes = (game) => about("GET", game, "/notes", {});

/** @param {string} game
 * @param {string} text
 * @param {string} known the mark of those that are written over
 * @returns {Promise<{text: string, mark: string}>} */
export const putNotes = (game, text, known) => about("PUT", game, "/notes", {}, { text, known });

/** @param {string} game
 * @param {number} after the number of a line
 * @returns {Promise<ChatLine[]>} */
export const getChat = (game, after = 0) => about("GET", game, "/chat", { after: after || null });

/** @param {string} game
 * @param {{text: string, client: string}} line */
export const postChat = (game, line) => wishAt(game, "/chat", line);

/** @param {string} game
 * @param {{name?: string, muted?: boolean}} me */
export const putMe = (game, me) => about("PUT", game, "/me", {}, me);

/** @param {string} game
 * @returns {Promise<OrdersSaid>} */
export const getOrders = (game) => about("GET", game, "/orders", {});

/** @param {string} game
 * @param {Orders} orders
 * @returns {Promise<OrdersSaid>} */
export const putOrders = (game, orders) => about("PUT", game, "/orders", {}, orders);

/** @param {string} game
 * @returns {Promise<SignsSaid>} */
export const getSigns = (game) => about("GET", game, "/signs", {});

/** @param {string} game
 * @param {{mail?: string, hook?: string}} signs
 * @returns {Promise<SignsSaid>} */
export const putSigns = (game, signs) => about("PUT", game, "/signs", {}, signs);

// ---------------------------------------------------------------- one's own data, by the key of this browser

/** @param {string} player */
export const exportMine = (player) => ask("POST", "me/export", {}, { secret: player });

/** @param {string} player */
export const deleteMine = (player) => ask("POST", "me/delete", {}, { secret: player });

/** @param {string} player
 * @param {string} game where one met whom one does not want to meet again */
export const blockOther = (player, game) => ask("POST", "me/blocks", {}, { body: { game }, secret: player });

/** @param {string} player */
export const unblockAll = (player) => ask("DELETE", "me/blocks", {}, { secret: player });

/** An address wants letters; the token comes from the letter that asked.
 * @param {string} token
 * @returns {Promise<{game: string}>} */
export const confirmLetters = (token) => ask("POST", "confirm", {}, { body: { token } });

/** @param {string} token */
export const endLetters = (token) => ask("POST", "unsubscribe", {}, { body: { token } });

/** @returns {Promise<OpenDeal[]>} */
export const getOpenDeals = () => ask("GET", "deals", {});

/** @param {NewDeal} deal
 * @returns {Promise<DealSaid>} */
export const newDeal = (deal) => wish("deals", { body: deal });

/** @param {string} deal
 * @param {string | null} secret
 * @returns {Promise<DealSaid>} */
export const getDeal = (deal, secret) => ask("GET", dealOf(deal), {}, { secret });

/** @param {string} deal
 * @param {string | null} secret
 * @param {"open" | "join" | "leave" | "close"} what
 * @param {Record<string, unknown>} body
 * @returns {Promise<DealSaid>} */
export const atDeal = (deal, secret, what, body) =>
  wish(dealOf(deal, `/${what}`), { body: { client: clientId(), ...body }, secret });
