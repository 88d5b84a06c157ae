// The receipt of a game as a file: the promises that this browser kept, with the server's signatures.

/** @import {GameCredentials} from "../core/credentials" */

const RECEIPT_FORMAT = "solafide receipt 1";

/** @param {GameCredentials} credentials
 * @returns {string | null} null: this browser has kept no signed promise of the game */
export function receiptText({ person, contribution = "", signed = [], signedFor }) {
  if (!person || !signed.length || !signedFor) return null;
  const receipt = { format: RECEIPT_FORMAT, game: signedFor, person, contribution, promises: signed };
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
