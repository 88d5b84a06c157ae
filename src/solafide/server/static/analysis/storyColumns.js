// Breaks the story into the lines of three columns, in the largest letters that fit.

/** @typedef {(text: string, size: number) => number} Measure gives the width of a text in letters of a size */
/** @typedef {{size: number, leading: number, rows: number, columns: string[][]}} StoryColumns */

const COLUMNS = 3;
const MAX_LETTER_UNITS = 25;
const MIN_LETTER_UNITS = 18;
const LINE_HEIGHTS_PER_LETTER = 1.2;
/** The first letter stands in so many lines. */
export const INITIAL_LINES = 2;

/** @param {string} text
 * @param {(line: number) => number} widthOf
 * @param {(text: string) => number} measure
 * @returns {string[]} */
export function wrapLines(text, widthOf, measure) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const word of text.split(/[ \n]+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (line && measure(longer) > widthOf(lines.length)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

/** @param {string} text without its first letter
 * @param {{width: number, height: number, initial: (size: number) => number}} space of a column; `initial`: how much
 *   the first letter takes from the first lines
 * @param {Measure} measure
 * @returns {StoryColumns} */
export function storyColumns(text, { width, height, initial }, measure) {
  for (let size = MAX_LETTER_UNITS; ; size -= 1) {
    const leading = size * LINE_HEIGHTS_PER_LETTER;
    const widthOf = (/** @type {number} */ line) => (line < INITIAL_LINES ? width - initial(size) : width);
    const lines = wrapLines(text, widthOf, (each) => measure(each, size));
    const most = Math.floor(height / leading);
    if (lines.length > most * COLUMNS && size > MIN_LETTER_UNITS) continue;
    const shown = lines.slice(0, most * COLUMNS);
    if (shown.length < lines.length) shown[shown.length - 1] = shown[shown.length - 1].replace(/[ .,;:]*\S*$/, " …");
    const rows = Math.ceil(shown.length / COLUMNS);
    const columns = Array.from({ length: COLUMNS }, (_, at) => shown.slice(at * rows, (at + 1) * rows));
    return { size, leading, rows, columns };
  }
}
