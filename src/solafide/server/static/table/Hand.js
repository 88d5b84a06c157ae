// The hand, with the own card that is being carried out in its place, and cards from elsewhere that a question offers.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { Card } from "./Card.js";
import { isPlayedFromHand } from "./LastPlayed.js";
import { HiddenHand } from "./Piles.js";
import { useTable } from "./TableContext.js";

/** More cards than this overlap. It is the hand limit, too: fewer cards leave places free, which are drawn. */
const MAX_CARDS_SIDE_BY_SIDE = 5;

const FREE_PLACES = Array.from({ length: MAX_CARDS_SIDE_BY_SIDE }, (_, at) => at);

/** The hand with the card that is being carried out, which keeps its place until all of its effects are done.
 * @param {string[]} before what was shown last
 * @param {string[]} hand
 * @param {string | null} playing
 * @returns {string[]} */
export function handWithPlayedCard(before, hand, playing) {
  if (playing === null || hand.includes(playing)) return hand;
  const at = before.indexOf(playing);
  const place = at < 0 ? 0 : before.slice(0, at).filter((card) => hand.includes(card)).length;
  return [...hand.slice(0, place), playing, ...hand.slice(place)];
}

/** @param {{card: string, at: number, isPlaying: boolean}} props */
function HandCard({ card, at, isPlaying }) {
  const { moment, faces, optionsAt, pendingChoice, choose, inspect, isPhone, isPast } = useTable();
  const face = faces.cards[card];
  if (!face) return null;
  const option = optionsAt.cards.get(card);
  const why = moment.text.why_not[`card:${card}`];
  const isAsked = moment.text.options.length > 0;
  const isDrawn = moment.view.own?.drawn.includes(card);
  const style = classNames(
    option ? "is-target" : isAsked && !isPlaying && "is-barred",
    option && pendingChoice === option.choice && "is-chosen",
    isDrawn && "is-drawn",
    isPlaying && "is-playing",
  );
  const click = () => (option && !isPhone && !isPast ? choose(option) : inspect({ kind: "card", card }));
  const reason = !option && isAsked && why ? `why-card-${card}` : undefined;
  return html`<li>
    <${Card}
      face=${face}
      size=${isPhone ? "strip" : "hand"}
      steps=${isPlaying ? (moment.text.resolving?.steps ?? []) : []}
      class=${style}
      data-note=${`card:${card}`}
      data-opens=${card}
      data-hand=${at}
      data-pile=${isPlaying ? "resolving" : undefined}
      onClick=${click}
      aria-keyshortcuts="O"
      aria-describedby=${reason}
    />
    ${reason && html`<span id=${reason} hidden>${why.text}</span>`}
  </li>`;
}

/** @param {{cards: string[], label: string, pile: string, playing?: string | null}} props */
function CardRow({ cards, label, pile, playing = null }) {
  const { t } = useTable();
  const isFan = cards.length > MAX_CARDS_SIDE_BY_SIDE;
  return html`<ol
    class=${`hand${isFan ? " hand--many" : ""}`}
    aria-label=${label}
    data-pile=${pile}
    data-count=${cards.length}
  >
    ${cards.map((card, i) => html`<${HandCard} key=${card} card=${card} at=${i + 1} isPlaying=${card === playing} />`)}
    ${cards.length === 0 && html`<li class="hand__empty">${t("table.empty_hand")}</li>`}
    ${FREE_PLACES.slice(Math.max(1, cards.length)).map((place) => html`<li
      key=${`place-${place}`}
      class="hand__place"
      aria-hidden="true"
    ></li>`)}
  </ol>`;
}

/** Cards that are offered from elsewhere are shown in place of the hand, with a button to switch.
 * @param {{offered: string[], hand: string[]}} props */
function OfferedCards({ offered, hand }) {
  const { t, moment, near } = useTable();
  const [tab, setTab] = useState(/** @type {"offered" | "hand"} */ ("offered"));
  useEffect(() => setTab("offered"), [moment.version]);
  return html`<div class="laid">
    <div class="laid__tabs">
      <button
        class="btn btn--bare"
        type="button"
        aria-pressed=${String(tab === "offered")}
        onClick=${() => setTab("offered")}
      >
        ${t("table.offered")}
      </button>
      <button
        class="btn btn--bare"
        type="button"
        aria-pressed=${String(tab === "hand")}
        onClick=${() => setTab("hand")}
      >
        ${t("table.hand")} <b>${hand.length}</b>
      </button>
    </div>
    ${tab === "offered" ? (
      html`<${CardRow} cards=${offered} label=${t("table.offered")} pile="offered" />`
    ) : (
      html`<${CardRow} cards=${hand} label=${t("table.hand")} pile=${`hand:${near}`} />`
    )}
  </div>`;
}

export function Hand() {
  const { moment, t, optionsAt, near } = useTable();
  const shown = useRef(/** @type {string[]} */ ([]));
  const hand = moment.view.own?.hand ?? moment.hands?.[near];
  const playing = isPlayedFromHand(moment, near) ? (moment.text.resolving?.card ?? null) : null;
  shown.current = handWithPlayedCard(shown.current, hand ?? [], playing);
  if (!hand) return html`<div class="hand hand--hidden"><${HiddenHand} faith=${near} /></div>`;
  if (optionsAt.offeredCards.length) return html`<${OfferedCards} offered=${optionsAt.offeredCards} hand=${hand} />`;
  return html`<${CardRow} cards=${shown.current} label=${t("table.hand")} pile=${`hand:${near}`} playing=${playing} />`;
}
