// The effects of an entry, one below the other: each with what can follow it; the last select adds one more.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { Field, Problems, SelectField } from "./Field.js";
import { fieldId, problemsAt, useForm } from "./FormContext.js";
import { valueAt, withValue } from "./formValues.js";

/** @import {EffectForm, EntryFields, FormField, Vocabulary} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @import {Path} from "./formValues" */

/** @param {EffectForm[]} effects */
const effectValues = (effects) => effects.map(({ effect, name }) => ({ value: effect, name }));

/** The values of another effect: those fields stay that it has too, in the same words.
 * @param {Vocabulary} vocabulary
 * @param {EntryFields | undefined} before
 * @param {string} effect */
function changedEffect(vocabulary, before, effect) {
  const form = vocabulary.effects.find((each) => each.effect === effect);
  const stays = (/** @type {FormField} */ field) =>
    before?.[field.field] !== undefined &&
    (!field.values.length || field.values.some(({ value }) => value === before[field.field]));
  const fields = (form?.fields ?? []).filter(stays).map(({ field }) => [field, before?.[field]]);
  return { effect, ...Object.fromEntries(fields) };
}

/** The fields of the effect at a path.
 * @param {{path: Path}} props */
function EffectFields({ path }) {
  const { vocabulary, fields } = useForm();
  const effect = valueAt(fields, path)?.effect;
  const form = vocabulary.effects.find((each) => each.effect === effect);
  return (form?.fields ?? []).map((field) =>
    field.kind === "options" ? (
      html`<${Options} key=${field.field} path=${[...path, field.field]} field=${field} />`
    ) : (
      html`<${Field} key=${field.field} place=${path} field=${field} />`
    ),
  );
}

/** Lists of effects of which the player picks one; the last, empty one adds one more.
 * @param {{path: Path, field: FormField}} props */
function Options({ path, field }) {
  const t = useTranslation();
  const { fields, problems } = useForm();
  const options = valueAt(fields, path) ?? [];
  const count = Math.min(field.high, Math.max(2, options.length + 1));
  return html`<div class="box-options">
    ${Array.from({ length: count }, (_, at) => html`<fieldset key=${at}>
      <legend>${t("box.option", { n: at + 1 })}</legend>
      <${EffectList} path=${[...path, at]} high=${9} isOption=${true} />
    </fieldset>`)}
    <${Problems} path=${path} problems=${problemsAt(problems, path, false)} />
  </div>`;
}

/** @param {{number: number, remove?: () => void, children: Child}} props */
function EffectRow({ number, remove, children }) {
  const t = useTranslation();
  return html`<li class="box-effect">
    <span class="box-effect__number" aria-hidden="true">${number}</span>
    <div class="box-effect__fields">${children}</div>
    ${remove && html`<button
      class="btn btn--icon btn--bare"
      type="button"
      tabindex="-1"
      aria-label=${t("box.remove_effect", { n: number })}
      title=${t("box.remove_effect", { n: number })}
      onClick=${remove}
    >
      <${Icon} name="ui-close" />
    </button>`}
  </li>`;
}

/**
 * @param {{path: Path, high: number, isOption?: boolean, first?: {values: {value: string, name: string}[],
 *   chosen: string, choose: (value: string) => void, fields: Child}}} props first: what the first select offers besides
 *   effects, and what follows when that is chosen
 */
