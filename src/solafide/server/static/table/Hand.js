// The cards that one may play or must choose from: the hand, and what else is laid before a player.
import { html, useEffect, useState } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { Card } from "./Card.js";
import { HiddenHand } from "./Piles.js";
import { useScene } from "./TableContext.js";

/** @param {{card: string, at: number}} props */
function HandCard({ card, at }) {
  const { moment, faces, offer, chosen, pick, open, phone, past } = useScene();
  const face = faces.cards[card];
  if (!face) return null;
  const option = offer.cards.get(card);
  const why = moment.said.why[`card:${card}`];
  const asking = moment.said.options.length > 0;
  const drawn = moment.view.own?.drawn.includes(card);
  const style = classNames(
    option ? "is-target" : asking && "is-barred",
    option && chosen === option.choice && "is-chosen",
    drawn && "is-drawn",
  );
  const click = () => (phone ? open({ kind: "card", card }) : option && !past && pick(option));
  const reason = !option && why ? `why-card-${card}` : undefined;
  return html`<li>
    <${Card}
      face=${face}
      narrow=${phone}
      class=${style}
      data-note=${`card:${card}`}
      data-hand=${at}
      onClick=${click}
      aria-disabled=${!phone && !option ? "true" : undefined}
      aria-describedby=${reason}
    />
    ${reason && html`<span id=${reason} hidden>${why.text}</span>`}
  </li>`;
}

/** @param {{cards: string[], label: string, pile: string}} props */
function Row({ cards, label, pile }) {
  const { t } = useScene();
  const many = cards.length > 5;
  return html`<ol
    class=${`hand${many ? " hand--many" : ""}`}
    aria-label=${label}
    data-pile=${pile}
    data-count=${cards.length}
  >
    ${cards.map((card, i) => html`<${HandCard} key=${card} card=${card} at=${i + 1} />`)}
    ${cards.length === 0 && html`<li class="hand__empty">${t("table.empty_hand")}</li>`}
  </ol>`;
}

/** Cards that are offered from elsewhere lie where the hand lies, and the hand is one click away.
 * @param {{laid: string[], hand: string[]}} props */
function Laid({ laid, hand }) {
  const { t, moment, near } = useScene();
  const [shown, show] = useState(/** @type {"laid" | "hand"} */ ("laid"));
  useEffect(() => show("laid"), [moment.version]);
  return html`<div class="laid">
    <div class="laid__tabs">
      <button
        class="btn btn--bare"
        type="button"
        aria-pressed=${String(shown === "laid")}
        onClick=${() => show("laid")}
      >
        ${t("table.offered")}
      </button>
      <button
        class="btn btn--bare"
        type="button"
        aria-pressed=${String(shown === "hand")}
        onClick=${() => show("hand")}
      >
        ${t("table.hand")} <b>${hand.length}</b>
      </button>
    </div>
    ${shown === "laid" ? (
      html`<${Row} cards=${laid} label=${t("table.offered")} pile="offered" />`
    ) : (
      html`<${Row} cards=${hand} label=${t("table.hand")} pile=${`hand:${near}`} />`
    )}
  </div>`;
}

export function Hand() {
  const { moment, t, offer, near } = useScene();
  const hand = moment.view.own?.hand;
  if (!hand) return html`<div class="hand hand--hidden"><${HiddenHand} faith=${near} /></div>`;
  if (offer.laid.length) return html`<${Laid} laid=${offer.laid} hand=${hand} />`;
  return html`<${Row} cards=${hand} label=${t("table.hand")} pile=${`hand:${near}`} />`;
}
