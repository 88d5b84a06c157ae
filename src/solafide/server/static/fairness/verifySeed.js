// Verifies in this browser that the seed of a game was made of the contributions promised before its first card.
import { fromHex, toHex } from "../core/bytes.js";
import { commitmentOf } from "./contribution.js";
import { sha256 } from "./sha256.js";

/** @import {GameCredentials} from "../core/credentials" */
/** @typedef {"part" | "1" | "2"} Contributor the server, or a person */
/**
 * @typedef {object} SeedPart
 * @property {Contributor} by
 * @property {string} promise
 * @property {string} contribution
 * @property {boolean} keepsPromise
 * @property {boolean} wasSeenBefore this browser has stored the promise before the first card
 */
/**
 * @typedef {object} SeedVerification
 * @property {SeedPart[]} parts
 * @property {boolean} makeSeed the contributions together give the seed
 * @property {boolean} includeOwn the contribution of this browser is one of them
 */

/** @type {Contributor[]} */
const CONTRIBUTORS = ["part", "1", "2"];
const SEED_PREFIX = new TextEncoder().encode("solafide joint seed 1\n");

/** @param {string} record
 * @param {string} name of a line that holds a JSON object
 * @returns {Record<Contributor, string> | null} */
function readRecordObject(record, name) {
  const line = record.split("\n").find((each) => each.startsWith(`${name} {`));
  return line ? JSON.parse(line.slice(name.length + 1)) : null;
}

/** The seed that contributions give together.
 * @param {Record<Contributor, string>} contributions
 * @returns {Promise<string>} in hex digits */
async function jointSeed(contributions) {
  const bytes = CONTRIBUTORS.flatMap((by) => [...fromHex(contributions[by] ?? "")]);
  return toHex(await sha256(new Uint8Array([...SEED_PREFIX, ...bytes])));
}

/**
 * @param {string} record of a finished game
 * @param {string} seed in hex digits
 * @param {GameCredentials} credentials
 * @returns {Promise<SeedVerification | null>} null: the game has no joint seed
 */
export async function verifySeed(record, seed, credentials) {
  const [promises, contributions] = [readRecordObject(record, "promises"), readRecordObject(record, "chance")];
  if (!promises || !contributions) return null;
  const parts = await Promise.all(
    CONTRIBUTORS.filter((by) => contributions[by]).map(async (by) => {
      const [promise, contribution] = [promises[by] ?? "", contributions[by]];
      const keepsPromise = (await commitmentOf(contribution)) === promise;
      return { by, promise, contribution, keepsPromise, wasSeenBefore: credentials.promises?.[by] === promise };
    }),
  );
  const includeOwn =
    credentials.contribution !== undefined &&
    parts.some(({ by, contribution }) => by === credentials.person && contribution === credentials.contribution);
  return { parts, makeSeed: (await jointSeed(contributions)) === seed, includeOwn };
}
