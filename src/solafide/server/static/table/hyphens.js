// Where a long name of a place may be broken: few browsers know that for each of our languages.

const LONG = 9;
const MAY_BREAK = "\u00AD";

/** The name with a soft hyphen before each of its known parts.
 * @param {string} name
 * @param {string} parts with spaces between them
 * @returns {string} */
export function breakable(name, parts) {
  const before = new RegExp(`(?<=\\p{L}{3})(?=${parts.split(" ").join("|")})`, "gu");
  return name.replace(/\p{L}+/gu, (word) => (word.length > LONG ? word.replace(before, MAY_BREAK) : word));
}
