// Above the question: the game is decided, finish it or play on; or the computer offers a draw.
import { html, useState } from "../vendor/preact.js";
import { settle } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";

/** @import {Moment, Settlement} from "../core/types" */
/** @import {GameActions} from "./types" */

const TURNS_BETWEEN_OFFERS = 40; // who plays on is not asked again before

/** What a player who plays on has answered: the same offer is not made again.
 * @param {Settlement} settlement */
export const settlementKey = ({ kind, winner, turns }) =>
  kind === "decided" ? `decided/${winner}` : `draw/${Math.floor(turns / TURNS_BETWEEN_OFFERS)}`;

/** The sentence for one player; two at one screen are told the faiths.
 * @param {Moment} moment
 * @param {Settlement} settlement */
export function settlementText({ seats, seat }, { kind, winner }) {
  if (kind === "draw") return "table.settlement.draw";
  if (seats.length > 1) return `table.settlement.decided_for.${winner}`;
  return winner === seat ? "table.settlement.won" : "table.settlement.lost";
}

/** @param {{moment: Moment, actions: GameActions}} props */
export function SettlementBar({ moment, actions }) {
  const t = useTranslation();
  const [declined, setDeclined] = useState("");
  const { settlement } = moment;
  if (!settlement || moment.step < moment.last_step || settlementKey(settlement) === declined) return null;
  const { kind, lead, unclaimed, turns } = settlement;
  const text = t(settlementText(moment, settlement), { lead, left: unclaimed, turns });
  const accept = () =>
    void actions.request((header) => settle(moment.game, { ...header, kind, seat: moment.seat ?? undefined }));
  return html`<div class="offer-bar" role="group" aria-label=${text} data-note="settlement">
    <p role="status">${text}</p>
    <p class="offer-bar__tools">
      <button class="btn btn--main" type="button" onClick=${accept}>${t(`table.settlement.accept.${kind}`)}</button>
      <button class="btn" type="button" onClick=${() => setDeclined(settlementKey(settlement))}>
        ${t("table.settlement.play_on")}
      </button>
    </p>
  </div>`;
}
