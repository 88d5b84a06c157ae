// Where a long word of a name may be broken: few browsers know that for each of our languages.

const LONG = 8;
const MAY_BREAK = "\u00AD";
/** Letters on either side of a break. */
const LEAST = 3;
const VOWEL = /[aeiouyäëïöüáéíóúőűæœ]/i;

/** Before the consonant with which a syllable begins.
 * @param {string} word
 * @param {string} units letters that are one consonant together, with spaces between them
 * @returns {string} */
function syllables(word, units) {
  const letters = word.match(new RegExp(`${units.split(" ").join("|")}|.`, "giu")) ?? [];
  let [broken, length, heard] = ["", 0, false];
  letters.forEach((letter, at) => {
    const vowel = letter.length === 1 && VOWEL.test(letter);
    const next = letters[at + 1] ?? "";
    if (heard && !vowel && next.length === 1 && VOWEL.test(next) && length >= LEAST && word.length - length >= LEAST)
      broken += MAY_BREAK;
    broken += letter;
    length += letter.length;
    heard ||= vowel;
  });
  return broken;
}

/** The name with soft hyphens in its long words: before each of its known parts, and between the syllables of what is
 *   still long.
 * @param {string} name
 * @param {(key: string) => string} t
 * @returns {string} */
export function breakable(name, t) {
  const parts = new RegExp(`(?<=\\p{L}{${LEAST}})(?=${t("table.name_parts").split(" ").join("|")})`, "gu");
  const whole = (/** @type {string} */ part) => (part.length > LONG ? syllables(part, t("table.name_units")) : part);
  return name.replace(/\p{L}+/gu, (word) => (word.length > LONG ? word.split(parts).map(whole).join(MAY_BREAK) : word));
}
