// Points, claimed circles and Rewards of both faiths.
import { html } from "../vendor/preact.js";
import { playerOf } from "../core/moment.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

/** @param {{faith: Faith}} props */
function ScoreSide({ faith }) {
  const { moment, faces, t } = useTable();
  const { points, circles, rewards } = moment.view.faiths[faith];
  const own = moment.seat === faith;
  const name = playerOf(moment, faith)?.name;
  return html`<div class="score__side" data-pile=${`score:${faith}`}>
    <h3 class=${`score__who${faith === "P" ? " p-ink" : ""}`}>
      <${FaithToken} faith=${faith} small=${true} /> <span>
        ${t(`table.faith.${faith}`)}
        ${own ? (
          html` <span class="quiet">${t("table.you")}</span>`
        ) : name ? (
          html` <span class="quiet">${name}</span>`
        ) : (
          ""
        )}
      </span>
    </h3>
    <p class=${`score__n${faith === "P" ? " p-ink" : ""}`}>${points}</p>
    <ul class="score__list">
      ${circles.map((circle) => html`<li key=${circle}>
        <span>${circle} ${faces.circles[circle - 1].short_name}</span>
        <b>${faces.circles[circle - 1].points}</b>
      </li>`)}
      ${rewards > 0 && html`<li data-pile=${`rewards:${faith}`}>
        <span><${Icon} name="reward" class="inl" /> ${t("table.rewards", { n: rewards })}</span>
        <b>${rewards}</b>
      </li>`}
    </ul>
  </div>`;
}

export function Score() {
  const { t } = useTable();
  return html`<section class="score" aria-label=${t("table.score")}>
    <h2 class="sr">${t("table.score")}</h2>
    <${ScoreSide} faith="C" />
    <${ScoreSide} faith="P" />
  </section>`;
}
