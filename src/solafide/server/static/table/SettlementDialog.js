// The game is decided, finish it or play on; or the computer offers a draw. Asked once, before the question.
import { html, useState } from "../vendor/preact.js";
import { settle } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { Dialog } from "../ui/Dialog.js";

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
export function SettlementDialog({ moment, actions }) {
  const t = useTranslation();
  const [declined, setDeclined] = useState("");
  const { settlement } = moment;
  if (!settlement || moment.step < moment.last_step || settlementKey(settlement) === declined) return null;
  const { kind, lead, unclaimed, turns } = settlement;
  const playOn = () => setDeclined(settlementKey(settlement));
  const accept = () => {
    playOn();
    void actions.request((header) => settle(moment.game, { ...header, kind, seat: moment.seat ?? undefined }));
  };
  const foot = html`
    <button class="btn" type="button" onClick=${playOn}>${t("table.settlement.play_on")}</button>
    <button class="btn btn--main" type="button" onClick=${accept}>${t(`table.settlement.accept.${kind}`)}</button>
  `;
  return html`<${Dialog} title=${t(`table.settlement.title.${kind}`)} close=${playOn} foot=${foot}>
    <p>${t(settlementText(moment, settlement), { lead, left: unclaimed, turns })}</p>
  <//>`;
}
