// Text for a search: lower case without accents.

/** Lower case without accents, letter for letter: a position in the result is the same in the text.
 * @param {string} text */
export const normalize = (text) => Array.from(text, (letter) => letter.normalize("NFD")[0].toLowerCase()).join("");
