// What is asked of the server, each request typed.
import { settings } from "./settings.js";

/** @import {AnalysisSaid, Faces, GameLine, HintSaid, Lang, Moment, NewGame, Problem, Receipt, RulesSection, Seat, Setup} from "./types" */

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
 * @param {Record<string, string | number | null | undefined>} query
 */
function address(path, query) {
  const asked = new URLSearchParams({ lang: settings().language });
  for (const [key, value] of Object.entries(query)) if (value !== null && value !== undefined) asked.set(key, String(value));
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

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} query
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, query, body) {
  let answer;
  try {
    answer = await fetch(address(path, query), {
      method,
      credentials: "same-origin",
      headers: method === "GET" ? {} : { "Content-Type": "application/json" },
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
    });
  } catch {
    throw new Refused(0, { error: { key: "unreachable", text: "" } });
  }
  if (!answer.ok) throw new Refused(answer.status, await problem(answer));
  return answer.status === 204 ? null : answer.json();
}

/** @param {string} game */
const at = (game) => `games/${encodeURIComponent(game)}`;

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
export const newGame = (game) => ask("POST", "games", {}, game);

/** @param {string} game */
export const deleteGame = (game) => ask("DELETE", at(game), {});

/**
 * @param {string} game
 * @param {{seat?: Seat, since?: number | null, at?: number | null}} which
 * @returns {Promise<Moment>}
 */
export const getMoment = (game, which = {}) => ask("GET", at(game), which);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, choice: string, client: string}} choice
 * @returns {Promise<Moment>}
 */
export const choose = (game, choice) => ask("POST", `${at(game)}/choices`, {}, choice);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, client: string}} what
 * @returns {Promise<Moment>}
 */
export const undo = (game, what) => ask("POST", `${at(game)}/undo`, {}, what);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, client: string}} what
 * @returns {Promise<Moment>}
 */
export const takeBack = (game, what) => ask("POST", `${at(game)}/takeback`, {}, what);

/** The opponent answers with what it has found so far.
 * @param {string} game */
export const stopThinking = (game) => ask("POST", `${at(game)}/stop`, {}, {});

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, mind?: string | null}} which
 * @returns {Promise<HintSaid>}
 */
export const getHint = (game, which) => ask("GET", `${at(game)}/hint`, which);

/**
 * @param {string} game
 * @param {boolean} start
 * @returns {Promise<AnalysisSaid>}
 */
export const getAnalysis = (game, start) => ask("GET", `${at(game)}/analysis`, { start: start ? 1 : null });

/**
 * @param {string} game
 * @returns {Promise<Receipt>}
 */
export const getReceipt = (game) => ask("GET", `${at(game)}/receipt`, {});

/**
 * @param {string} game
 * @param {string} client
 * @returns {Promise<Moment>}
 */
export const rematch = (game, client) => ask("POST", `${at(game)}/rematch`, {}, { client });

/**
 * @param {string} game
 * @param {{at: number, seat: Seat, hidden: "true" | "redealt", opponent: string, client: string}} branch
 * @returns {Promise<Moment>}
 */
export const branchGame = (game, branch) => ask("POST", `${at(game)}/branch`, {}, branch);

/**
 * @param {string} text of a record
 * @returns {Promise<Moment>}
 */
export const importRecord = (text) => ask("POST", "records", {}, { text });

/**
 * @param {string} game
 * @param {boolean} open whether hidden cards and the seed of an unfinished game go with it
 */
export const recordAddress = (game, open) => address(`${at(game)}/record`, { open: open ? 1 : null });
