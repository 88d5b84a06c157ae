// Fills texts of a catalogue: plural forms and named values.

/** @typedef {Record<string, string | {one: string, other: string}>} Texts by their keys */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */

/** Make the function that gives a text by its key: translate("table.tokens_left", {n: 3}).
 * `values.n` chooses between singular and plural; "{{" and "}}" are braces of the text itself.
 * @param {Texts} texts
 * @returns {Translate} */
export function translator(texts) {
  return (key, values = {}) => {
    const entry = texts[key];
    if (entry === undefined) return "";
    const template = typeof entry === "string" ? entry : values.n === 1 ? entry.one : entry.other;
    return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (placeholder, name) =>
      name ? String(values[name] ?? "") : placeholder[0],
    );
  };
}
