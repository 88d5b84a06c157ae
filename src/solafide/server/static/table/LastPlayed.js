// The card being carried out that is not in the own hand, else the last card of the opponent, where two
// computers are watched of either: until they play another.
import { html } from "../vendor/preact.js";
import { playerOf } from "../core/moment.js";
import { isWatched } from "../watch/pace.js";
import { CardBack } from "./Card.js";
import { CardSlot } from "./CardSlot.js";
import { useTable } from "./TableContext.js";

/** @import {EventView, Faith, Moment} from "../core/types" */

/** Events that show a card of the opponent to both players. */
const SHOWN_EVENTS = new Set(["played", "used", "foreign"]);

/** Whether the card that is being carried out stays in its place in the own hand.
 * @param {Moment} moment
 * @param {Faith} near */
export const isPlayedFromHand = ({ text, view }, near) =>
  text.resolving !== null &&
  text.resolving.by === near &&
  text.resolving.card[0] === near &&
  view.faiths[near].front !== text.resolving.card;

/** The card in the slot.
 * @param {Moment} moment
 * @param {EventView[]} log
 * @param {Faith} near
 * @param {Faith} far
 * @returns {{card: string, by: Faith, steps: {text: string, state: string}[]} | null} */
export function shownCard(moment, log, near, far) {
  const { resolving } = moment.text;
  if (resolving && !isPlayedFromHand(moment, near))
    return { card: resolving.card, by: /** @type {Faith} */ (resolving.by), steps: resolving.steps };
  const isShown = isWatched(moment) ? () => true : (/** @type {EventView} */ { by }) => by === far;
  const last = log.findLast((event) => isShown(event) && event.card && SHOWN_EVENTS.has(event.event));
  return last ? { card: String(last.card), by: /** @type {Faith} */ (last.by), steps: [] } : null;
}

export function LastPlayed() {
  const { moment, log, t, near, far } = useTable();
  const shown = shownCard(moment, log, near, far);
  const own = shown?.by === near && moment.seats.length === 1;
  const name = playerOf(moment, shown?.by ?? far)?.name || t(`table.faith.${shown?.by ?? far}`);
  const heading = !shown ? name : own ? t("table.you_play") : t("table.played_by", { name });
  return html`<section class="last" aria-label=${shown ? heading : t("table.nothing_played", { name })}>
    <h2 class="ribbon" aria-hidden="true"><span key=${heading}>${heading}</span></h2>
    ${shown ? (
      html`<${CardSlot} key=${shown.card} card=${shown.card} steps=${shown.steps} pile="resolving" />`
    ) : (
      html`<div class="last__empty" data-pile="resolving">
        <${CardBack} faith=${far} />
        <p class="quiet">${t("table.nothing_yet")}</p>
      </div>`
    )}
  </section>`;
}
