// The form of a new game: its values, sending them, and the fields that all kinds of games have.
import { html, useRef, useState } from "../vendor/preact.js";
import { requestedFile } from "../box/storedBox.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { navigate } from "../core/router.js";
import { readStored, writeStored } from "../core/storage.js";
import { useSetup } from "../core/useSetup.js";
import { PictureRadioGroup } from "../ui/PictureRadioGroup.js";
import { ProblemList } from "../ui/ProblemList.js";
import { FaithAndDeckPicker } from "./FaithAndDeckPicker.js";
import { RuleOptions } from "./RuleOptions.js";

/** @import {Child} from "../vendor/preact" */
/** @import {NewGame, Setup} from "../core/types" */
/** @import {RadioChoice} from "../ui/RadioGroup" */
/** The card set of a game.
 * @typedef {object} CardFile
 * @property {boolean} own false for a built-in set
 * @property {boolean} isBox the own set that this browser stores
 * @property {number | null} version of an earlier built-in set; null for the newest one
 * @property {string} name
 * @property {string} text
 * @property {string} problem */
/**
 * The values that every form has. Browsers store them: never rename a field without `migrate`.
 * @typedef {object} RuleValues
 * @property {string} kind who plays
 * @property {NewGame["faith"]} faith
 * @property {NewGame["mode"]} mode
 * @property {NonNullable<NewGame["first"]>} first
 * @property {NonNullable<NewGame["claims"]>} claims
 * @property {16 | null} tokens
 * @property {number | null} turn_limit
 */
/**
 * @template Values
 * @template Prepared
 * @typedef {object} FormPlan
 * @property {string} storedAs the name under which the values are stored for the next time
 * @property {Values} defaults
 * @property {(values: Values) => Values} [migrate] repairs stored values of an older page
 * @property {() => Promise<Prepared> | Prepared} prepare makes secrets and the idempotency key; the same are sent until
 *   the server has answered, so that two clicks make one game
 * @property {(values: Values, file: CardFile, prepared: Prepared) => Promise<string>} send returns the address of the
 *   new game
 */
/**
 * @template Values
 * @typedef {object} Form
 * @property {Values} values
 * @property {(changes: Partial<Values>) => void} change
 * @property {CardFile} file
 * @property {(changes: Partial<CardFile>) => void} changeFile
 * @property {Setup | null} setup
 * @property {boolean} busy
 * @property {RequestRefused | null} error
 * @property {(event: Event) => void} submit
 */

/** @type {Omit<RuleValues, "kind">} */
export const DEFAULT_RULES = {
  faith: "rolled",
  mode: "first",
  first: "rolled",
  claims: "at-once",
  tokens: 16,
  turn_limit: null,
};

/** The built-in card set.
 * @type {CardFile} */
/** @type {CardFile} */
export const NO_FILE = { own: false, isBox: false, version: null, name: "", text: "", problem: "" };

/** The rules and the card set of a request.
 * @param {RuleValues} values
 * @param {CardFile} file */
export function rulesRequest({ mode, first, claims, tokens, turn_limit }, file) {
  const own = file.own ? { cards: file.text, cards_file: file.name } : {};
  const earlier = !file.own && file.version ? { set_version: file.version } : {};
  return { mode, first, claims, tokens, turn_limit, ...own, ...earlier };
}

/** Send the values, store them for the next time, and show the new game.
 * @template Values
 * @template Prepared
 * @param {FormPlan<Values, Prepared>} plan */
function useSubmit({ storedAs, prepare, send }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {RequestRefused | null} */ (null));
  const prepared = useRef(/** @type {Prepared | null} */ (null));
  const start = async (/** @type {Values} */ values, /** @type {CardFile} */ file) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      prepared.current ??= await prepare();
      const address = await send(values, file, prepared.current);
      writeStored(storedAs, values);
      navigate(address);
      scrollTo(0, 0);
    } catch (problem) {
      if (!(problem instanceof RequestRefused)) throw problem;
      if (problem.status) prepared.current = null;
      setError(problem);
      setBusy(false);
    }
  };
  return { busy, error, start, clearError: () => setError(null) };
}

/** A form that begins with the values of the last time.
 * @template Values
 * @template Prepared
 * @param {FormPlan<Values, Prepared>} plan
 * @returns {Form<Values>} */
export function useGameForm(plan) {
  const t = useTranslation();
  const setup = useSetup();
  const { storedAs, defaults, migrate = (/** @type {Values} */ stored) => stored } = plan;
  const [values, setValues] = useState(() =>
    migrate({ ...defaults, .../** @type {Partial<Values>} */ (readStored(storedAs) ?? {}) }),
  );
  const [file, setFile] = useState(() => requestedFile() ?? NO_FILE);
  const { busy, error, start, clearError } = useSubmit(plan);
  const change = (/** @type {Partial<Values>} */ changes) => setValues((before) => ({ ...before, ...changes }));
  const changeFile = (/** @type {Partial<CardFile>} */ changes) => {
    clearError();
    setFile((before) => ({ ...before, problem: "", ...changes }));
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (file.own && !file.text) setFile({ ...file, problem: t("pages.new.file_needed") });
    else start(values, file);
  };
  return { values, change, file, changeFile, setup, busy, error, submit };
}

/** A sentence below the button, if one fits the choices: that they suit a first game, or that cards are chosen first.
 * @param {ReturnType<typeof useTranslation>} t
 * @param {{values: RuleValues, file: CardFile}} form */
export function submitText(t, { values, file }) {
  if (values.mode === "draft") return t("pages.new.drafted");
  const rules = /** @type {const} */ (["first", "claims", "tokens", "turn_limit"]);
  const isFirstGame = !file.own && !file.version && rules.every((rule) => values[rule] === DEFAULT_RULES[rule]);
  return isFirstGame ? t("pages.new.enough") : "";
}

/**
 * @typedef {object} GameFormProps
 * @property {Form<any>} form
 * @property {string} [legend] of the kinds of games
 * @property {RadioChoice[]} [kinds] to choose among on this form
 * @property {Child} people fields that depend on the kind of game
 * @property {"own" | "one" | "all" | ""} faithOf whose faith is chosen
 * @property {Child} [more] further fields among the rules
 * @property {string} [moreText] what can be found there
 * @property {string} submitLabel
 * @property {string} [submitText] what follows
 */

/** @param {GameFormProps} props */
export function GameForm({ form, legend, kinds, people, faithOf, more, moreText, submitLabel, submitText }) {
  const t = useTranslation();
  const { values, change, file, changeFile, setup, busy, error, submit } = form;
  return html`<form class="new" onSubmit=${submit} aria-busy=${busy}>
    ${kinds && html`<${PictureRadioGroup}
      name="kind"
      legend=${legend}
      value=${values.kind}
      choices=${kinds}
      choose=${(/** @type {string} */ kind) => change({ kind })}
    />`}
    ${people}
    <div class="new__start">
      <${FaithAndDeckPicker} values=${values} change=${change} faithOf=${faithOf} />
      <div class="go">
        <button class="btn btn--main" type="submit">${submitLabel}</button>
        <p role="status">${busy ? t("pages.new.starting") : submitText}</p>
      </div>
    </div>
    ${error && html`<${ProblemList}
      title=${t(file.own ? "pages.new.file_problems" : "pages.new.failed")}
      text=${error.message || t("table.unreachable")}
    />`}
    <${RuleOptions}
      values=${values}
      change=${change}
      setup=${setup}
      file=${file}
      changeFile=${changeFile}
      moreText=${moreText}
    >
      ${more}
    <//>
  </form>`;
}
