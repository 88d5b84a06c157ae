// A field of an entry: a text, a number, a word from a list, letters, names, a tick; with its problems below.
import { html } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { useTranslation } from "../core/i18n.js";
import { fieldId, problemsAt, useForm } from "./FormContext.js";
import { linesText, nameText, numberOf, valueAt, withField, withLines, withName, withValue } from "./formValues.js";

/** @import {FieldProblem, FormField} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @import {Path} from "./formValues" */

/** A little more than the server accepts, so that it can say so. */
const MAX_CHARACTERS = 2500;

/** @param {Event} event */
const typed = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;

/** The attributes of a field that has problems.
 * @param {Path} path
 * @param {FieldProblem[]} problems */
const state = (path, problems) => ({
  id: fieldId(path),
  "data-path": path.join("."),
  "aria-invalid": problems.length ? "true" : undefined,
  "aria-describedby": problems.length ? `${fieldId(path)}-problem` : undefined,
});

/** @param {{path: Path, problems: FieldProblem[]}} props */
export const Problems = ({ path, problems }) =>
  problems.length > 0 && html`<div class="box-problem" id=${`${fieldId(path)}-problem`}>
    ${problems.map(({ text }, at) => html`<p key=${at}>${text}</p>`)}
  </div>`;

/**
 * @param {{path: Path, label: Child, size?: string, problems: FieldProblem[], children: Child, note?: string}} props
 */
function Labelled({ path, label, size = "", problems, children, note = "" }) {
  return html`<div class=${classNames("box-field", size && `box-field--${size}`, problems.length > 0 && "is-bad")}>
    <label for=${fieldId(path)}>${label}</label>
    ${children}
    ${note && html`<small>${note}</small>`}
    <${Problems} path=${path} problems=${problems} />
  </div>`;
}

/**
 * @param {{path: Path, label: string, values: {value: string | number, name: string}[], value: unknown, empty?: string,
 *   choose: (value: string) => void, size?: string, more?: Child, isLeaf?: boolean}} props empty: the text of the
 *   choice of nothing, if that is possible; more: further choices
 */
export function SelectField({ path, label, values, value, empty, choose, size = "medium", more, isLeaf = true }) {
  const { problems } = useForm();
  const own = problemsAt(problems, path, isLeaf);
  const isEmpty = value === undefined || value === null || value === "";
  return html`<${Labelled} path=${path} label=${label} size=${size} problems=${own}>
    <select ...${state(path, own)} onChange=${(/** @type {Event} */ event) => choose(typed(event))}>
      ${(isEmpty || empty !== undefined) && html`<option value="" selected=${isEmpty}>${empty ?? "…"}</option>`}
      ${values.map((each) => html`<option
        key=${each.value}
        value=${each.value}
        selected=${String(each.value) === String(value)}
      >
        ${each.name}
      </option>`)}
      ${more}
    </select>
  <//>`;
}

/** @param {{path: Path, field: FormField}} props */
function CirclesField({ path, field }) {
  const { fields, change } = useForm();
  const chosen = valueAt(fields, path) ?? [];
  const choose = (/** @type {number} */ at, /** @type {string} */ value) => {
    const next = [0, 1].map((place) => (place === at ? Number(value) : chosen[place])).filter(Boolean);
    change(withValue(fields, path, next.length ? next : undefined));
  };
  const values = field.values.map(({ value, name }) => ({ value, name: `${value} ${name}` }));
  return [0, 1].map((at) => html`<${SelectField}
    key=${at}
    path=${at ? [...path, at] : path}
    label=${`${field.label} ${at + 1}`}
    values=${values}
    value=${chosen[at]}
    choose=${(/** @type {string} */ value) => choose(at, value)}
    isLeaf=${!at}
  />`);
}

/** @param {{path: Path, field: FormField}} props */
function LinesField({ path, field }) {
  const { fields, change, language, entry, problems } = useForm();
  const own = problemsAt(problems, path, true);
  const builtin = entry?.territories[String(path.at(-1))] ?? [];
  return html`<${Labelled} path=${path} label=${field.label} size="wide" problems=${own}>
    <textarea
      ...${state(path, own)}
      rows=${field.high}
      maxlength=${MAX_CHARACTERS}
      placeholder=${linesText(builtin, language)}
      onInput=${(/** @type {Event} */ event) =>
        change(
          withField(fields, path.slice(0, -2), field.field, withLines(valueAt(fields, path), language, typed(event))),
        )
      }
    >
      ${linesText(valueAt(fields, path), language)}
    </textarea
    >
  <//>`;
}

/** Fields that are typed: what they show, and what is stored for a text.
 * @param {FormField} field
 * @param {any} value
 * @param {string} language
 * @returns {{shown: string, parse: (text: string) => unknown, size: string, input?: string}} */
function typedField(field, value, language) {
  const asText = (/** @type {string} */ text) => text || undefined;
  const shown = String(value ?? field.default ?? "");
  if (field.kind === "number") return { shown, parse: numberOf, size: "small", input: "numeric" };
  if (field.kind === "letters") return { shown, parse: (text) => asText(text.toUpperCase()), size: "medium" };
  if (field.kind === "text") return { shown, parse: asText, size: "medium" };
  return { shown: nameText(value, language), parse: (text) => withName(value, language, text), size: "wide" };
}

/** A field of the table at `place`.
 * @param {{place: Path, field: FormField}} props */
export function Field({ place, field }) {
  const t = useTranslation();
  const { fields, change, language, entry, problems } = useForm();
  const path = [...place, ...field.field.split(".")];
  const value = valueAt(fields, path);
  const set = (/** @type {unknown} */ next) => change(withField(fields, place, field.field, next));
  if (field.kind === "flag")
    return html`<label class="box-tick">
      <input
        type="checkbox"
        id=${fieldId(path)}
        data-path=${path.join(".")}
        checked=${value === true}
        onChange=${() => set(value === true ? undefined : true)}
      />
      ${field.label}
    </label>`;
  if (field.kind === "circles") return html`<${CirclesField} path=${path} field=${field} />`;
  if (field.kind === "lines") return html`<${LinesField} path=${path} field=${field} />`;
  if (field.kind === "word" || field.values.length)
    return html`<${SelectField}
      path=${path}
      label=${field.label}
      values=${field.values}
      value=${value ?? field.default}
      empty=${field.is_optional && field.default === null ? t("box.as_built_in") : undefined}
      choose=${(/** @type {string} */ text) => set(field.kind === "number" ? numberOf(text) : text || undefined)}
    />`;
  const { shown, parse, size, input } = typedField(field, value, language);
  const own = problemsAt(problems, path, true);
  const builtin = field.field === "name" ? nameText(entry?.names, language) : "";
  return html`<${Labelled} path=${path} label=${field.label} size=${size} problems=${own} note=${field.note}>
    <input
      ...${state(path, own)}
      type="text"
      inputmode=${input}
      autocomplete="off"
      maxlength=${MAX_CHARACTERS}
      value=${shown}
      placeholder=${builtin}
      onInput=${(/** @type {Event} */ event) => set(parse(typed(event)))}
    />
  <//>`;
}
