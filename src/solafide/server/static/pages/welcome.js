// The first page where people play far apart: with a friend, with one of ours, or with whoever comes.
import { html, useRef, useState } from "../vendor/preact.js";
import { Refused, clientId, newTable } from "../lib/api.js";
import { keep, recalled } from "../lib/memory.js";
import { navigate, useTitle } from "../lib/router.js";
import { keepName, keepTable, newContribution, newSecret, ownName, playerKey } from "../lib/seats.js";
import { useTexts } from "../lib/texts.js";
import { Icon, Token } from "../table/icon.js";
import { Head } from "./head.js";
import { Choices, FaithAndDecks, fan } from "./kinds.js";
import { Levels, useSetup } from "./levels.js";
import { MineInShort } from "./mygames.js";
import { NameField } from "./namefield.js";
import { OpenTables } from "./opentables.js";
import { RuleOptions } from "./options.js";
import { PACES, paceText } from "./pace.js";
import { Problems } from "./problems.js";
import { Seg } from "./seg.js";

/** @import {Arrival, NewTable} from "../lib/types" */
/** @import {CardFile} from "./newgame" */
/** @typedef {"friend" | "ours" | "open"} Kind */
/**
 * @typedef {object} Wish what is chosen on this page
 * @property {Kind} kind
 * @property {string} level of the opponent
 * @property {NewTable["faith"]} faith
 * @property {NewTable["mode"]} mode
 * @property {NonNullable<NewTable["first"]>} first
 * @property {NonNullable<NewTable["claims"]>} claims
 * @property {16 | null} tokens
 * @property {number | null} turn_limit
 * @property {keyof typeof PACES} pace
 * @property {boolean} study
 */
/** @typedef {{secret: string, invite: string, watch: string, contribution: string, promise: string}} Secrets */

const PLACE = "newtable";
/** @type {Wish} */
const USUAL = { kind: "friend", level: "magister", faith: "rolled", mode: "first", first: "rolled", claims: "at-once", tokens: 16, turn_limit: null, pace: "none", study: false };

/** What was played last time is offered again.
 * @returns {Wish} */
function remembered() {
  const found = { ...USUAL, .../** @type {Partial<Wish>} */ (recalled(PLACE) ?? {}) };
  return found.pace in PACES ? found : { ...found, pace: "none" };
}

/** @returns {Promise<Secrets>} */
async function drawn() {
  return { secret: newSecret(), invite: newSecret(), watch: newSecret(), ...(await newContribution()) };
}

/**
 * @param {Wish} wish
 * @param {CardFile} file
 * @param {string} name
 * @param {Secrets} made
 * @returns {Omit<NewTable, "client">}
 */
function request(wish, file, name, { secret, invite, watch, promise }) {
  const { kind, level, faith, mode, first, claims, tokens, turn_limit, study } = wish;
  const rules = { faith, mode, first, claims, tokens, turn_limit, ...(file.own ? { cards: file.text, cards_file: file.name } : {}) };
  const people = { opponent: kind === "ours" ? level : "person", pace: kind === "ours" ? null : PACES[wish.pace], study: kind === "ours" || study, open: kind === "open" };
  return { secret, invite, watch, promise, player: playerKey(), name, ...people, ...rules };
}

/** @param {Arrival} arrival
 * @param {Secrets} made
 * @param {string} name
 * @param {Kind} kind */
function keepSeat({ game, person }, { secret, invite, watch, contribution }, name, kind) {
  keepTable(game, { secret, person: person === "2" ? "2" : "1", contribution, name, watch, gate: kind === "friend" ? invite : undefined });
}

/** Sends the wish; the same id and the same secrets until there is an answer, so that two clicks make one table. */
function useStart() {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const sent = useRef(/** @type {{client: string, made: Secrets} | null} */ (null));
  const start = async (/** @type {Wish} */ wish, /** @type {CardFile} */ file, /** @type {string} */ name) => {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      sent.current ??= { client: clientId(), made: await drawn() };
      const { client, made } = sent.current;
      const arrival = await newTable({ ...request(wish, file, name, made), client });
      keepSeat(arrival, made, name, wish.kind);
      keepName(name);
      keep(PLACE, wish);
      navigate(`/table/${arrival.game}`);
      scrollTo(0, 0);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      if (problem.status) sent.current = null;
      setRefused(problem);
      setBusy(false);
    }
  };
  return { busy, refused, start, forget: () => setRefused(null) };
}

