// The hand, and cards from elsewhere that a question offers.
import { html, useEffect, useState } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { Card } from "./Card.js";
import { HiddenHand } from "./Piles.js";
import { useTable } from "./TableContext.js";

/** @param {{card: string, at: number}} props */
function HandCard({ card, at }) {
  const { moment, faces, optionsAt, pendingChoice, choose, inspect, isPhone, isPast } = useTable();
  const face = faces.cards[card];
  if (!face) return null;
  const option = optionsAt.cards.get(card);
  const why = moment.text.why_not[`card:${card}`];
  const isAsked = moment.text.options.length > 0;
  const isDrawn = moment.view.own?.drawn.includes(card);
  const style = classNames(
    option ? "is-target" : isAsked && "is-barred",
    option && pendingChoice === option.choice && "is-chosen",
    isDrawn && "is-drawn",
  );
  const click = () => (isPhone ? inspect({ kind: "card", card }) : option && !isPast && choose(option));
  const reason = !option && why ? `why-card-${card}` : undefined;
  return html`<li>
    <${Card}
      face=${face}
      narrow=${isPhone}
      class=${style}
      data-note=${`card:${card}`}
      data-hand=${at}
      onClick=${click}
      aria-disabled=${!isPhone && !option ? "true" : undefined}
      aria-describedby=${reason}
    />
    ${reason && html`<span id=${reason} hidden>${why.text}</span>`}
  </li>`;
}

/** @param {{cards: string[], label: string, pile: string}} props */
function CardRow({ cards, label, pile }) {
  const { t } = useTable();
  const isFan = cards.length > 5;
  return html`<ol
    class=${`hand${isFan ? " hand--many" : ""}`}
    aria-label=${label}
    data-pile=${pile}
    data-count=${cards.length}
  >
    ${cards.map((card, i) => html`<${HandCard} key=${card} card=${card} at=${i + 1} />`)}
    ${cards.length === 0 && html`<li class="hand__empty">${t("table.empty_hand")}</li>`}
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
  const hand = moment.view.own?.hand;
  if (!hand) return html`<div class="hand hand--hidden"><${HiddenHand} faith=${near} /></div>`;
  if (optionsAt.offeredCards.length) return html`<${OfferedCards} offered=${optionsAt.offeredCards} hand=${hand} />`;
  return html`<${CardRow} cards=${hand} label=${t("table.hand")} pile=${`hand:${near}`} />`;
}
