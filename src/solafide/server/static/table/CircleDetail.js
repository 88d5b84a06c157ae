// On a phone and a high tablet: the selected circle in detail, with the full names of its territories.
import { html } from "../vendor/preact.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { RuleLink } from "../ui/RuleLink.js";
import { circlesAbove } from "./boardLayout.js";
import { CircleContent } from "./CircleTile.js";
import { useTable } from "./TableContext.js";

/** @import {CircleFace, CircleView} from "../core/types" */

/** @param {{view: CircleView, face: CircleFace}} props */
function CircleOutOfPlay({ view, face }) {
  const { t, faces } = useTable();
  const [one, two] = circlesAbove(face.circle, faces.circles);
  return html`<div class="detail__plain">
    <${Icon} name=${`circle-${face.circle}`} />
    <div>
      <h3><span class="tile__no">${face.circle}</span> ${face.name}</h3>
      <p>${t("table.points", { n: face.points })}</p>
      ${!view.owner && html`<p class="quiet">
        ${two ? t("table.opens_after_either", { one, two }) : t("table.opens_after", { one })}
      </p>`}
    </div>
    ${view.owner && html`<${FaithToken} faith=${view.owner} />`}
  </div>`;
}

/** The circle shown in detail: the selected one, else one that can be chosen, else one in play.
 * @param {import("./TableContext").TableState} table
 * @returns {number} */
export const detailCircle = ({ moment, selectedCircle, optionsAt }) =>
  selectedCircle ??
  optionsAt.circles.keys().next().value ??
  moment.view.circles.find((view) => view.state === "in_play")?.circle ??
  1;

export function CircleDetail() {
  const table = useTable();
  const { moment, faces, t, optionsAt } = table;
  const circle = detailCircle(table);
  const view = moment.view.circles[circle - 1];
  const face = faces.circles[circle - 1];
  const options = optionsAt.circles.get(circle) ?? [];
  // Why a circle cannot be chosen is said where circles are asked for, or to a player who has touched it.
  const isReason = moment.text.options.length > 0 && (optionsAt.circles.size > 0 || table.selectedCircle !== null);
  const why = isReason && !options.length ? moment.text.why_not[`circle:${circle}`] : undefined;
  return html`<section class="detail" aria-label=${t("table.detail")} data-circle=${circle}>
    ${view.state === "in_play" ? (
      html`<div key=${circle} class=${`tile tile--open tile--detail${options.length ? " is-target" : ""}`}>
        <h3 class="sr">${face.circle} ${face.name}</h3>
        <${CircleContent} view=${view} face=${face} options=${options} named=${true} />
      </div>`
    ) : (
      html`<${CircleOutOfPlay} view=${view} face=${face} />`
    )}
    ${why && html`<p class="detail__why">${why.text} <${RuleLink} variant="table" section=${why.section} /></p>`}
  </section>`;
}
