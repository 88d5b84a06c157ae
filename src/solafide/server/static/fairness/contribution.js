// A player's contribution to the joint seed, and the commitment (its hash) that is published before it is revealed.
import { fromHex, randomBytes, toHex } from "../core/bytes.js";
import { sha256 } from "./sha256.js";

const CONTRIBUTION_BYTES = 32;
const PROMISE_PREFIX = new TextEncoder().encode("solafide part 1\n");

/** The commitment of a contribution.
 * @param {string} contribution in hex digits
 * @returns {Promise<string>} in hex digits */
export async function commitmentOf(contribution) {
  return toHex(await sha256(new Uint8Array([...PROMISE_PREFIX, ...fromHex(contribution)])));
}

/** Draw a contribution, with its commitment. */
export async function newContribution() {
  const contribution = toHex(randomBytes(CONTRIBUTION_BYTES));
  return { contribution, commitment: await commitmentOf(contribution) };
}