export function EffectList({ path, high, isOption = false, first }) {
  const t = useTranslation();
  const { vocabulary, fields, change } = useForm();
  const list = valueAt(fields, path);
  const items = Array.isArray(list) ? list : [];
  const effects = vocabulary.effects.filter((effect) => !isOption || effect.in_option);
  const rows = first?.chosen ? 1 : Math.min(high, items.length + 1);
  const choose = (/** @type {number} */ at, /** @type {string} */ effect) => {
    if (at === 0 && first && (first.chosen || first.values.some(({ value }) => value === effect))) first.choose(effect);
    else if (effect) change(withValue(fields, [...path, at], changedEffect(vocabulary, items[at], effect)));
    else if (isOption && items.length === 1) change(withValue(fields, path, undefined));
    else if (items[at]) change(withValue(fields, [...path, at], undefined));
  };
  return html`<ol class="box-effects">
    ${Array.from({ length: rows }, (_, at) => {
      const isBody = at === 0 && Boolean(first?.chosen);
      const remove = items[at] && !isBody ? () => choose(at, "") : undefined;
      const extra =
        at === 0 && first
          ? first.values.map(({ value, name }) => html`<option
              key=${value}
              value=${value}
              selected=${first.chosen === value}
            >
              ${name}
            </option>`)
          : null;
      return html`<${EffectRow} key=${at} number=${at + 1} remove=${remove}>
        <${SelectField}
          path=${items[at] || at ? [...path, at, "effect"] : path}
          label=${t("box.effect")}
          values=${effectValues(effects)}
          value=${isBody ? first?.chosen : items[at]?.effect}
          empty=${at === 0 ? t("box.no_effect") : t("box.no_more")}
          choose=${(/** @type {string} */ effect) => choose(at, effect)}
          size="large"
          more=${extra}
          isLeaf=${false}
        />
        ${isBody ? first?.fields : items[at] && html`<${EffectFields} path=${[...path, at]} />`}
      <//>`;
    })}
  </ol>`;
}

/** One effect, done once for each card discarded.
 * @param {{path: Path}} props */
export function EachEffect({ path }) {
  const t = useTranslation();
  const { vocabulary, fields, change } = useForm();
  return html`
    <${SelectField}
      path=${[...path, "effect"]}
      label=${t("box.effect")}
      values=${effectValues(vocabulary.effects.filter((effect) => effect.for_each))}
      value=${valueAt(fields, [...path, "effect"])}
      choose=${(/** @type {string} */ effect) =>
        change(withValue(fields, path, changedEffect(vocabulary, valueAt(fields, path), effect)))
      }
    />
    <${EffectFields} path=${path} />
  `;
}

/** @param {{path: Path}} props */
export function PersistentFields({ path }) {
  const t = useTranslation();
  const { vocabulary, kind, fields, change } = useForm();
  const kinds = vocabulary.persistent.filter((each) => each.kinds.some((fits) => fits === kind));
  const when = valueAt(fields, [...path, "when"]);
  const form = kinds.find((each) => each.when === when);
  const choose = (/** @type {string} */ next) => {
    const own = vocabulary.persistent.find((each) => each.when === next)?.fields ?? [];
    const before = valueAt(fields, path) ?? {};
    const names = own.map(({ field }) => field.split(".")[0]);
    const stay = Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name)));
    const start = names.includes("effects") ? { effects: [] } : {};
    change(withValue(fields, path, { when: next, ...start, ...stay }));
  };
  return html`
    <${SelectField}
      path=${[...path, "when"]}
      label=${t("box.when")}
      values=${kinds.map((each) => ({ value: each.when, name: each.name }))}
      value=${when}
      choose=${choose}
      size="large"
    />
    ${form?.fields.map((field) =>
      field.kind === "effects" ? (
        html`<${EffectList} key=${field.field} path=${[...path, field.field]} high=${field.high} />`
      ) : (
        html`<${Field} key=${field.field} place=${path} field=${field} />`
      ),
    )}
  `;
}

/** What a card does for which the game has no words: a note of this browser.
 * @returns {Child} */
export function UnplayableNote() {
  const t = useTranslation();
  const { note, changeNote } = useForm();
  return html`<div class="box-field box-field--wide">
    <label for=${fieldId(["note"])}>${t("box.note.label")}</label>
    <textarea
      id=${fieldId(["note"])}
      data-path="note"
      rows="3"
      onInput=${(/** @type {Event} */ event) => changeNote(/** @type {HTMLTextAreaElement} */ (event.target).value)}
    >
      ${note}
    </textarea
    >
    <small>${t("box.note.text")}</small>
  </div>`;
}
