// A new game on a local server: the values of its form, and the request that they make.
import { createGame } from "../core/api.js";
import { newIdempotencyKey } from "../core/request.js";
import { STORED } from "../core/storage.js";
import { DEFAULT_RULES, rulesRequest } from "./GameForm.js";

/** @import {NewGame} from "../core/types" */
/** @import {CardFile, FormPlan, RuleValues} from "./GameForm" */
/** Against the computer, two people at this screen, or two computer players.
 * @typedef {"ours" | "here" | "watch"} Kind */
/** `level`: of the opponent; `catholic`, `protestant`: of two computer players who are watched.
 * @typedef {RuleValues & {kind: Kind, level: string, catholic: string, protestant: string}} NewGameValues */

/**
 * @param {NewGameValues} values
 * @param {CardFile} file
 * @param {string} key
 * @returns {NewGame}
 */
function gameRequest(values, file, key) {
  const { kind, level, catholic, protestant, faith } = values;
  const players = {
    ours: { 1: "person", 2: level },
    here: { 1: "person", 2: "person" },
    watch: { 1: catholic, 2: protestant },
  }[kind];
  return { players, faith: kind === "watch" ? "C" : faith, idempotency_key: key, ...rulesRequest(values, file) };
}

/** The plan of the form of one kind of game; the other values are those of the last time.
 * @param {Kind} kind
 * @returns {FormPlan<NewGameValues, string>} */
export const localGamePlan = (kind) => ({
  storedAs: STORED.newGame,
  defaults: { ...DEFAULT_RULES, kind, level: "magister", catholic: "licentiate", protestant: "doctor" },
  migrate: (stored) => ({ ...stored, kind }),
  prepare: newIdempotencyKey,
  send: async (values, file, key) => `/game/${(await createGame(gameRequest(values, file, key))).game}`,
});
