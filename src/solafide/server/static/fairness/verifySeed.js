// Checks in this browser that the three parts of the chance are those that were promised, and make the seed of the
// game.
import { digest, hex, unhex } from "./sha256.js";
import { promised } from "../core/credentials.js";

/** @import {Kept} from "../core/credentials.js" */
/** @typedef {"part" | "1" | "2"} Whose the server's, or a person's */
/** `seen`: this browser has seen the promise before the first card.
 * @typedef {{whose: Whose, promise: string, part: string, fits: boolean, seen: boolean}} Part */
/** `seeds`: they make the seed; `own`: what this browser has added is among them.
 * @typedef {{parts: Part[], seeds: boolean, own: boolean}} Checked */

/** @type {Whose[]} */
export const PARTS = ["part", "1", "2"];
const JOINT = new TextEncoder().encode("solafide joint seed 1\n");

/** @param {string} record
 * @param {string} name of a line that holds an object
 * @returns {Record<Whose, string> | null} */
function lineOf(record, name) {
  const line = record.split("\n").find((each) => each.startsWith(`${name} {`));
  return line ? JSON.parse(line.slice(name.length + 1)) : null;
}

/**
 * @param {string} record of a finished game
 * @param {string} seed in hex digits
 * @param {Kept} kept
 * @returns {Promise<Checked | null>} null: its chance was not made together
 */
export async function check(record, seed, kept) {
  const [promises, chance] = [lineOf(record, "promises"), lineOf(record, "chance")];
  if (!promises || !chance) return null;
  const parts = await Promise.all(
    PARTS.filter((whose) => chance[whose]).map(async (whose) => {
      const [promise, part] = [promises[whose] ?? "", chance[whose]];
      return {
        whose,
        promise,
        part,
        fits: (await promised(part)) === promise,
        seen: kept.promises?.[whose] === promise,
      };
    }),
  );
  const joint = hex(
    await digest(new Uint8Array([...JOINT, ...PARTS.flatMap((whose) => [...unhex(chance[whose] ?? "")])])),
  );
  return {
    parts,
    seeds: joint === seed,
    own:
      kept.contribution !== undefined &&
      parts.some(({ whose, part }) => whose === kept.person && part === kept.contribution),
  };
}
