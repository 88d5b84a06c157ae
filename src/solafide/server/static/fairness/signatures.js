// Checks in this browser what the server has signed: the promises of a joint seed (Ed25519).
import { getServerKeys } from "../core/api.js";
import { fromHex } from "../core/bytes.js";

/** @import {ServerKeys, SignedCommitment} from "../core/types" */
/** @typedef {"valid" | "invalid" | "unsigned" | "unchecked"} SignatureState unchecked: this browser cannot check any */

const ALGORITHM = "Ed25519";
const STATEMENT_FORMAT = "solafide promise 1";

/** @param {string} game
 * @param {SignedCommitment} promise */
async function isSigned(game, { by, commitment, at, key, signature }) {
  const statement = new TextEncoder().encode([STATEMENT_FORMAT, game, by, commitment, at].join("\n"));
  const publicKey = await crypto.subtle.importKey("raw", fromHex(key), ALGORITHM, false, ["verify"]);
  return crypto.subtle.verify(ALGORITHM, publicKey, fromHex(signature), statement);
}

/** Check signatures, without asking for the server's keys.
 * @param {string} game the game, or its duplicate deal
 * @param {SignedCommitment[]} promises
 * @returns {Promise<SignatureState>} */
export async function checkSignatures(game, promises) {
  if (!promises.length) return "unsigned";
  if (!crypto.subtle) return "unchecked"; // a page without encryption
  try {
    const results = await Promise.all(promises.map((promise) => isSigned(game, promise)));
    return results.every(Boolean) ? "valid" : "invalid";
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? "unchecked" : "invalid";
  }
}

/** Whether promises are signed with keys that the server publishes, each while it was in use.
 * @param {SignedCommitment[]} promises
 * @param {ServerKeys["keys"]} keys */
export const haveServerKeys = (promises, keys) =>
  promises.every((promise) =>
    keys.some(({ key, retired }) => key === promise.key && (retired === null || promise.at <= retired)),
  );

/** Check what a lobby or a deal shows before this browser opens its contribution or plays.
 * @param {string} game the game, or its duplicate deal
 * @param {SignedCommitment[]} promises
 * @param {Record<string, string>} commitments by who made them: each must be signed if any is
 * @returns {Promise<SignatureState>} */
export async function checkPromises(game, promises, commitments) {
  if (!promises.length) return "unsigned";
  const contributors = Object.keys(commitments).filter((by) => commitments[by]);
  const areAllSigned = contributors.every((by) =>
    promises.some((promise) => promise.by === by && promise.commitment === commitments[by]),
  );
  const { keys } = await getServerKeys();
  if (!areAllSigned || !haveServerKeys(promises, keys)) return "invalid";
  return checkSignatures(game, promises);
}
