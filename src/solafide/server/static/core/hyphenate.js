// Soft hyphens in long names: few browsers know where words of all our languages may be broken.

/** Longer words get hyphens, and longer parts of compounds. */
const MAX_UNBROKEN_LETTERS = 8;
const MIN_LETTERS_BESIDE_HYPHEN = 3;
const SOFT_HYPHEN = "\u00AD";
const VOWEL = /[aeiouyäëïöüáéíóúőűæœ]/i;

/** Put a hyphen before each consonant that is followed by a vowel, but not before the first vowel of the word.
 * @param {string} word
 * @param {string} units letters that are one consonant together, separated by spaces: "ch sch"
 * @returns {string} */
function hyphenateSyllables(word, units) {
  const letters = word.match(new RegExp(`${units.split(" ").join("|")}|.`, "giu")) ?? [];
  const isVowel = (/** @type {string} */ letter) => letter.length === 1 && VOWEL.test(letter);
  let [result, length, vowelSeen] = ["", 0, false];
  letters.forEach((letter, at) => {
    const fits = length >= MIN_LETTERS_BESIDE_HYPHEN && word.length - length >= MIN_LETTERS_BESIDE_HYPHEN;
    if (vowelSeen && fits && !isVowel(letter) && isVowel(letters[at + 1] ?? "")) result += SOFT_HYPHEN;
    result += letter;
    length += letter.length;
    vowelSeen ||= isVowel(letter);
  });
  return result;
}

/** Put soft hyphens into the long words of a name: before known parts of compounds, then between syllables.
 * @param {string} name
 * @param {(key: string) => string} t `table.name_parts` and `table.name_units` hold what a language needs
 * @param {number} [unbroken] words of so many letters fit where the name stands: a hyphen would only make it uglier
 * @returns {string} */
export function hyphenate(name, t, unbroken = MAX_UNBROKEN_LETTERS) {
  const parts = t("table.name_parts").split(" ").join("|");
  const beforePart = new RegExp(`(?<=\\p{L}{${MIN_LETTERS_BESIDE_HYPHEN}})(?=${parts})`, "gu");
  const hyphenatePart = (/** @type {string} */ part) =>
    part.length > MAX_UNBROKEN_LETTERS ? hyphenateSyllables(part, t("table.name_units")) : part;
  return name.replace(/\p{L}+/gu, (word) =>
    word.length > unbroken ? word.split(beforePart).map(hyphenatePart).join(SOFT_HYPHEN) : word,
  );
}
