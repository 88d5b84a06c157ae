// The first page: everything is chosen beforehand, so that one click on Play suffices.
import { html, useRef, useState } from "../vendor/preact.js";
import { Refused, clientId, newGame } from "../lib/api.js";
import { navigate, useTitle } from "../lib/router.js";
import { useTexts } from "../lib/texts.js";
import { Icon, Token } from "../table/icon.js";
import { Unfinished } from "./gamelist.js";
import { Head } from "./head.js";
import { Choices, FaithAndDecks, fan } from "./kinds.js";
import { Levels, useSetup } from "./levels.js";
import { RuleOptions } from "./options.js";
import { Problems } from "./problems.js";

/** @import {NewGame, Setup} from "../lib/types" */
/** @typedef {"ours" | "here" | "watch"} Kind */
/**
 * @typedef {object} Wish what is chosen on this page
 * @property {Kind} kind
 * @property {string} level of the opponent
 * @property {string} catholic who plays them when one watches
 * @property {string} protestant
 * @property {NewGame["faith"]} faith
 * @property {NewGame["mode"]} mode
 * @property {NonNullable<NewGame["first"]>} first
 * @property {NonNullable<NewGame["claims"]>} claims
 * @property {16 | null} tokens
 * @property {number | null} turn_limit
 */
/** @typedef {{own: boolean, name: string, text: string, problem: string}} CardFile a card set of the reader's own */

const PLACE = "solafide.newgame";
/** @type {Wish} */
const USUAL = {
  kind: "ours",
  level: "magister",
  catholic: "licentiate",
  protestant: "doctor",
  faith: "rolled",
  mode: "first",
  first: "rolled",
  claims: "at-once",
  tokens: 16,
  turn_limit: null,
};

/** What was played last time is offered again.
 * @returns {Wish} */
function remembered() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return USUAL;
  }
}

/** @param {Wish} wish */
function remember(wish) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(wish));
  } catch {
    // A browser without a store forgets, but goes on.
  }
}

/**
 * @param {Wish} wish
 * @param {CardFile} file
 * @param {string} client
 * @returns {NewGame}
 */
function request(wish, file, client) {
  const { kind, level, catholic, protestant, faith, mode, first, claims, tokens, turn_limit } = wish;
  const players = { ours: { 1: "person", 2: level }, here: { 1: "person", 2: "person" }, watch: { 1: catholic, 2: protestant } }[kind];
  const rules = { mode, first, claims, tokens, turn_limit, client };
  return { players, faith: kind === "watch" ? "C" : faith, ...rules, ...(file.own ? { cards: file.text, cards_file: file.name } : {}) };
}

/** Sends the wish; the same client id until there is an answer, so that two clicks make one game. */
function useStart() {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const client = useRef(clientId());
  const start = async (/** @type {Wish} */ wish, /** @type {CardFile} */ file) => {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      const moment = await newGame(request(wish, file, client.current));
      remember(wish);
      navigate(`/game/${moment.game}`);
      scrollTo(0, 0);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (problem.status) client.current = clientId();
      setRefused(problem);
      setBusy(false);
    }
  };
  return { busy, refused, start, forget: () => setRefused(null) };
}

/** @type {Record<Kind, () => unknown>} */
const ART = {
  ours: () => html`<${Token} faith="C" />${fan("P")}`,
  here: () => html`<${Token} faith="C" /><${Token} faith="P" />`,
  watch: () => html`${fan("C")}${fan("P")}`,
};

/** @param {{kind: Kind, choose: (kind: Kind) => void}} props */
function Kinds({ kind, choose }) {
  const t = useTexts();
  const kinds = /** @type {Kind[]} */ (Object.keys(ART)).map((each) => ({ value: each, name: t(`pages.new.kind.${each}.name`), text: t(`pages.new.kind.${each}.text`), art: ART[each]() }));
  return html`<${Choices} name="kind" legend=${t("pages.new.title")} value=${kind} choices=${kinds} choose=${choose} />`;
}

/** @param {{wish: Wish, change: (part: Partial<Wish>) => void, setup: Setup | null}} props */
function Opponents({ wish, change, setup }) {
  const t = useTexts();
  if (wish.kind === "here") return html`<p class="note">${t("pages.new.here_note")}</p>`;
  if (wish.kind === "ours") return html`<${Levels} setup=${setup} name="level" legend=${t("pages.new.opponent")} value=${wish.level} choose=${(/** @type {string} */ level) => change({ level })} />`;
  return html`<${Levels} against=${false} setup=${setup} name="catholic" legend=${t("pages.new.played.C")} value=${wish.catholic} choose=${(/** @type {string} */ catholic) => change({ catholic })} />
    <${Levels} against=${false} setup=${setup} name="protestant" legend=${t("pages.new.played.P")} value=${wish.protestant} choose=${(/** @type {string} */ protestant) => change({ protestant })} />`;
}

function Form() {
  const t = useTexts();
  const setup = useSetup();
  const [wish, setWish] = useState(remembered);
  const [file, setFile] = useState({ own: false, name: "", text: "", problem: "" });
  const { busy, refused, start, forget } = useStart();
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
  const title = t(file.own ? "pages.new.file_problems" : "pages.new.failed");
  return html`<form class="new" onSubmit=${submit} aria-busy=${busy}>
    <${Kinds} kind=${wish.kind} choose=${(/** @type {Kind} */ kind) => change({ kind })} />
    <${Opponents} wish=${wish} change=${change} setup=${setup} />
    <${FaithAndDecks} wish=${wish} change=${change} who=${wish.kind === "here" ? "one" : wish.kind === "watch" ? "" : "own"} />
    <${RuleOptions} wish=${wish} change=${change} setup=${setup} file=${file} changeFile=${changeFile} />
    ${refused && html`<${Problems} title=${title} text=${refused.message || t("table.unreachable")} />`}
    <div class="go">
      <button class="btn btn--main" type="submit">${t(wish.kind === "watch" ? "pages.new.watch" : "pages.new.play")}</button>
      <p role="status">${t(busy ? "pages.new.starting" : "pages.new.enough")}</p>
    </div>
  </form>`;
}

export default function NewGamePage() {
  const t = useTexts();
  useTitle(`Sola Fide: ${t("pages.new.sub")}`);
  return html`<${Head} here="/" />
    <main class="sheet">
      <div class="title">
        <h1>Sola Fide</h1>
        <p class="title__sub">${t("pages.new.sub")}</p>
        <${Icon} name="ornament-rule" />
        <p class="title__what">${t("pages.new.what")}</p>
      </div>
      <div class="start">
        <${Form} />
        <aside class="start__side" aria-label=${t("pages.new.aside")}>
          <${Unfinished} />
          <section class="block again">
            <h2 class="head2">${t("pages.new.here")}</h2>
            <a class="btn" href="/rules"><${Icon} name="ui-book" />${t("pages.new.learn")}</a>
            <p class="note">${t("pages.new.simply")}</p>
          </section>
        </aside>
      </div>
    </main>`;
}
