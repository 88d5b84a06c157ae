// The piles of one faith: deck, discard pile, persistent card, tokens, and a hand from behind.
import { html } from "../vendor/preact.js";
import { hyphenate } from "../core/hyphenate.js";
import { Icon } from "../ui/Icon.js";
import { Vignette } from "../ui/Vignette.js";
import { CardBack, CardThumb } from "./Card.js";
import { useTable } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

/** Words of so many letters fit a persistent card in one piece. */
const UNBROKEN_LETTERS = 11;

/** @param {{faith: Faith}} props */
export function Deck({ faith }) {
  const { moment, t, optionsAt, near, pendingChoice, choose, inspect, isPhone } = useTable();
  const count = moment.view.faiths[faith].deck;
  const draw = faith === near ? optionsAt.words.get("draw") : undefined;
  const click = () => (draw && !isPhone ? choose(draw) : inspect({ kind: "pile", faith, pile: "deck" }));
  return html`<button
    class=${`pile${draw ? " is-target" : ""}${draw && pendingChoice === draw.choice ? " is-chosen" : ""}`}
    type="button"
    data-pile=${`deck:${faith}`}
    data-note=${faith === near ? "draw" : `pile:${faith}`}
    onClick=${click}
  >
    ${count ? html`<${CardBack} faith=${faith} stacked=${count > 1} />` : html`<span class="hollow"></span>`}
    <span key="label"><span class="pile__word">${t("table.deck")}</span> <b>${count}</b></span>
  </button>`;
}

/** @param {{faith: Faith}} props */
export function Discard({ faith }) {
  const { moment, faces, t, inspect } = useTable();
  const { discard, aside } = moment.view.faiths[faith];
  const top = faces.cards[discard.at(-1) ?? ""];
  return html`<button
    class="pile"
    type="button"
    data-pile=${`discard:${faith}`}
    onClick=${() => inspect({ kind: "pile", faith, pile: "discard" })}
  >
    ${top ? html`<${CardThumb} face=${top} />` : html`<span class="hollow"></span>`}
    <span key="label">
      <span class="pile__word">${t("table.discard")}</span> <b>${discard.length}</b>
      ${aside.length > 0 && html`<span class="pile__aside"> +${aside.length}</span>`}
    </span>
  </button>`;
}

/** The persistent card in front of a player.
 * @param {{faith: Faith}} props */
export function FrontCard({ faith }) {
  const { moment, faces, optionsAt, choose, inspect, isPhone, t, near } = useTable();
  const card = moment.view.faiths[faith].front;
  const face = card ? faces.cards[card] : null;
  if (!card || !face) return null;
  const use = optionsAt.cards.get(card);
  const click = () => (use && !isPhone ? choose(use) : inspect({ kind: "card", card }));
  // To a spectator neither of the cards is "yours".
  const where = t(
    moment.seat === null ? `table.faith.${faith}` : faith === near ? "table.front_own" : "table.front_other",
  );
  return html`<button
    class=${`front front--${faith.toLowerCase()}${faith === near ? " front--own" : ""}${use ? " is-target" : ""}`}
    type="button"
    data-card=${card}
    data-opens=${card}
    data-pile=${`front:${faith}`}
    data-note=${`card:${card}`}
    onClick=${click}
  >
    <span class="front__head"><${Icon} name="fx-persistent" /> <span>${where}</span></span>
    <span class="front__picture"><${Vignette} picture=${face.picture} /></span>
    <b>${hyphenate(face.name, t, UNBROKEN_LETTERS)}</b>
    <span class="sr">${face.text.join(" ")}</span>
  </button>`;
}

/** The Influence tokens that are left; nothing if they are unlimited.
 * @param {{faith: Faith}} props */
export function TokenSupply({ faith }) {
  const { moment, t } = useTable();
  const left = moment.view.faiths[faith].tokens;
  const all = moment.view.options.tokens;
  if (left === null || all === null) return null;
  return html`<p class="supply" data-pile=${`tokens:${faith}`}>
    <span class=${`pips pips--${faith.toLowerCase()}`} aria-hidden="true">
      ${Array.from({ length: all }, (_, i) => html`<i key=${i} class=${i < left ? "on" : ""}></i>`)}
    </span>
    <span>${t("table.tokens_left", { n: left })}</span>
  </p>`;
}

/** The hand of the far player: open where two computers are watched and the viewer wants it, else from behind.
 * @param {{faith: Faith}} props */
export function FarHand({ faith }) {
  const { moment, t, faces, isPhone, inspect } = useTable();
  const cards = moment.hands?.[faith];
  if (!cards) return html`<${HiddenHand} faith=${faith} />`;
  const label = t("watch.hand_of", { faith: t(`table.faith.${faith}`) });
  const openHand = () => inspect({ kind: "pile", faith, pile: "hand" });
  const thumbs = cards.map((card) => faces.cards[card] && html`<${CardThumb} key=${card} face=${faces.cards[card]} />`);
  if (isPhone)
    return html`<button
      class="pile pile--hand"
      type="button"
      data-pile=${`hand:${faith}`}
      aria-label=${`${label}: ${t("table.in_hand", { n: cards.length })}`}
      onClick=${openHand}
    >
      <span class="fan fan--open">${thumbs}</span>
      <span class="pile__count" data-n=${cards.length}>${t("table.in_hand", { n: cards.length })}</span>
    </button>`;
  return html`<div class="pile pile--hand" data-pile=${`hand:${faith}`} role="group" aria-label=${label}>
    <span class="fan fan--open">
      ${cards.map((card, at) => html`<button
        key=${card}
        class="fan__card"
        type="button"
        aria-label=${faces.cards[card]?.name}
        data-note=${`card:${card}`}
        data-opens=${card}
        onClick=${() => inspect({ kind: "card", card })}
      >
        ${thumbs[at]}
      </button>`)}
    </span>
    <button class="pile__count pile__open" type="button" onClick=${openHand}>
      ${t("table.in_hand", { n: cards.length })}
    </button>
  </div>`;
}

/** A hand of which only the backs can be seen.
 * @param {{faith: Faith}} props */
export function HiddenHand({ faith }) {
  const { moment, t } = useTable();
  const count = moment.view.faiths[faith].hand;
  return html`<div class="pile pile--hand" data-pile=${`hand:${faith}`} data-note=${`hand:${faith}`}>
    <span class="fan" aria-hidden="true" data-many=${count > 5 ? "" : undefined}>
      ${Array.from({ length: count }, (_, i) => html`<${CardBack} key=${i} faith=${faith} />`)}
    </span>
    <span class="pile__count" data-n=${count}>${t("table.in_hand", { n: count })}</span>
  </div>`;
}
