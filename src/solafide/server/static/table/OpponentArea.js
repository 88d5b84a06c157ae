// The free corners of the pyramid: the opponent on the left, Foreign Influence on the right.
import { html } from "../vendor/preact.js";
import { Icon, Token } from "../ui/Icon.js";
import { Deck, Discard, Front, HiddenHand, Supply } from "./Piles.js";
import { playerOf, useScene } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

/** Deck and country in the order of the table.
 * @type {[string, string][]} */
export const LANDS = [
  ["convert", "england"],
  ["shift", "france"],
  ["cards", "netherlands"],
  ["neutralise", "switzerland"],
];

/** @param {{faith: Faith}} props */
export function Who({ faith }) {
  const { moment, t } = useScene();
  const alone = moment.seats.length === 1 && moment.seats[0] === faith;
  const name = alone ? t("table.your_name") : playerOf(moment, faith)?.name || t(`table.person.${faith}`);
  const turn = moment.view.turn === faith && moment.view.phase === "play";
  return html`<div class=${`who${turn ? " is-turn" : ""}`}>
    <${Token} faith=${faith} />
    <p><b>${name}</b><span class="quiet">${t(`table.faith.${faith}`)}</span></p>
  </div>`;
}

export function OpponentCorner() {
  const { t, far, phone } = useScene();
  return html`<section class="corner corner--opponent" aria-label=${t("table.opponent")}>
    <${Who} faith=${far} />
    <div class="row"><${HiddenHand} faith=${far} /><${Deck} faith=${far} /><${Discard} faith=${far} /></div>
    ${!phone && html`<${Front} faith=${far} full=${true} />`}
    <${Supply} faith=${far} />
  </section>`;
}

/** @param {{deck: string, country: string}} props */
function Land({ deck, country }) {
  const { t, offer, chosen, pick, open, phone } = useScene();
  const option = offer.decks.get(deck);
  const click = () => (option && !phone ? pick(option) : open({ kind: "land", deck }));
  return html`<button
    class=${`land${option ? " is-target" : ""}${option && chosen === option.choice ? " is-chosen" : ""}`}
    type="button"
    data-pile=${`land:${deck}`}
    data-note=${`deck:${deck}`}
    onClick=${click}
    aria-label=${`${t(`table.land.${country}`)}: ${t(`table.does.${deck}`)}`}
  >
    <${Icon} name=${`land-${country}`} />
    <span><b>${t(`table.land.${country}`)}</b> ${t(`table.does.${deck}`)}</span>
  </button>`;
}

export function ForeignCorner() {
  const { moment, t } = useScene();
  const { disputation } = moment.view;
  return html`<section class="corner corner--foreign" aria-label=${t("table.foreign")}>
    <h2 class="head2">${t("table.foreign")}</h2>
    <div class="lands">
      ${LANDS.map(([deck, country]) => html`<${Land} key=${deck} deck=${deck} country=${country} />`)}
    </div>
    <p class="stock">
      <span data-pile="disputation">
        <${Icon} name="disputation" />
        ${disputation === null ? t("table.disputation_free") : t("table.disputation_in", { circle: disputation })}
      </span>
    </p>
  </section>`;
}
