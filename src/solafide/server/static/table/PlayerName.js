// The name and faith of a player, marked while it is their turn.
import { html } from "../vendor/preact.js";
import { playerOf } from "../core/moment.js";
import { FaithToken } from "../ui/FaithToken.js";
import { useTable } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

/** @param {{faith: Faith}} props */
export function PlayerName({ faith }) {
  const { moment, t, openNames } = useTable();
  const isOwn = moment.seats.length === 1 && moment.seats[0] === faith;
  const player = playerOf(moment, faith);
  const name = isOwn ? t("table.your_name") : player?.name || t(`table.person.${faith}`);
  const canRename = !moment.online && moment.seats.length === 2 && moment.seat !== null;
  const isTurn = moment.view.turn === faith && moment.view.phase === "play";
  return html`<div class=${`who${isTurn ? " is-turn" : ""}`}>
    <${FaithToken} faith=${faith} />
    <p>
      ${canRename ? (
        html`<button
          class="who__rename"
          type="button"
          aria-label=${t("table.naming.open", { name })}
          onClick=${openNames}
        >
          <b>${name}</b>
        </button>`
      ) : (
        html`<b>${name}</b>`
      )}
      ${player && html`<span class="quiet">${t(`table.faith.${faith}`)}</span>`}
    </p>
  </div>`;
}
