// Finds the names of cards in a text.

/** @import {CardSetFaces} from "../core/types" */
/** card: the id of the card of which the text is the name, null: other text
 * @typedef {{text: string, card: string | null}} TextPart */

const LETTER = /\p{L}/u;

/** The names of all cards and results, by length: a longer one may contain a shorter one.
 * @param {CardSetFaces} faces
 * @returns {[string, string][]} name and id */
function namesOf({ cards, results }) {
  const names = Object.values(cards).map(({ name, card }) => /** @type {[string, string]} */ ([name, card]));
  const rolls = results.map(({ name, roll }) => /** @type {[string, string]} */ ([name, `M${roll}`]));
  return [...names, ...rolls].filter(([name]) => name).sort(([a], [b]) => b.length - a.length);
}

/** Where a name stands in a text as a whole, -1 if nowhere.
 * @param {string} text
 * @param {string} name */
function indexOfName(text, name) {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!LETTER.test(text[at - 1] ?? "") && !LETTER.test(text[at + name.length] ?? "")) return at;
  return -1;
}

/** Split a text into names of cards and what stands between them.
 * @param {string} text
 * @param {CardSetFaces} faces
 * @returns {TextPart[]} */
export function splitAtCardNames(text, faces) {
  /** @type {TextPart[]} */
  let parts = [{ text, card: null }];
  for (const [name, card] of namesOf(faces))
    parts = parts.flatMap((part) => {
      const at = part.card === null ? indexOfName(part.text, name) : -1;
      if (at < 0) return [part];
      const [before, after] = [part.text.slice(0, at), part.text.slice(at + name.length)];
      return [
        { text: before, card: null },
        { text: name, card },
        { text: after, card: null },
      ].filter((each) => each.text);
    });
  return parts;
}
