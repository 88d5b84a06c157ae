// The draft: three large cards, the deck so far, what it can do, and the coach's opinion if it is wanted.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Refused, getHint } from "../core/api.js";
import { useTitle } from "../core/router.js";
import { set } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Card } from "../table/Card.js";
import { Icon, Token } from "../ui/Icon.js";
import { usePart } from "../core/lazy.js";
import { canResign } from "../table/TableContext.js";
import { Head } from "../ui/PageHeader.js";

/** @import {CardFace, Faces, Faith, HintSaid, Moment, Option} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @import {PartProps} from "../table/types" */
/** @typedef {HintSaid | "thinking" | "silent" | null} Opinion */

const CARDS = 15;
const KINDS = [
  "convert",
  "neutrals",
  "neutralise",
  "shift",
  "disputation",
  "draw",
  "discard",
  "military",
  "persistent",
];

/** The kinds of effect of a card; what it costs is none of them.
 * @param {CardFace} face */
function kindsOf(face) {
  const effects = face.block.slice(face.block.indexOf(":") + 1);
  const flags = [face.military && "military", face.persistent && "persistent"];
  return new Set([...effects, ...flags]);
}

/** @param {Moment} moment
 * @param {boolean} wanted
 * @returns {Opinion} */
function useOpinion(moment, wanted) {
  const [told, tell] = useState(/** @type {{version: number, opinion: Opinion}} */ ({ version: -1, opinion: null }));
  const asked = wanted && moment.view.decision !== null && !moment.may.hint;
  useEffect(() => {
    if (!asked) return undefined;
    let here = true;
    const show = (/** @type {Opinion} */ opinion) => here && tell({ version: moment.version, opinion });
    show("thinking");
    getHint(moment.game, { seat: moment.seat, version: moment.version }).then(show, (refused) => {
      if (!(refused instanceof Refused)) throw refused;
      show("silent");
    });
    return () => void (here = false);
  }, [asked, moment.game, moment.seat, moment.version]);
  if (!asked) return null;
  return told.version === moment.version ? told.opinion : "thinking";
}

/** @param {{opinion: Opinion, choice: string}} props */
function Said({ opinion, choice }) {
  const t = useTexts();
  if (opinion === null) return html`<p class="opinion opinion--none"></p>`;
  if (opinion === "thinking") return html`<p class="opinion">${t("pages.draft.coach_thinks")}</p>`;
  if (opinion === "silent") return html`<p class="opinion">${t("pages.draft.coach_fails")}</p>`;
  const advice = opinion.choices.find((each) => each.choice === choice);
  const best = advice !== undefined && advice === opinion.choices[0];
  const key = !advice?.chance_text ? "coach_plain" : best ? "coach_best" : "coach_other";
  return html`<div class=${`opinion${best ? " opinion--best" : ""}`}>
    <b>
      ${best && html`<span aria-hidden="true">☞ </span>`}
      ${t(`pages.draft.${key}`, { chance: advice?.chance_text ?? "" })}
    </b>
    ${advice?.reasons.map((reason) => html`<span class="opinion__why">${reason.text} </span>`)}
  </div>`;
}

/** One of the three, with its key.
 * @param {{option: Option, at: number, face: CardFace, opinion: Opinion, send: PartProps["send"]}} props */
function Offer({ option, at, face, opinion, send }) {
  const t = useTexts();
  // The second click of a double one would fall on a card that nobody has read yet.
  const keep = (/** @type {MouseEvent} */ event) => event.detail < 2 && send(option.choice);
  return html`<div class="offer">
    <${Card} face=${face} size="big" />
    <${Said} opinion=${opinion} choice=${option.choice} />
    <button class="btn" type="button" aria-keyshortcuts=${at + 1} onClick=${keep}>
      ${t("pages.draft.keep")}
      <span class="sr">: ${face.name}</span> <kbd aria-hidden="true">${at + 1}</kbd>
    </button>
  </div>`;
}

/** Keys 1 to 3 keep a card, unless something lies above the page or is being typed into.
 * @param {Option[]} options
 * @param {PartProps["send"]} send */
function useKeys(options, send) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const option = options[Number(event.key) - 1];
      const typing = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
      if (
        !option ||
        typing ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector("dialog[open]")
      )
        return;
      event.preventDefault();
      send(option.choice);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [options, send]);
}

/** @param {{n: number, faith: Faith}} props */
function Progress({ n, faith }) {
  const t = useTexts();
  const state = (/** @type {number} */ at) => (at < n ? "done" : at === n ? "now" : "");
  const label = t("pages.draft.progress", { n, all: CARDS });
  return html`<div class=${`steps15 steps15--${faith.toLowerCase()}`} role="img" aria-label=${label}>
    ${Array.from({ length: CARDS }, (_, at) => html`<i key=${at} class=${state(at)}></i>`)}
  </div>`;
}

/** @param {{kept: string[], faces: Faces}} props */
function Deck({ kept, faces }) {
  const t = useTexts();
  const shown = kept.map((card) => faces.cards[card]).toSorted((a, b) => a.number - b.number);
  return html`<section class="block">
    <h2 class="head2">
      ${t("pages.draft.deck")} <span class="quiet">${t("pages.draft.deck_count", { n: kept.length, all: CARDS })}</span>
    </h2>
    ${!kept.length && html`<p class="note">${t("pages.draft.deck_empty")}</p>`}
    <ol class="deck">
      ${shown.map((face) => {
        const mark = face.block.slice(face.block.indexOf(":") + 1)[0] ?? "persistent";
        return html`<li key=${face.card}>
          <span class="no">${face.number}</span>
          <${Icon} name=${`fx-${mark}`} />
          <span>${face.name}</span>
          <span class="quiet onum">${face.year}</span>
        </li>`;
      })}
    </ol>
  </section>`;
}

