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
 * `name1`, `name2`: of people at this screen; `title`: of the game.
 * @typedef {RuleValues & {kind: Kind, level: string, catholic: string, protestant: string, name1: string,
 *   name2: string, title: string}} NewGameValues */

/** The server accepts no longer names. */
export const MAX_NAME_CHARACTERS = 40;

/**
 * @param {NewGameValues} values
 * @param {CardFile} file
 * @param {string} key
 * @returns {NewGame}
 */
function gameRequest(values, file, key) {
  const { kind, level, catholic, protestant, faith, name1, name2, title } = values;
  const players = {
    ours: { 1: "person", 2: level },
    here: { 1: "person", 2: "person" },
    watch: { 1: catholic, 2: protestant },
  }[kind];
  const names = kind === "here" ? { names: { 1: name1.trim(), 2: name2.trim() } } : {};
  return {
    players,
    faith: kind === "watch" ? "C" : faith,
    idempotency_key: key,
    title: title.trim(),
    ...names,
    ...rulesRequest(values, file),
  };
}

/** The plan of the form of one kind of game; the other values are those of the last time.
 * @param {Kind} kind
 * @returns {FormPlan<NewGameValues, string>} */
export const localGamePlan = (kind) => ({
  storedAs: STORED.newGame,
  defaults: {
    ...DEFAULT_RULES,
    kind,
    level: "magister",
    catholic: "licentiate",
    protestant: "doctor",
    name1: "",
    name2: "",
    title: "",
  },
  // The names of the last time are offered again; each game has a title of its own.
  migrate: (stored) => ({ ...stored, kind, title: "" }),
  prepare: newIdempotencyKey,
  send: async (values, file, key) => `/game/${(await createGame(gameRequest(values, file, key))).game}`,
});
