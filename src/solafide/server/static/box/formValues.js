// Values of a form for one entry of a card set: fields as in a file, read and changed by the path of a field.

/** @import {EntryFields} from "../core/types" */
/** @typedef {(string | number)[]} Path */

/** @param {string} text */
const isWholeNumber = (text) => /^\d{1,6}$/.test(text);

/** The value at a path, undefined if there is none.
 * @param {any} fields
 * @param {Path} path
 * @returns {any} */
export const valueAt = (fields, path) =>
  path.reduce((value, part) => (value === null || typeof value !== "object" ? undefined : value[part]), fields);

/** Copy the fields with another value at a path; undefined removes it.
 * @param {any} fields
 * @param {Path} path
 * @param {unknown} value
 * @returns {any} */
export function withValue(fields, path, value) {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  const inner = rest.length ? withValue(fields?.[part] ?? (typeof rest[0] === "number" ? [] : {}), rest, value) : value;
  if (Array.isArray(fields)) {
    const items = [...fields, ...Array.from({ length: Math.max(0, Number(part) - fields.length) }, () => [])];
    if (inner === undefined) items.splice(Number(part), 1);
    else items[Number(part)] = inner;
    return items;
  }
  const { [part]: _, ...others } = fields ?? {};
  return inner === undefined ? others : { ...fields, [part]: inner };
}

/** Change the field "cost.discard" of a table, or "side"; a table that gets empty is removed with its last field.
 * @param {any} fields
 * @param {Path} place of the table
 * @param {string} field
 * @param {unknown} value */
export function withField(fields, place, field, value) {
  const path = [...place, ...field.split(".")];
  const changed = withValue(fields, path, value);
  const outer = path.slice(0, -1);
  const isEmpty = field.includes(".") && Object.keys(valueAt(changed, outer) ?? {}).length === 0;
  return isEmpty ? withValue(changed, outer, undefined) : changed;
}

/** A text as a form shows it: in the language of the set, if it has several.
 * @param {any} names
 * @param {string} language */
export const nameText = (names, language) => (typeof names === "string" ? names : (names?.[language] ?? ""));

/** Names with another text in the language of the set; undefined if none is left.
 * @param {any} names
 * @param {string} language
 * @param {string} text */
export function withName(names, language, text) {
  if (typeof names === "string") return text || undefined;
  const { [language]: _, ...others } = names ?? {};
  const changed = text ? { ...names, [language]: text } : others;
  return Object.keys(changed).length ? changed : undefined;
}

/** Names, one on each line.
 * @param {any} list
 * @param {string} language
 * @returns {string} */
export const linesText = (list, language) =>
  Array.isArray(list) ? list.map((names) => nameText(names, language)).join("\n") : "";

/** The list of names that lines stand for; other languages of a name stay with its line.
 * @param {any} list
 * @param {string} language
 * @param {string} text */
export function withLines(list, language, text) {
  if (!text.trim()) return undefined;
  const before = Array.isArray(list) ? list : [];
  return text.split("\n").map((line, at) => withName(before[at], language, line) ?? { [language]: "" });
}

/** A number of a form; what is no whole number stays a text, so that the server can say so.
 * @param {string} text
 * @returns {number | string | undefined} */
export const numberOf = (text) => (text.trim() ? (isWholeNumber(text.trim()) ? Number(text) : text.trim()) : undefined);

/** Whether nothing has been entered.
 * @param {EntryFields | undefined} fields */
export const isEmptyEntry = (fields) =>
  !fields || Object.values(fields).every((value) => value === false || (Array.isArray(value) && value.length === 0));
