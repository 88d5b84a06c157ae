// What lies on the opponent's side: hand, deck, discard pile, persistent card, tokens.
import { html } from "../vendor/preact.js";
import { Deck, Discard, FrontCard, HiddenHand, TokenSupply } from "./Piles.js";
import { PlayerName } from "./PlayerName.js";
import { useTable } from "./TableContext.js";

export function OpponentArea() {
  const { t, far, isPhone } = useTable();
  return html`<section class="corner corner--opponent" aria-label=${t("table.opponent")}>
    <${PlayerName} faith=${far} />
    <div class="row"><${HiddenHand} faith=${far} /><${Deck} faith=${far} /><${Discard} faith=${far} /></div>
    ${!isPhone && html`<${FrontCard} faith=${far} full=${true} />`}
    <${TokenSupply} faith=${far} />
  </section>`;
}
