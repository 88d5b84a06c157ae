// Decks, discard piles, cards in front and tokens of one faith.
import { html } from "../vendor/preact.js";
import { Back, Thumb } from "./Card.js";
import { Icon } from "../ui/Icon.js";
import { useScene } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

/** @param {{faith: Faith}} props */
export function Deck({ faith }) {
  const { moment, t, offer, near, chosen, pick, open, phone } = useScene();
  const count = moment.view.faiths[faith].deck;
  const draw = faith === near ? offer.words.get("draw") : undefined;
  const click = () => (draw && !phone ? pick(draw) : open({ kind: "pile", faith, pile: "deck" }));
  return html`<button
    class=${`pile${draw ? " is-target" : ""}${draw && chosen === draw.choice ? " is-chosen" : ""}`}
    type="button"
    data-pile=${`deck:${faith}`}
    data-note=${faith === near ? "draw" : `pile:${faith}`}
    onClick=${click}
  >
    ${count ? html`<${Back} faith=${faith} stacked=${count > 1} />` : html`<span class="hollow"></span>`}
    <span><span class="pile__word">${t("table.deck")}</span> <b>${count}</b></span>
  </button>`;
}

/** @param {{faith: Faith}} props */
export function Discard({ faith }) {
  const { moment, faces, t, open } = useScene();
  const { discard, aside } = moment.view.faiths[faith];
  const top = faces.cards[discard.at(-1) ?? ""];
  return html`<button
    class="pile"
    type="button"
    data-pile=${`discard:${faith}`}
    onClick=${() => open({ kind: "pile", faith, pile: "discard" })}
  >
    ${top ? html`<${Thumb} face=${top} />` : html`<span class="hollow"></span>`}
    <span>
      <span class="pile__word">${t("table.discard")}</span> <b>${discard.length}</b>
      ${aside.length > 0 && html`<span class="pile__aside"> +${aside.length}</span>`}
    </span>
  </button>`;
}

/** The persistent card in front of a player.
 * @param {{faith: Faith, full?: boolean}} props */
export function Front({ faith, full }) {
  const { moment, faces, offer, pick, open, phone } = useScene();
  const card = moment.view.faiths[faith].front;
  const face = card ? faces.cards[card] : null;
  if (!card || !face) return null;
  const use = offer.cards.get(card);
  const click = () => (use && !phone ? pick(use) : open({ kind: "card", card }));
  return html`<button
    class=${`front front--${faith.toLowerCase()}${use ? " is-target" : ""}`}
    type="button"
    aria-label=${full ? `${face.name}. ${face.text.join(" ")}` : face.name}
    data-card=${card}
    data-pile=${`front:${faith}`}
    data-note=${`card:${card}`}
    onClick=${click}
  >
    <${Thumb} face=${face} />
    <span class="front__text">
      <b>${face.name}</b>
      ${full && html`<span class="front__rule">
        <${Icon} name="fx-persistent" class="inl" /> ${face.text.join(" ")}
      </span>`}
    </span>
  </button>`;
}

/** Influence tokens left; nothing where they are unlimited.
 * @param {{faith: Faith}} props */
export function Supply({ faith }) {
  const { moment, t } = useScene();
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
  const { moment, t } = useScene();
  const count = moment.view.faiths[faith].hand;
  return html`<div class="pile pile--hand" data-pile=${`hand:${faith}`} data-note=${`hand:${faith}`}>
    <span class="fan" aria-hidden="true" data-many=${count > 5 ? "" : undefined}>
      ${Array.from({ length: count }, (_, i) => html`<${Back} key=${i} faith=${faith} />`)}
    </span>
    <span>${t("table.in_hand", { n: count })}</span>
  </div>`;
}