/** @param {{kept: string[], faces: Faces, faith: Faith}} props */
function Kinds({ kept, faces, faith }) {
  const t = useTexts();
  const party = faith.toLowerCase();
  const all = kept.map((card) => kindsOf(faces.cards[card]));
  return html`<ul class="kinds">
    ${KINDS.map((kind) => {
      const n = all.filter((kinds) => kinds.has(kind)).length;
      const bars = Array.from({ length: n }, (_, at) => html`<i key=${at} class=${`hatch-${party}`}></i>`);
      return html`<li key=${kind}>
        <${Icon} name=${`fx-${kind}`} />
        <span>${t(`pages.draft.kind.${kind}`)}</span>
        <span class=${`bar bar--${party}`} aria-hidden="true">${bars}</span>
        <b class="lining">${n}</b>
      </li>`;
    })}
  </ul>`;
}

/** Whoever only watches sees how far both are.
 * @param {{moment: Moment, company?: Child}} props */
function Watched({ moment, company }) {
  const t = useTexts();
  const faiths = /** @type {Faith[]} */ (["C", "P"]);
  return html`
    <${Head} />
    <main class="sheet">
      ${company}
      <div class="sheet__title">
        <h1>${t("pages.new.deck.draft.name")}</h1>
        <p role="status">${moment.said.question}</p>
      </div>
      <div class="draft--watched">
        ${faiths.map((faith) => html`<section key=${faith}>
          <h2><${Token} faith=${faith} />${t(`pages.result.side.${faith}`)}</h2>
          <${Progress} n=${moment.view.faiths[faith].picks ?? 0} faith=${faith} />
        </section>`)}
      </div>
    </main>
  `;
}

/** @param {PartProps & {problem?: string, company?: Child}} props */
export default function Draft(props) {
  return props.moment.view.own ? (
    html`<${Drafting} ...${props} />`
  ) : (
    html`<${Watched} moment=${props.moment} company=${props.company} />`
  );
}

/** @param {{part: PartProps}} props */
function GiveUp({ part }) {
  const t = useTexts();
  const [asked, ask] = useState(false);
  const sheet = usePart(asked ? "online/ResignDialog.js" : null);
  if (!canResign(part.moment)) return null;
  return html`
    <p>
      <button class="btn btn--bare" type="button" onClick=${() => ask(true)}>
        <${Icon} name="ui-flag" />
        ${t("online.menu.resign")}
      </button>
    </p>
    ${sheet && html`<${sheet.default} ...${part} close=${() => ask(false)} />`}
  `;
}

/** @param {PartProps & {problem?: string, company?: Child}} props */
function Drafting(props) {
  const { moment, send, settings, faces, problem, company } = props;
  const t = useTexts();
  const { own, decision } = moment.view;
  const kept = own?.kept ?? [];
  const faith = /** @type {Faith} */ (moment.seat === "P" ? "P" : "C");
  const options = decision ? moment.said.options.filter((option) => option.card) : [];
  const opinion = useOpinion(moment, settings.coach);
  useKeys(options, send);
  useTitle(t(options.length ? "table.title_turn" : "table.title"));
  return html`
    <${Head} where=${t("pages.draft.where", { faith: t(`pages.new.faith_is.${faith}`) })} />
    <main class="sheet">
      ${company}
      <div class="sheet__title">
        <h1>${t(options.length ? "pages.draft.title" : "pages.draft.wait")}</h1>
        <p role="status">
          ${options.length
            ? t("pages.draft.round", { round: Math.min(kept.length + 1, CARDS), rounds: CARDS })
            : moment.said.question}
        </p>
      </div>
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <${Progress} n=${kept.length} faith=${faith} />
      <div class=${options.length ? "draft" : "draft draft--done"}>
        ${options.length > 0 && html`<section class="trio" aria-label=${t("pages.draft.trio")}>
          ${options.map((option, at) => html`<${Offer}
            key=${at}
            option=${option}
            at=${at}
            face=${faces.cards[option.card ?? ""]}
            opinion=${opinion}
            send=${send}
          />`)}
        </section>`}
        <aside class="draft__side" aria-label=${t("pages.draft.deck")}>
          <${Deck} kept=${kept} faces=${faces} />
          <section class="block">
            <h2 class="head2">${t("pages.draft.kinds")}</h2>
            <${Kinds} kept=${kept} faces=${faces} faith=${faith} />
            <p class="note">${t("pages.draft.kinds_note")}</p>
            ${moment.company && !moment.company.study ? (
              html`<p class="note">${moment.may.hint}</p>`
            ) : (
              html`<label class="switch">
                <input
                  type="checkbox"
                  checked=${settings.coach}
                  onChange=${() => set({ coach: !settings.coach })}
                /> ${t("pages.draft.coach")}
              </label>`
            )}
          </section>
          <${GiveUp} part=${props} />
        </aside>
      </div>
    </main>
  `;
}
