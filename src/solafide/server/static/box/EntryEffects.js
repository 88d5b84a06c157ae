// What a card does: a list of effects, or one of the other kinds of cards that the first select offers.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { EachEffect, EffectList, PersistentFields, UnplayableNote } from "./Effects.js";
import { Field } from "./Field.js";
import { useForm } from "./FormContext.js";

/** @import {EntryFields, FormField, Vocabulary} from "../core/types" */
/** @typedef {Vocabulary["bodies"][number]} BodyForm */

const EFFECTS = "effects";

/** The kind of a card, if it is no plain list of effects.
 * @param {BodyForm[]} bodies
 * @param {EntryFields} fields
 * @returns {BodyForm | undefined} */
export const bodyOf = (bodies, fields) =>
  bodies.find(({ body, start }) =>
    typeof start[body] === "object" ? typeof fields[body] === "object" : fields[body] === start[body],
  );

/** The fields of a card that becomes one of another kind: without those of the kind before.
 * @param {BodyForm[]} bodies
 * @param {EntryFields} fields
 * @param {string} value a kind of card, an effect, or "" for nothing
 * @returns {EntryFields} */
export function withBody(bodies, fields, value) {
  const before = bodyOf(bodies, fields);
  const after = bodies.find(({ body }) => body === value);
  const removed = new Set([
    EFFECTS,
    ...Object.keys(before?.start ?? {}),
    ...(after?.excludes ?? []).map((field) => field.split(".")[0]),
  ]);
  const stay = Object.fromEntries(Object.entries(fields).filter(([name]) => !removed.has(name)));
  if (after) return { ...stay, ...structuredClone(after.start) };
  return value ? { ...stay, [EFFECTS]: [{ effect: value }] } : stay;
}

/** @param {{body: BodyForm}} props */
function BodyFields({ body }) {
  if (body.body === "each") return html`<${EachEffect} path=${["each"]} />`;
  if (body.body === "persistent") return html`<${PersistentFields} path=${["persistent"]} />`;
  return html`<${UnplayableNote} />`;
}

/** @param {{field: FormField, entryFields: EntryFields}} props */
export function EntryEffects({ field, entryFields }) {
  const t = useTranslation();
  const { vocabulary, kind, change } = useForm();
  const bodies = vocabulary.bodies.filter((each) => each.kinds.some((fits) => fits === kind));
  const chosen = bodyOf(bodies, entryFields);
  const first = {
    values: bodies.map(({ body, name }) => ({ value: body, name })),
    chosen: chosen?.body ?? "",
    choose: (/** @type {string} */ value) => change(withBody(bodies, entryFields, value)),
    fields: chosen && html`<${BodyFields} body=${chosen} />`,
  };
  return html`<fieldset class="box-does">
    <legend>${field.label}</legend>
    <${EffectList} path=${[EFFECTS]} high=${field.high} first=${bodies.length ? first : undefined} />
    ${chosen?.body === "playable" && html`<p class="note">${t("box.unplayable")}</p>`}
  </fieldset>`;
}

/** The fields besides name and effects, without those that do not go with this kind of card.
 * @param {{fields: FormField[], entryFields: EntryFields}} props */
export function OtherFields({ fields, entryFields }) {
  const { vocabulary, kind } = useForm();
  const bodies = vocabulary.bodies.filter((each) => each.kinds.some((fits) => fits === kind));
  const excluded = bodyOf(bodies, entryFields)?.excludes ?? [];
  return fields
    .filter(({ field }) => !excluded.includes(field))
    .map((field) => html`<${Field} key=${field.field} place=${[]} field=${field} />`);
}
