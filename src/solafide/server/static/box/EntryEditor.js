// The form of one entry of the owner's card set, and the step to the next one.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { navigate } from "../core/router.js";
import { Icon } from "../ui/Icon.js";
import { EntryEffects, OtherFields } from "./EntryEffects.js";
import { Field } from "./Field.js";
import { FormProvider } from "./FormContext.js";
import { boxLanguage, nextEntry, withFields, withNote, withoutEntry } from "./box.js";
import { isEmptyEntry, nameText } from "./formValues.js";

/** @import {CheckedEntry, EntryFields, FieldProblem, FormEntry, FormField, Vocabulary} from "../core/types" */
/** @import {Box} from "./box" */
/** @import {BoxState, CheckState} from "./useBox" */

/** Problems of an entry that is only begun: they are shown when the player goes on. */
const UNFINISHED = new Set(["problem.missing_field", "problem.empty_effects", "problem.no_body"]);
const FIELD = ":is(input, select, textarea)";

/** The entry in words: "Catholic card 24".
 * @param {Vocabulary} vocabulary
 * @param {FormEntry} entry */
export const entryTitle = (vocabulary, entry) =>
  `${vocabulary.forms.find(({ kind }) => kind === entry.kind)?.name} ${entry.number}`;

/** @param {{isBad: boolean, count: number, state: CheckState, refusal: string, isEmpty: boolean}} props */
function Message({ isBad, count, state, refusal, isEmpty }) {
  const t = useTranslation();
  const text = () => {
    if (state === "offline") return refusal || t("box.offline");
    if (isBad) return t("box.to_fix", { n: count });
    return isEmpty ? t("box.nothing_yet") : t("box.fine");
  };
  return html`<p class="box-bar__text" role="status">
    <${Icon} name=${isBad || state === "offline" ? "ui-help" : "ui-check"} />
    <span>${text()}</span>
  </p>`;
}

/**
 * @param {{vocabulary: Vocabulary, entry: FormEntry, box: Box, changeBox: BoxState["changeBox"],
 *   checked: CheckedEntry | null, state: CheckState, refusal: string}} props
 */
export function EntryEditor({ vocabulary, entry, box, changeBox, checked, state, refusal }) {
  const t = useTranslation();
  const id = entry.entry;
  const fields = box.fields[id] ?? {};
  const [isStrict, setStrict] = useState(Boolean(box.problems[id]));
  const [isLeaving, setLeaving] = useState(false);
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const change = (/** @type {EntryFields} */ next) =>
    changeBox((before) => {
      if (!before) return before;
      return isEmptyEntry(next) ? withoutEntry(before, id) : withFields(before, id, next);
    });
  const isEmpty = isEmptyEntry(box.fields[id]);
  const problems = isEmpty ? [] : (checked?.problems ?? []);
  const shown = isStrict ? problems : problems.filter(({ key }) => !UNFINISHED.has(key));
  const isPending = state === "waiting" && box.unchecked.includes(id);
  const leave = () => {
    const next = nextEntry(vocabulary.entries, id);
    navigate(next ? `/box/${next}` : "/box");
  };
  useEffect(() => {
    const first = /** @type {HTMLElement | null} */ (form.current?.querySelector(FIELD));
    // On a touch screen the focus would open the keyboard over the form.
    if (matchMedia("(pointer: coarse)").matches) scrollTo(0, 0);
    else first?.focus();
  }, []);
  // The player may press the button before the server has answered.
  useEffect(() => {
    if (!isLeaving || isPending) return;
    setLeaving(false);
    if (!problems.length || state === "offline") leave();
    else setStrict(true);
  }, [isLeaving, isPending, problems, state]);
  useEffect(() => {
    if (isStrict) /** @type {HTMLElement | null} */ (form.current?.querySelector("[aria-invalid]"))?.focus();
  }, [isStrict]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isStrict && problems.length)
      /** @type {HTMLElement | null} */ (form.current?.querySelector("[aria-invalid]"))?.focus();
    setLeaving(true);
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  const formState = {
    vocabulary,
    entry,
    kind: entry.kind,
    language: boxLanguage(box),
    fields,
    change,
    problems: shown,
    note: box.notes[id] ?? "",
    changeNote: (/** @type {string} */ note) => changeBox((before) => before && withNote(before, id, note)),
  };
  const ofKind = vocabulary.forms.find(({ kind }) => kind === entry.kind)?.fields ?? [];
  return html`<${FormProvider} value=${formState}>
    <form class="box-form" ref=${form} onSubmit=${submit} onKeyDown=${onKeyDown} noValidate>
      <h2>
        ${entryTitle(vocabulary, entry)}
        ${" "}
        <span class="quiet">
          ${nameText(fields.name, formState.language) || nameText(entry.names, formState.language)}
        </span>
      </h2>
      <${FormRows} fields=${ofKind} entryFields=${fields} />
      <${GeneralProblems} problems=${shown} />
      <div class="box-bar">
        <${Message}
          isBad=${shown.length > 0}
          count=${shown.length}
          state=${state}
          refusal=${refusal}
          isEmpty=${isEmpty}
        />
        ${!isEmpty && html`<button
          class="btn btn--bare"
          type="button"
          onClick=${() => changeBox((before) => before && withoutEntry(before, id))}
        >
          ${t("box.empty_entry")}
        </button>`}
        ${shown.length > 0 && html`<button class="btn" type="button" onClick=${leave}>${t("box.keep_draft")}</button>`}
        <button class="btn btn--main" type="submit">${t("box.next")} <kbd>Ctrl ⏎</kbd></button>
      </div>
    </form>
  <//>`;
}

/** Name and effects come first: with them most cards are complete.
 * @param {{fields: FormField[], entryFields: EntryFields}} props */
function FormRows({ fields, entryFields }) {
  const rows = fields.filter(({ kind }) => kind !== "effects");
  const effects = fields.find(({ kind }) => kind === "effects");
  const [name, ...others] = rows;
  return html`
    <div class="box-row"><${Field} place=${[]} field=${name} /></div>
    ${effects && html`<${EntryEffects} field=${effects} entryFields=${entryFields} />`}
    <div class="box-row"><${OtherFields} fields=${others} entryFields=${entryFields} /></div>
  `;
}

/** Problems that belong to no field.
 * @param {{problems: FieldProblem[]}} props */
const GeneralProblems = ({ problems }) =>
  problems.some(({ path }) => !path.length) && html`<div class="box-problem" role="alert">
    ${problems.filter(({ path }) => !path.length).map(({ text }, at) => html`<p key=${at}>${text}</p>`)}
  </div>`;
