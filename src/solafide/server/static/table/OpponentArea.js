// What lies on the opponent's side: hand, deck, discard pile, tokens, and the persistent card in front of them.
import { html } from "../vendor/preact.js";
import { Deck, Discard, FrontCard, FarHand, TokenSupply } from "./Piles.js";
import { PlayerName } from "./PlayerName.js";
import { useTable } from "./TableContext.js";

export function OpponentArea() {
  const { t, far } = useTable();
  return html`
    <section class="corner corner--opponent" aria-label=${t("table.opponent")}>
      <${PlayerName} faith=${far} />
      <div class="row"><${FarHand} faith=${far} /><${Deck} faith=${far} /><${Discard} faith=${far} /></div>
      <${TokenSupply} faith=${far} />
    </section>
    <${FrontCard} faith=${far} />
  `;
}
