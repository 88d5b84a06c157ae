// A new game on an online server: the values of its form, the request that they make, and the seat that is stored.
import { createOnlineGame } from "../core/api.js";
import { newSecret, playerKey, saveCredentials, storeName } from "../core/credentials.js";
import { PACES } from "../core/pace.js";
import { newIdempotencyKey } from "../core/request.js";
import { STORED } from "../core/storage.js";
import { newContribution } from "../fairness/contribution.js";
import { DEFAULT_RULES, rulesRequest } from "./GameForm.js";

/** @import {LobbyView, NewLobbyRequest} from "../core/types" */
/** @import {CardFile, FormPlan, RuleValues} from "./GameForm" */
/** With a friend, against the computer, or with anybody.
 * @typedef {"friend" | "ours" | "open"} Kind */
/** `level`: of the computer opponent; `pace`: a key of PACES; `study`: hints are allowed;
 * `title`: of the game.
 * @typedef {RuleValues & {kind: Kind, level: string, pace: string, study: boolean, title: string}} OnlineGameValues */
/** @typedef {{idempotency_key: string, secret: string, invite: string, watch: string, contribution: string,
 *   commitment: string}} GameSecrets */

/**
 * @param {OnlineGameValues} values
 * @param {CardFile} file
 * @param {string} name
 * @param {GameSecrets} secrets
 * @returns {NewLobbyRequest}
 */
function gameRequest(values, file, name, { idempotency_key, secret, invite, watch, commitment }) {
  const { kind, level, faith, study, title } = values;
  const people = {
    opponent: kind === "ours" ? level : "person",
    pace: kind === "ours" ? null : PACES[values.pace],
    study: kind === "ours" || study,
    open: kind === "open",
  };
  return {
    idempotency_key,
    secret,
    invite,
    watch,
    commitment,
    player_key: playerKey(),
    name,
    title: title.trim(),
    faith,
    ...people,
    ...rulesRequest(values, file),
  };
}

/** @param {LobbyView} lobby
 * @param {GameSecrets} secrets
 * @param {string} name
 * @param {Kind} kind */
function saveSeat({ game, person }, { secret, invite, watch, contribution }, name, kind) {
  saveCredentials(game, {
    secret,
    person: person === "2" ? "2" : "1",
    contribution,
    name,
    watch,
    gate: kind === "friend" ? invite : undefined,
  });
}

/** The plan of the form of one kind of game; the other values are those of the last time.
 * @param {Kind} kind
 * @param {string} name of the player
 * @returns {FormPlan<OnlineGameValues, GameSecrets>} */
export const onlineGamePlan = (kind, name) => ({
  storedAs: STORED.newOnlineGame,
  defaults: { ...DEFAULT_RULES, kind, level: "magister", pace: "none", study: false, title: "" },
  // Each game has a title of its own.
  migrate: (stored) => ({ ...stored, kind, title: "", pace: stored.pace in PACES ? stored.pace : "none" }),
  prepare: async () => ({
    idempotency_key: newIdempotencyKey(),
    secret: newSecret(),
    invite: newSecret(),
    watch: newSecret(),
    ...(await newContribution()),
  }),
  send: async (values, file, secrets) => {
    const lobby = await createOnlineGame(gameRequest(values, file, name, secrets));
    saveSeat(lobby, secrets, name, values.kind);
    storeName(name);
    return `/table/${lobby.game}`;
  },
});
