// The rules arranged for the page: rulings with the section that they belong to, and what a search finds.
import { normalize } from "../core/normalize.js";

/** @import {RulesSection} from "../core/types" */
/** @typedef {{part: RulesSection, rulings: RulesSection[]}} Chapter a section with its rulings */

/** Whether a section is a ruling: "R14", but not "R", the introduction to the rulings.
 * @param {string} section */
export const isRuling = (section) => /^R\d/.test(section);

/** Whether a section is part of another one: "6.1" of "6".
 * @param {string} section */
export const isSubsection = (section) => section.includes(".");

/** "§6.1", "R14".
 * @param {string} section */
export const sectionNumber = (section) => (/^\d/.test(section) ? `§${section}` : section);

/** The words of a search, normalized.
 * @param {string} search */
export const searchWords = (search) => normalize(search).split(/\s+/).filter(Boolean);

/** @param {RulesSection} part */
const searchableText = ({ section, title, text, example, differences }) =>
  normalize(
    [
      sectionNumber(section),
      title,
      ...text,
      example?.caption ?? "",
      ...differences.flatMap((point) => [point.title, ...point.readings.flatMap((each) => [each.name, each.text])]),
    ].join("\n"),
  );

/** Whether a section or a ruling has all of the words.
 * @param {RulesSection} part
 * @param {string[]} words */
export function hasWords(part, words) {
  const text = searchableText(part);
  return words.every((word) => text.includes(word));
}

/** The sections in order, each with its rulings. With words: those that have all of them, or have a ruling that has,
 * with these rulings alone if only they have them.
 * @param {RulesSection[]} rules
 * @param {string[]} words
 * @returns {Chapter[]} */
export function arrangeRules(rules, words) {
  const chapters = rules
    .filter(({ section }) => !isRuling(section))
    .map((part) => ({ part, rulings: rules.filter((each) => each.ruling_of === part.section) }));
  if (!words.length) return chapters;
  return chapters.flatMap(({ part, rulings }) => {
    const found = rulings.filter((ruling) => hasWords(ruling, words));
    return found.length || hasWords(part, words) ? [{ part, rulings: found }] : [];
  });
}

/** The parts of a text before, in and after the words that are searched for; every second part is such a word.
 * @param {string} text
 * @param {string[]} words normalized
 * @returns {string[]} */
export function splitAtWords(text, words) {
  const letters = Array.from(text);
  const normalized = Array.from(normalize(text)).join("");
  /** @type {string[]} */
  const parts = [];
  let from = 0;
  for (;;) {
    const places = words.map((word) => ({ word, at: normalized.indexOf(word, from) })).filter(({ at }) => at >= 0);
    places.sort((one, two) => one.at - two.at || two.word.length - one.word.length);
    if (!places.length) break;
    const [{ word, at }] = places;
    parts.push(letters.slice(from, at).join(""), letters.slice(at, at + word.length).join(""));
    from = at + word.length;
  }
  return [...parts, letters.slice(from).join("")];
}
