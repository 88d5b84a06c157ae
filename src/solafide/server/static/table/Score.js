// Points of both faiths, how far each is from half of all points, and on demand what they are made of.
import { html } from "../vendor/preact.js";
import { playerOf } from "../core/moment.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

/** @param {{faith: Faith}} props */
function ScoreSide({ faith }) {
  const { moment, t } = useTable();
  const { points, rewards } = moment.view.faiths[faith];
  const name = moment.seat === faith ? t("table.you") : playerOf(moment, faith)?.name;
  return html`<div class=${`score__side score__side--${faith.toLowerCase()}`} data-pile=${`score:${faith}`}>
    <${FaithToken} faith=${faith} />
    <h3 class="score__who">${t(`table.faith.${faith}`)} ${name && html`<span class="quiet">${name}</span>`}</h3>
    ${rewards > 0 && html`<span class="score__rewards" data-pile=${`rewards:${faith}`}>
      <${Icon} name="reward" />
      <span aria-hidden="true">${rewards}</span>
      <span class="sr">${t("table.rewards", { n: rewards })}</span>
    </span>`}
    <p class=${`score__n${faith === "P" ? " p-ink" : ""}`}>${points}</p>
  </div>`;
}

export function Score() {
  const { t, moment, faces } = useTable();
  const { C, P } = moment.view.faiths;
  const open = faces.circles
    .filter((face) => moment.view.circles[face.circle - 1].state !== "claimed")
    .reduce((sum, face) => sum + face.points, 0);
  // Scaled and not laid out: so nothing moves but the ends of the bar.
  const scaled = (/** @type {number} */ points) => ({ transform: `scaleX(${points / (C.points + open + P.points)})` });
  return html`<section class="score" aria-label=${t("table.score")}>
    <h2 class="sr">${t("table.score")}</h2>
    <${ScoreSide} faith="C" />
    <${ScoreSide} faith="P" />
    <p class="tally" role="img" aria-label=${t("table.tally", { catholic: C.points, protestant: P.points, open })}>
      <i class="tally__c" style=${scaled(C.points)}></i>
      <i class="tally__p" style=${scaled(P.points)}></i>
      <span class="tally__half" aria-hidden="true">${t("table.half")}</span>
    </p>
  </section>`;
}
