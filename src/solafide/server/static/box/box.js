// An owner's card set in this browser: the entries of a file, and its text in parts, so that what is not changed stays
// as it was written.

/** @import {CardSetFile, CheckedEntry, EntryFields, Lang} from "../core/types" */
/** An entry with its text, or with an empty id what stands between entries.
 * @typedef {{entry: string, text: string}} Part */
/**
 * Browsers store it: never rename a field without a migration.
 * @typedef {object} Box
 * @property {string} file the name of the file
 * @property {string | null} original the text of an imported file, as long as nothing is changed
 * @property {Part[]} parts
 * @property {Record<string, EntryFields>} fields of each entry, "set" among them
 * @property {Record<string, number>} problems how many an entry has, if any
 * @property {string[]} unplayable entries that do something else than the game knows
 * @property {string[]} unchecked entries whose text is not written yet
 * @property {Record<string, string>} notes what such cards do; they are never sent
 */
/** @typedef {"empty" | "done" | "bad" | "other"} EntryState */

export const HEADING = "set";
const DEFAULT_FILE = "my-box.toml";

/** @param {string} name
 * @param {Lang} language
 * @returns {Box} */
export const newBox = (name, language) => ({
  file: DEFAULT_FILE,
  original: null,
  parts: [],
  fields: { [HEADING]: { name, language } },
  problems: {},
  unplayable: [],
  unchecked: [HEADING],
  notes: {},
});

/** @param {string[]} list
 * @param {string} entry
 * @param {boolean} isIn */
const withMember = (list, entry, isIn) => [...list.filter((each) => each !== entry), ...(isIn ? [entry] : [])];

/** A file that the server has divided. Notes of this browser stay with cards that the file marks as not playable.
 * @param {CardSetFile} file
 * @param {string} name of the file
 * @param {string} text
 * @param {Record<string, string>} notes
 * @returns {Box} */
export function boxOfFile(file, name, text, notes) {
  const unplayable = file.entries.filter((each) => !each.is_playable).map((each) => each.entry);
  return {
    file: name,
    original: text,
    parts: file.parts,
    fields: Object.fromEntries(file.entries.map(({ entry, fields }) => [entry, fields])),
    problems: Object.fromEntries(
      file.entries.filter((each) => each.problem_count).map((each) => [each.entry, each.problem_count]),
    ),
    unplayable,
    unchecked: [],
    notes: Object.fromEntries(Object.entries(notes).filter(([entry]) => unplayable.includes(entry))),
  };
}

/** The text of the file.
 * @param {Box} box */
export const boxText = (box) => box.original ?? box.parts.map(({ text }) => text).join("");

/** The language in which names are written.
 * @param {Box} box
 * @returns {Lang} */
export const boxLanguage = (box) => /** @type {Lang} */ (box.fields[HEADING]?.language ?? "en");

/** @param {Box} box */
export const boxName = (box) => String(box.fields[HEADING]?.name ?? "");

/** The entries that the player has entered, without the heading.
 * @param {Box} box */
export const enteredEntries = (box) => Object.keys(box.fields).filter((entry) => entry !== HEADING);

/** Whether there is anything to play with.
 * @param {Box | null} box
 * @returns {box is Box} */
export const hasEntries = (box) => box !== null && enteredEntries(box).length > 0;

/** @param {Box} box
 * @param {string} entry
 * @returns {EntryState} */
export function entryState(box, entry) {
  if (!box.fields[entry]) return "empty";
  if (box.problems[entry]) return "bad";
  return box.unplayable.includes(entry) ? "other" : "done";
}

/** Change the fields of an entry; the server has not written its text yet.
 * @param {Box} box
 * @param {string} entry
 * @param {EntryFields} fields
 * @returns {Box} */
export const withFields = (box, entry, fields) => ({
  ...box,
  original: null,
  fields: { ...box.fields, [entry]: fields },
  unchecked: withMember(box.unchecked, entry, true),
});

/** @param {Box} box
 * @param {string} entry
 * @param {string} note
 * @returns {Box} */
export const withNote = (box, entry, note) => ({ ...box, notes: { ...box.notes, [entry]: note } });

/** Put the text of an entry in its place in the file, or at its end; the heading at its beginning.
 * @param {Part[]} parts
 * @param {string} entry
 * @param {string} text
 * @returns {Part[]} */
export function withPart(parts, entry, text) {
  if (parts.some((part) => part.entry === entry))
    return parts.map((part) => (part.entry === entry ? { entry, text } : part));
  if (entry === HEADING) return [{ entry, text }, ...(parts.length ? [{ entry: "", text: "\n" }] : []), ...parts];
  const last = parts.at(-1)?.text ?? "";
  const gap = !last ? "" : last.endsWith("\n") ? "\n" : "\n\n";
  return [...parts, ...(gap ? [{ entry: "", text: gap }] : []), { entry, text }];
}

/** Take over what the server says about entries; about fields that were changed in the meantime it says nothing.
 * @param {Box} box
 * @param {Record<string, EntryFields>} sent the fields that were sent
 * @param {CheckedEntry[]} checked
 * @returns {Box} */
export function withChecks(box, sent, checked) {
  let next = box;
  for (const { entry, problems, text, is_playable } of checked) {
    if (next.fields[entry] !== sent[entry]) continue;
    const { [entry]: _, ...others } = next.problems;
    next = {
      ...next,
      parts: next.unchecked.includes(entry) ? withPart(next.parts, entry, text) : next.parts,
      problems: problems.length ? { ...others, [entry]: problems.length } : others,
      unplayable: withMember(next.unplayable, entry, !is_playable),
      unchecked: withMember(next.unchecked, entry, false),
    };
  }
  return next;
}

/** Forget an entry: the built-in one takes its place.
 * @param {Box} box
 * @param {string} entry
 * @returns {Box} */
export function withoutEntry(box, entry) {
  const at = box.parts.findIndex((part) => part.entry === entry);
  const isGap = at > 0 && !box.parts[at - 1].entry && !box.parts[at - 1].text.trim();
  const parts = at < 0 ? box.parts : box.parts.filter((_, place) => place !== at && !(isGap && place === at - 1));
  const { [entry]: _fields, ...fields } = box.fields;
  const { [entry]: _problems, ...problems } = box.problems;
  const { [entry]: _note, ...notes } = box.notes;
  return {
    ...box,
    original: null,
    parts,
    fields,
    problems,
    notes,
    unplayable: withMember(box.unplayable, entry, false),
    unchecked: withMember(box.unchecked, entry, false),
  };
}

/** How far the box is: entries without problems, and those with some.
 * @param {Box} box */
export function progressOf(box) {
  const states = enteredEntries(box).map((entry) => entryState(box, entry));
  const count = (/** @type {EntryState} */ state) => states.filter((each) => each === state).length;
  return { entered: states.length - count("bad"), bad: count("bad"), unplayable: count("other") };
}

/** The entry after this one, null after the last.
 * @param {{entry: string}[]} entries
 * @param {string} entry */
export const nextEntry = (entries, entry) =>
  entries[entries.findIndex((each) => each.entry === entry) + 1]?.entry ?? null;

/** Read a file as it is; null if it is not UTF-8.
 * @param {ArrayBuffer} bytes */
export function decodeFile(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
