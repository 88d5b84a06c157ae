// The piles of one faith: deck, discard pile, persistent card, tokens, and a hand from behind.
import { html } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { CardBack, CardThumb } from "./Card.js";
import { useTable } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

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
    <span><span class="pile__word">${t("table.deck")}</span> <b>${count}</b></span>
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
    <span>
      <span class="pile__word">${t("table.discard")}</span> <b>${discard.length}</b>
      ${aside.length > 0 && html`<span class="pile__aside"> +${aside.length}</span>`}
    </span>
  </button>`;
}

/** The persistent card in front of a player.
 * @param {{faith: Faith, full?: boolean}} props */
export function FrontCard({ faith, full }) {
  const { moment, faces, optionsAt, choose, inspect, isPhone } = useTable();
  const card = moment.view.faiths[faith].front;
  const face = card ? faces.cards[card] : null;
  if (!card || !face) return null;
  const use = optionsAt.cards.get(card);
  const click = () => (use && !isPhone ? choose(use) : inspect({ kind: "card", card }));
  return html`<button
    class=${`front front--${faith.toLowerCase()}${use ? " is-target" : ""}`}
    type="button"
    aria-label=${full ? `${face.name}. ${face.text.join(" ")}` : face.name}
    data-card=${card}
    data-pile=${`front:${faith}`}
    data-note=${`card:${card}`}
    onClick=${click}
  >
    <${CardThumb} face=${face} />
    <span class="front__text">
      <b>${face.name}</b>
      ${full && html`<span class="front__rule">
        <${Icon} name="fx-persistent" class="inl" /> ${face.text.join(" ")}
      </span>`}
    </span>
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

/** A hand of which only the backs can be seen.
 * @param {{faith: Faith}} props */
export function HiddenHand({ faith }) {
  const { moment, t } = useTable();
  const count = moment.view.faiths[faith].hand;
  return html`<div class="pile pile--hand" data-pile=${`hand:${faith}`} data-note=${`hand:${faith}`}>
    <span class="fan" aria-hidden="true" data-many=${count > 5 ? "" : undefined}>
      ${Array.from({ length: count }, (_, i) => html`<${CardBack} key=${i} faith=${faith} />`)}
    </span>
    <span>${t("table.in_hand", { n: count })}</span>
  </div>`;
}
