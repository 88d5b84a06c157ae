// The card or chart result that is being carried out, with its steps.
import { html } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** Its name: a card can be inspected, a result of the Military Chart cannot.
 * @param {{card: string}} props */
function ResolvingName({ card }) {
  const { faces, inspect } = useTable();
  const face = faces.cards[card];
  if (face)
    return html`<button
      class="resolving__card"
      type="button"
      data-pile="resolving"
      onClick=${() => inspect({ kind: "card", card })}
    >
      <span class="tile__no">${face.number}</span> ${face.name}
    </button>`;
  const result = faces.results.find(({ roll }) => card === `M${roll}`);
  return result ? (
    html`<span class="resolving__card" data-pile="resolving">
      <${Icon} name=${`die-${result.roll}`} class="inl" /> ${result.name}
    </span>`
  ) : null;
}

export function ResolvingCard() {
  const { moment, t } = useTable();
  const resolving = moment.text.resolving;
  if (!resolving) return null;
  return html`<section class=${`resolving resolving--${resolving.by.toLowerCase()}`} aria-label=${t("table.resolving")}>
    <h3><${ResolvingName} card=${resolving.card} /></h3>
    <ol class="resolving__steps">
      ${resolving.steps.map((step, i) => html`<li
        key=${i}
        class=${`is-${step.state}`}
        aria-current=${step.state === "now" ? "step" : undefined}
      >
        ${step.text}
      </li>`)}
    </ol>
  </section>`;
}
