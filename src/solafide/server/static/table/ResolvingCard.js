// The steps of the card or chart result being carried out, for screen readers: on the table its face marks them.
import { html } from "../vendor/preact.js";
import { faceOf } from "./CardSlot.js";
import { useTable } from "./TableContext.js";

export function ResolvingCard() {
  const { moment, faces, t } = useTable();
  const { resolving } = moment.text;
  if (!resolving) return null;
  const { face, result } = faceOf(faces, resolving.card);
  return html`<section class="resolving sr" aria-label=${t("table.resolving")}>
    <h3>${face?.name ?? result?.name}</h3>
    <ol>
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