/** @type {Record<Kind, () => unknown>} */
const ART = {
  friend: () => html`<${Token} faith="C" /><${Token} faith="P" />`,
  ours: () => html`<${Token} faith="C" />${fan("P")}`,
  open: () => html`${fan("C")}<${Token} faith="P" />`,
};

/** @param {{wish: Wish, change: (part: Partial<Wish>) => void}} props */
function Pacing({ wish, change }) {
  const t = useTexts();
  const paces = Object.keys(PACES).map((value) => ({ value, name: t(`online.pace.${value}.name`), text: paceText(t, PACES[value]) }));
  return html`<${Seg} name="pace" class="seg--down" legend=${t("online.pace_legend")} value=${wish.pace} choices=${paces} choose=${(/** @type {string} */ pace) => change({ pace })} />`;
}

/** @param {{wish: Wish, change: (part: Partial<Wish>) => void}} props */
function Study({ wish, change }) {
  const t = useTexts();
  const choices = ["without", "with"].map((each) => ({ value: each === "with", name: t(`online.study.${each}.name`), text: t(`online.study.${each}.text`) }));
  return html`<${Seg} name="study" class="seg--down" legend=${t("online.study_legend")} value=${wish.study} choices=${choices} choose=${(/** @type {boolean} */ study) => change({ study })} />`;
}

function Form() {
  const t = useTexts();
  const setup = useSetup();
  const [wish, setWish] = useState(remembered);
  const [name, setName] = useState(ownName);
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
    else start(wish, file, name.trim());
  };
  const kinds = /** @type {Kind[]} */ (Object.keys(ART)).map((each) => ({ value: each, name: t(`online.kind.${each}.name`), text: t(`online.kind.${each}.text`), art: ART[each]() }));
  const people = wish.kind !== "ours";
  return html`<form class="new" onSubmit=${submit} aria-busy=${busy}>
    <${Choices} name="kind" legend=${t("pages.new.title")} value=${wish.kind} choices=${kinds} choose=${(/** @type {Kind} */ kind) => change({ kind })} />
    ${wish.kind === "ours" ? html`<${Levels} setup=${setup} name="level" legend=${t("pages.new.opponent")} value=${wish.level} choose=${(/** @type {string} */ level) => change({ level })} />` : html`<${NameField} value=${name} change=${setName} note=${t(`online.name_note.${wish.kind}`)} />`}
    <${FaithAndDecks} wish=${wish} change=${change} who="own" />
    <${RuleOptions} wish=${wish} change=${change} setup=${setup} file=${file} changeFile=${changeFile} what=${people ? t("online.more_what") : undefined}>${people && html`<${Pacing} wish=${wish} change=${change} /><${Study} wish=${wish} change=${change} />`}<//>
    ${refused && html`<${Problems} title=${t(file.own ? "pages.new.file_problems" : "pages.new.failed")} text=${refused.message || t("table.unreachable")} />`}
    <div class="go">
      <button class="btn btn--main" type="submit">${t(`online.go.${wish.kind}`)}</button>
      <p role="status">${busy ? t("pages.new.starting") : t(`online.then.${wish.kind}`)}</p>
    </div>
  </form>`;
}

export default function WelcomePage() {
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
          <${MineInShort} />
          <${OpenTables} />
          <section class="block again">
            <h2 class="head2">${t("pages.new.here")}</h2>
            <a class="btn" href="/rules"><${Icon} name="ui-book" />${t("pages.new.learn")}</a>
            <p class="note">${t("pages.new.simply")}</p>
            <p class="start__links"><a href="/deal">${t("deals.offer")}</a></p>
          </section>
        </aside>
      </div>
    </main>`;
}
