// Verifies in this browser that the seed of a game was made of the contributions promised before its first card.
import { fromHex, toHex } from "../core/bytes.js";
import { commitmentOf } from "./contribution.js";
import { sha256 } from "./sha256.js";
import { checkSignatures } from "./signatures.js";

/** @import {GameCredentials} from "../core/credentials" */
/** @import {SignatureState} from "./signatures" */
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
 * @property {SignatureState} signatures of the promises that this browser kept
 * @property {boolean} keptSeedCommitment this browser kept a promise of the seed as a whole: in a duplicate deal
 */
/** @typedef {"bad" | "forged" | "signed" | "own" | "seed" | "sound"} SeedVerdict */

/** @type {Contributor[]} */
const CONTRIBUTORS = ["part", "1", "2"];
const SEED_PREFIX = new TextEncoder().encode("solafide joint seed 1\n");
const SEED_COMMITMENT_PREFIX = new TextEncoder().encode("solafide seed 1\n");

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

/** What is published of a seed before the first card.
 * @param {string} seed in hex digits
 * @returns {Promise<string>} in hex digits */
async function seedCommitment(seed) {
  return toHex(await sha256(new Uint8Array([...SEED_COMMITMENT_PREFIX, ...fromHex(seed)])));
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
  const { signed = [], signedFor = "" } = credentials;
  const signatures = await checkSignatures(signedFor, signed);
  const promisedSeed = signed.find(({ by }) => by === "seed")?.commitment;
  const keptSeedCommitment = promisedSeed !== undefined && promisedSeed === (await seedCommitment(seed));
  const makeSeed = (await jointSeed(contributions)) === seed;
  return { parts, makeSeed, includeOwn, signatures, keptSeedCommitment };
}

/** What a verification shows to the player of this browser.
 * @param {SeedVerification} verification
 * @returns {SeedVerdict} */
export function seedVerdict({ parts, makeSeed, includeOwn, signatures, keptSeedCommitment }) {
  if (!makeSeed || !parts.every(({ keepsPromise }) => keepsPromise)) return "bad";
  if (signatures === "invalid") return "forged";
  if (includeOwn && parts.every(({ wasSeenBefore }) => wasSeenBefore)) return signatures === "valid" ? "signed" : "own";
  return signatures === "valid" && keptSeedCommitment ? "seed" : "sound";
}
