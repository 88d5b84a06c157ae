// The draft: three cards to choose from, the deck so far, its effects, and the coach's advice if it is wanted.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { getHint } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { canResign } from "../core/moment.js";
import { RequestRefused } from "../core/request.js";
import { changeSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { Card } from "../table/Card.js";
import { EmpireMap } from "../table/EmpireMap.js";
import { useOpenedCard } from "../table/useOpenedCard.js";
import { Icon } from "../ui/Icon.js";
import { PageFooter } from "../ui/PageFooter.js";
import { PageHeader } from "../ui/PageHeader.js";
import { useDrag } from "../ui/useDrag.js";

/** @import {CardFace, CardSetFaces, Faith, HintResponse, Moment, Option} from "../core/types" */
/** @import {Child, Ref} from "../vendor/preact" */
/** @import {PanelProps} from "../table/types" */
/** @typedef {HintResponse | "thinking" | "silent" | null} Opinion */

const DECK_CARDS = 15;
const EFFECT_KINDS = [
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

/** The kinds of effect of a card, without its cost.
 * @param {CardFace} face */
function effectKinds(face) {
  const effects = face.emblems.slice(face.emblems.indexOf(":") + 1);
  const flags = [face.military && "military", face.persistent && "persistent"];
  return new Set([...effects, ...flags]);
}

/** @param {Moment} moment
 * @param {boolean} isEnabled
 * @returns {Opinion} */
function useOpinion(moment, isEnabled) {
  const [latest, setLatest] = useState(
    /** @type {{version: number, opinion: Opinion}} */ ({ version: -1, opinion: null }),
  );
  const isWanted = isEnabled && moment.view.decision !== null && !moment.permissions.hint;
  useEffect(() => {
    if (!isWanted) return undefined;
    let active = true;
    const show = (/** @type {Opinion} */ opinion) => active && setLatest({ version: moment.version, opinion });
    show("thinking");
    getHint(moment.game, { seat: moment.seat, version: moment.version }).then(show, (error) => {
      if (!(error instanceof RequestRefused)) throw error;
      show("silent");
    });
    return () => void (active = false);
  }, [isWanted, moment.game, moment.seat, moment.version]);
  if (!isWanted) return null;
  return latest.version === moment.version ? latest.opinion : "thinking";
}

/** @param {{opinion: Opinion, choice: string}} props */
function CoachOpinion({ opinion, choice }) {
  const t = useTranslation();
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

/** One of the three cards. It opens large by a click: on a phone its history has little room.
 * @param {{option: Option, at: number, face: CardFace, opinion: Opinion, send: PanelProps["send"], open: () => void}}
 *   props */
function OfferedCard({ option, at, face, opinion, send, open }) {
  const t = useTranslation();
  // The second click of a double click would choose from the next three cards.
  const keepCard = (/** @type {MouseEvent} */ event) => event.detail < 2 && send(option.choice);
  return html`<div class="offer">
    <div class="offer__card">
      <${Card} face=${face} size="large" title=${t("table.open_card")} data-opens=${face.card} onClick=${open} />
    </div>
    <${CoachOpinion} opinion=${opinion} choice=${option.choice} />
    <button class="btn" type="button" aria-keyshortcuts=${at + 1} onClick=${keepCard}>
      ${t("pages.draft.keep")}
      <span class="sr">: ${face.name}</span> <kbd aria-hidden="true">${at + 1}</kbd>
    </button>
  </div>`;
}

/** Keys 1 to 3 keep a card, unless a dialog is open or a field has the focus.
 * @param {Option[]} options
 * @param {PanelProps["send"]} send */
function useDraftKeys(options, send) {
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

/** The three cards can be dragged to the deck, or to the bar that comes in its place where it is out of sight.
 * @param {Ref<HTMLElement | null>} region with the cards and the deck
 * @param {Option[]} options
 * @param {PanelProps["send"]} send */
function useDraftDrag(region, options, send) {
  const planOf = (/** @type {Element} */ pressed) => {
    const thing = pressed.closest(".offer__card .card");
    const option = thing instanceof HTMLElement ? options.find(({ card }) => card === thing.dataset.card) : undefined;
    if (!(thing instanceof HTMLElement) || !option) return null;
    const places = [...(region.current?.querySelectorAll(".picks__side, .drop-bar") ?? [])];
    const bar = places.find((each) => each.matches(".drop-bar") && each.getClientRects().length);
    const target = bar ?? places.find((each) => each.matches(".picks__side"));
    if (!(target instanceof HTMLElement)) return null;
    return { thing, look: "offer__card", targets: [target], drop: () => void send(option.choice) };
  };
  useDrag(region, planOf, options.map(({ choice }) => choice).join(" "));
}

/** @param {{n: number, faith: Faith}} props */
function Progress({ n, faith }) {
  const t = useTranslation();
  const state = (/** @type {number} */ at) => (at < n ? "done" : at === n ? "now" : "");
  const label = t("pages.draft.progress", { n, all: DECK_CARDS });
  return html`<div class=${`steps15 steps15--${faith.toLowerCase()}`} role="img" aria-label=${label}>
    ${Array.from({ length: DECK_CARDS }, (_, at) => html`<i key=${at} class=${state(at)}></i>`)}
  </div>`;
}

/** @param {{kept: string[], faces: CardSetFaces, open: (card: string) => void}} props */
function DeckList({ kept: cards, faces, open }) {
  const t = useTranslation();
  const sorted = cards.map((card) => faces.cards[card]).toSorted((a, b) => a.number - b.number);
  return html`<section class="block">
    <h2 class="head2">
      ${t("pages.draft.deck")} <span class="quiet">
        ${t("pages.draft.deck_count", { n: cards.length, all: DECK_CARDS })}
      </span>
    </h2>
    ${!cards.length && html`<p class="note">${t("pages.draft.deck_empty")}</p>`}
    <ol class="deck">
      ${sorted.map((face) => {
        const mark = face.emblems.slice(face.emblems.indexOf(":") + 1)[0] ?? "persistent";
        return html`<li key=${face.card}>
          <span class="no">${face.number}</span>
          <${Icon} name=${`fx-${mark}`} />
          <span>
            <button class="cardlink" type="button" data-opens=${face.card} onClick=${() => open(face.card)}>
              ${face.name}
            </button>
          </span>
          <span class="quiet onum">${face.year}</span>
        </li>`;
      })}
    </ol>
  </section>`;
}

/** @param {{kept: string[], faces: CardSetFaces, faith: Faith}} props */
function EffectCounts({ kept: cards, faces, faith }) {
  const t = useTranslation();
  const party = faith.toLowerCase();
  const all = cards.map((card) => effectKinds(faces.cards[card]));
  return html`<ul class="kinds">
    ${EFFECT_KINDS.map((kind) => {
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

/** For spectators: nobody sees how far the players are.
 * @param {{moment: Moment, onlineBar?: Child}} props */
function DraftForSpectators({ moment, onlineBar }) {
  const t = useTranslation();
  return html`
    <${PageHeader} />
    <main class="sheet">
      ${onlineBar}
      <div class="sheet__title">
        <h1>${t("pages.new.deck.draft.name")}</h1>
        <p role="status">${moment.text.question}</p>
      </div>
    </main>
    <${PageFooter} />
  `;
}

/** @param {PanelProps & {problem?: string, onlineBar?: Child}} props */
export default function DraftPage(props) {
  return props.moment.view.own ? (
    html`<${DraftForPlayer} ...${props} />`
  ) : (
    html`<${DraftForSpectators} moment=${props.moment} onlineBar=${props.onlineBar} />`
  );
}

/** @param {{part: PanelProps}} props */
function ResignButton({ part }) {
  const t = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const sheet = useModule(isConfirming ? "online/ResignDialog.js" : null);
  if (!canResign(part.moment)) return null;
  return html`
    <p>
      <button class="btn btn--bare" type="button" onClick=${() => setConfirming(true)}>
        <${Icon} name="ui-flag" />
        ${t("online.menu.resign")}
      </button>
    </p>
    ${sheet && html`<${sheet.default} ...${part} close=${() => setConfirming(false)} />`}
  `;
}

/** @param {PanelProps & {problem?: string, onlineBar?: Child}} props */
function DraftForPlayer(props) {
  const { moment, send, settings, faces, problem, onlineBar } = props;
  const t = useTranslation();
  const { own, decision } = moment.view;
  const deck = own?.kept ?? [];
  const faith = /** @type {Faith} */ (moment.seat === "P" ? "P" : "C");
  const options = decision ? moment.text.options.filter((option) => option.card) : [];
  const opinion = useOpinion(moment, settings.coach);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { open, openedCard } = useOpenedCard(root, faces);
  const region = useRef(/** @type {HTMLElement | null} */ (null));
  useDraftKeys(options, send);
  useDraftDrag(region, options, send);
  useTitle(t(options.length ? "table.title_turn" : "table.title"));
  return html`
    <${PageHeader} isGame=${true} where=${t("pages.draft.where", { faith: t(`pages.new.faith_is.${faith}`) })} />
    <${EmpireMap} circles=${moment.view.circles} behind=${true} />
    <main class="sheet picks" ref=${root}>
      ${onlineBar}
      <div class="sheet__title">
        <h1>${t(options.length ? "pages.draft.title" : "pages.draft.wait")}</h1>
        <p role="status">
          ${options.length
            ? t("pages.draft.round", { round: Math.min(deck.length + 1, DECK_CARDS), rounds: DECK_CARDS })
            : moment.text.question}
        </p>
      </div>
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <${Progress} n=${deck.length} faith=${faith} />
      <div class=${options.length ? "picks__table" : "picks__table picks__table--done"} ref=${region}>
        ${options.length > 0 && html`<section class="trio" aria-label=${t("pages.draft.trio")}>
          ${options.map((option, at) => html`<${OfferedCard}
            key=${at}
            option=${option}
            at=${at}
            face=${faces.cards[option.card ?? ""]}
            opinion=${opinion}
            send=${send}
            open=${() => open(option.card ?? "")}
          />`)}
        </section>`}
        <aside class="picks__side" aria-label=${t("pages.draft.deck")}>
          <${DeckList} kept=${deck} faces=${faces} open=${open} />
          <section class="block">
            <h2 class="head2">${t("pages.draft.kinds")}</h2>
            <${EffectCounts} kept=${deck} faces=${faces} faith=${faith} />
            <p class="note">${t("pages.draft.kinds_note")}</p>
            ${moment.online && !moment.online.study ? (
              html`<p class="note">${moment.permissions.hint}</p>`
            ) : (
              html`<label class="switch">
                <input
                  type="checkbox"
                  checked=${settings.coach}
                  onChange=${() => changeSettings({ coach: !settings.coach })}
                /> ${t("pages.draft.coach")}
              </label>`
            )}
          </section>
          <${ResignButton} part=${props} />
        </aside>
        ${options.length > 0 && html`<p class="drop-bar" aria-hidden="true">
          <${Icon} name="ui-check" />
          ${t("pages.draft.keep")}
        </p>`}
      </div>
      ${openedCard}
    </main>
    <${PageFooter} />
  `;
}
