// The Foreign Influence decks of four countries, and the Disputation token while it stands beside the circles.
import { html } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** Decks and their countries, in the order of the table.
 * @type {[string, string][]} */
export const FOREIGN_DECKS = [
  ["convert", "england"],
  ["shift", "france"],
  ["cards", "netherlands"],
  ["neutralise", "switzerland"],
];

/** @param {{deck: string, country: string}} props */
function ForeignDeck({ deck, country }) {
  const { t, optionsAt, pendingChoice, choose, inspect, isPhone } = useTable();
  const option = optionsAt.decks.get(deck);
  const click = () => (option && !isPhone ? choose(option) : inspect({ kind: "foreign", deck }));
  return html`<button
    class=${`land${option ? " is-target" : ""}${option && pendingChoice === option.choice ? " is-chosen" : ""}`}
    type="button"
    data-pile=${`land:${deck}`}
    data-note=${`deck:${deck}`}
    onClick=${click}
    title=${t(`table.land.${country}`)}
    aria-label=${`${t(`table.land.${country}`)}: ${t(`table.does.${deck}`)}`}
  >
    <${Icon} name=${`land-${country}`} />
    <span>${t(`table.land.${country}`)}</span>
  </button>`;
}

/** The compass of the map: the place of the Disputation token while it stands in no circle. */
const Compass = () => html`<svg class="compass" viewBox="0 0 120 120" aria-hidden="true">
  <circle cx="60" cy="60" r="44" />
  <circle cx="60" cy="60" r="38" />
  <path class="compass__star" d="M60 4l8 48 48 8-48 8-8 48-8-48-48-8 48-8z" />
  <path d="M60 4v112M4 60h112M32 32l18 18M88 32l-18 18M88 88l-18-18M32 88l18-18" />
  <path class="compass__shade" d="M60 4l8 48-8 8zM116 60l-48 8-8-8zM60 116l-8-48 8-8zM4 60l48-8 8 8z" />
</svg>`;

/** The Disputation token while it stands in no circle; its place on the map is kept.
 * @returns {import("../vendor/preact").Child} */
export function FreeDisputation() {
  const { moment, t } = useTable();
  const isFree = moment.view.disputation === null;
  return html`<div class=${`piece${isFree ? "" : " is-away"}`} data-pile="disputation">
    <${Compass} />
    ${isFree && html`<span class="figure" aria-hidden="true"><${Icon} name="disputation" /></span>`}
    <p key=${moment.view.disputation}>
      <b>${t("table.disputation_name")}</b>
      <span>
        ${isFree ? t("table.disputation_free") : t("table.disputation_in", { circle: moment.view.disputation ?? "" })}
      </span>
    </p>
  </div>`;
}

export function ForeignDecks() {
  const { t } = useTable();
  return html`<section class="corner corner--foreign" aria-label=${t("table.foreign")}>
    <h2 class="head2">${t("table.foreign")}</h2>
    <div class="lands">
      ${FOREIGN_DECKS.map(([deck, country]) => html`<${ForeignDeck} key=${deck} deck=${deck} country=${country} />`)}
    </div>
  </section>`;
}
