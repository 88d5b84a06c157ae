// The first page and its form, the same in every house: who plays comes from the house, rules, card set and sending
// from here.
import { html, useRef, useState } from "../vendor/preact.js";
import { Refused } from "../core/api.js";
import { keep, recalled } from "../core/storage.js";
import { navigate, useTitle } from "../core/router.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { Head } from "../ui/PageHeader.js";
import { Choices, FaithAndDecks } from "./FaithAndDeckPicker.js";
import { useSetup } from "./LevelPicker.js";
import { RuleOptions } from "./RuleOptions.js";
import { Problems } from "../ui/ProblemList.js";

/** @import {Child} from "../vendor/preact" */
/** @import {NewGame, Setup} from "../core/types" */
/** @import {Choosable} from "../ui/RadioGroup" */
/** @typedef {{own: boolean, name: string, text: string, problem: string}} CardFile a card set of the reader's own */
/**
 * @typedef {object} Rules what is chosen of every game
 * @property {string} kind who plays
 * @property {NewGame["faith"]} faith
 * @property {NewGame["mode"]} mode
 * @property {NonNullable<NewGame["first"]>} first
 * @property {NonNullable<NewGame["claims"]>} claims
 * @property {16 | null} tokens
 * @property {number | null} turn_limit
 */
/**
 * @template Wish
 * @template Made
 * @typedef {object} Plan
 * @property {string} place under which the wish is kept
 * @property {Wish} usual
 * @property {(wish: Wish) => Wish} [fit] what was kept may be older than the page
 * @property {() => Promise<Made> | Made} prepare what goes with the wish, the same until there is an answer: two
 *   clicks make one game
 * @property {(wish: Wish, file: CardFile, made: Made) => Promise<string>} send gives the address of what was made
 */
/**
 * @template Wish
 * @typedef {object} Form
 * @property {Wish} wish
 * @property {(part: Partial<Wish>) => void} change
 * @property {CardFile} file
 * @property {(part: Partial<CardFile>) => void} changeFile
 * @property {Setup | null} setup
 * @property {boolean} busy
 * @property {Refused | null} refused
 * @property {(event: Event) => void} submit
 */

/** @type {Omit<Rules, "kind">} */
export const USUAL = {
  faith: "rolled",
  mode: "first",
  first: "rolled",
  claims: "at-once",
  tokens: 16,
  turn_limit: null,
};

/** The part of a request that says by which rules, and with which cards.
 * @param {Rules} wish
 * @param {CardFile} file */
export function rulesOf({ mode, first, claims, tokens, turn_limit }, file) {
  return { mode, first, claims, tokens, turn_limit, ...(file.own ? { cards: file.text, cards_file: file.name } : {}) };
}

/** Sends the wish and goes where it leads.
 * @template Wish
 * @template Made
 * @param {Plan<Wish, Made>} plan */
function useStart({ place, prepare, send }) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const made = useRef(/** @type {Made | null} */ (null));
  const start = async (/** @type {Wish} */ wish, /** @type {CardFile} */ file) => {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      made.current ??= await prepare();
      const address = await send(wish, file, made.current);
      keep(place, wish);
      navigate(address);
      scrollTo(0, 0);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (problem.status) made.current = null;
      setRefused(problem);
      setBusy(false);
    }
  };
  return { busy, refused, start, forget: () => setRefused(null) };
}

/** What was played last time is offered again.
 * @template Wish
 * @template Made
 * @param {Plan<Wish, Made>} plan
 * @returns {Form<Wish>} */
export function useForm(plan) {
  const t = useTexts();
  const setup = useSetup();
  const { place, usual, fit = (/** @type {Wish} */ wish) => wish } = plan;
  const [wish, setWish] = useState(() => fit({ ...usual, .../** @type {Partial<Wish>} */ (recalled(place) ?? {}) }));
  const [file, setFile] = useState({ own: false, name: "", text: "", problem: "" });
  const { busy, refused, start, forget } = useStart(plan);
  const change = (/** @type {Partial<Wish>} */ part) => setWish((before) => ({ ...before, ...part }));
  const changeFile = (/** @type {Partial<CardFile>} */ part) => {
    forget();
    setFile((before) => ({ ...before, problem: "", ...part }));
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (file.own && !file.text) setFile({ ...file, problem: t("pages.new.file_needed") });
    else start(wish, file);
  };
  return { wish, change, file, changeFile, setup, busy, refused, submit };
}

/**
 * @param {{form: Form<any>, legend: string, kinds: Choosable[], people: Child, whose: "own" | "one" | "all" | "",
 *   more?: Child, what?: string, go: string, then: string}} props
 *   people: who plays, by the kind that is chosen; more: what else is agreed on, `what` says it
 */
export function GameForm({ form, legend, kinds, people, whose, more, what, go, then }) {
  const t = useTexts();
  const { wish, change, file, changeFile, setup, busy, refused, submit } = form;
  return html`<form class="new" onSubmit=${submit} aria-busy=${busy}>
    <${Choices}
      name="kind"
      legend=${legend}
      value=${wish.kind}
      choices=${kinds}
      choose=${(/** @type {string} */ kind) => change({ kind })}
    />
    ${people}
    <${FaithAndDecks} wish=${wish} change=${change} who=${whose} />
    <${RuleOptions} wish=${wish} change=${change} setup=${setup} file=${file} changeFile=${changeFile} what=${what}>
      ${more}
    <//>
    ${refused && html`<${Problems}
      title=${t(file.own ? "pages.new.file_problems" : "pages.new.failed")}
      text=${refused.message || t("table.unreachable")}
    />`}
    <div class="go">
      <button class="btn btn--main" type="submit">${go}</button>
      <p role="status">${busy ? t("pages.new.starting") : then}</p>
    </div>
  </form>`;
}

/** The first page around its form.
 * @param {{children?: Child, side: Child, links?: Child, first?: Child}} props `side`: what else there is for a
 *   reader; `first`: what must not be missed */
export function FirstPage({ children, side, links, first }) {
  const t = useTexts();
  useTitle(`Sola Fide: ${t("pages.new.sub")}`);
  return html`
    <${Head} here="/" />
    <main class="sheet">
      <div class="title">
        <h1>Sola Fide</h1>
        <p class="title__sub">${t("pages.new.sub")}</p>
        <${Icon} name="ornament-rule" />
        <p class="title__what">${t("pages.new.what")}</p>
      </div>
      ${first}
      <div class="start">
        ${children}
        <aside class="start__side" aria-label=${t("pages.new.aside")}>
          ${side}
          <section class="block again">
            <h2 class="head2">${t("pages.new.here")}</h2>
            <a class="btn" href="/rules"><${Icon} name="ui-book" />${t("pages.new.learn")}</a>
            <p class="note">${t("pages.new.simply")}</p>
            ${links && html`<p class="start__links">${links}</p>`}
          </section>
        </aside>
      </div>
    </main>
  `;
}
