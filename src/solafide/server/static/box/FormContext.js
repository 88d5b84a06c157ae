// What every field of the form of an entry needs: its values, how to change them, and the problems.
import { createContext, useContext } from "../vendor/preact.js";

/** @import {EntryFields, FieldProblem, FormEntry, Vocabulary} from "../core/types" */
/** @import {Path} from "./formValues" */
/**
 * @typedef {object} EntryFormState
 * @property {Vocabulary} vocabulary
 * @property {FormEntry | null} entry null for the heading
 * @property {string} kind
 * @property {string} language of the names
 * @property {EntryFields} fields
 * @property {(fields: EntryFields) => void} change
 * @property {FieldProblem[]} problems
 * @property {string} note what a card does for which there are no words
 * @property {(note: string) => void} changeNote
 */

const FormContext = createContext(/** @type {EntryFormState | null} */ (null));
export const FormProvider = FormContext.Provider;

/** @returns {EntryFormState} */
export function useForm() {
  const form = useContext(FormContext);
  if (!form) throw new Error("outside of a form");
  return form;
}

/** @param {Path} path */
export const fieldId = (path) => `box-${path.join("-")}`;

/** The problems of one field: those with its path, and with `isLeaf` those of what it holds.
 * @param {FieldProblem[]} problems
 * @param {Path} path
 * @param {boolean} isLeaf */
export const problemsAt = (problems, path, isLeaf) =>
  problems.filter(
    (problem) => path.every((part, at) => problem.path[at] === part) && (isLeaf || problem.path.length === path.length),
  );
