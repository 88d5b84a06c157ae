// The Foreign Influence decks of four countries, and where the Disputation token is.
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
    aria-label=${`${t(`table.land.${country}`)}: ${t(`table.does.${deck}`)}`}
  >
    <${Icon} name=${`land-${country}`} />
    <span><b>${t(`table.land.${country}`)}</b> ${t(`table.does.${deck}`)}</span>
  </button>`;
}

export function ForeignDecks() {
  const { moment, t } = useTable();
  const { disputation } = moment.view;
  return html`<section class="corner corner--foreign" aria-label=${t("table.foreign")}>
    <h2 class="head2">${t("table.foreign")}</h2>
    <div class="lands">
      ${FOREIGN_DECKS.map(([deck, country]) => html`<${ForeignDeck} key=${deck} deck=${deck} country=${country} />`)}
    </div>
    <p class="stock">
      <span data-pile="disputation">
        <${Icon} name="disputation" />
        ${disputation === null ? t("table.disputation_free") : t("table.disputation_in", { circle: disputation })}
      </span>
    </p>
  </section>`;
}
