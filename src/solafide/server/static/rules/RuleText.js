// Paragraphs of the rules: bold and italic, lists, links to sections, and the words of a search.
import { html } from "../vendor/preact.js";
import { splitAtWords } from "./arrange.js";

/** @import {Child} from "../vendor/preact" */

/** @param {string} text
 * @param {string[]} words
 * @returns {Child[]} */
export const markWords = (text, words) =>
  splitAtWords(text, words).map((part, at) => (at % 2 ? html`<mark>${part}</mark>` : part));

/** Format a paragraph: **bold**, *italic*, and links to sections such as §6.1 and R14.
 * @param {string} text
 * @param {string[]} words
 * @returns {Child[]} */
export function formatText(text, words) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|§\d+(?:\.\d+)*|\bR\d+\b)/).map((part) => {
    if (part.startsWith("**")) return html`<b>${formatText(part.slice(2, -2), words)}</b>`;
    if (part.startsWith("*")) return html`<em>${formatText(part.slice(1, -1), words)}</em>`;
    if (/^(§|R)\d/.test(part)) return html`<a href=${`/rules/${part.replace("§", "")}`} data-keepscroll>${part}</a>`;
    return markWords(part, words);
  });
}

/** @param {{text: string[], words: string[]}} props */
export const Paragraphs = ({ text, words }) =>
  text.map((paragraph, at) =>
    paragraph.startsWith("- ") ? (
      html`<ul key=${at}>
        ${paragraph.split("\n").map((line) => html`<li>${formatText(line.replace(/^- /, ""), words)}</li>`)}
      </ul>`
    ) : (
      html`<p key=${at}>${formatText(paragraph, words)}</p>`
    ),
  );
