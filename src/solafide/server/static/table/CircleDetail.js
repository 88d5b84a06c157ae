// On a phone: the selected circle in detail, with the names of its territories, consequences and buttons.
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { RuleLink } from "../ui/RuleLink.js";
import { CircleContent } from "./CircleTile.js";
import { useTable } from "./TableContext.js";

/** @import {CircleFace, CircleView} from "../core/types" */

/** How many sentences of the opponent's last turn are shown. */
const MAX_SENTENCES = 4;

/** @param {{circle: number}} props */
function CircleActions({ circle }) {
  const { moment, optionsAt, confirmChoice, isPast, t } = useTable();
  const options = optionsAt.circles.get(circle) ?? [];
  const why = moment.text.why_not[`circle:${circle}`];
  if (!options.length)
    return why ? (
      html`<p class="detail__why">${why.text} <${RuleLink} variant="table" section=${why.section} /></p>`
    ) : null;
  return html`<ul class="detail__act">
    ${options.map((option) => html`<li key=${option.choice}>
      ${option.consequence && html`<p>${option.consequence}</p>`}
      <button
        class="btn btn--main"
        type="button"
        aria-disabled=${isPast ? "true" : undefined}
        onClick=${() => confirmChoice(option)}
      >
        ${option.verb === "circle" ? t("table.choose_circle") : option.label}
      </button>
    </li>`)}
    ${options.some((option) => option.final) && html`<li class="then__final">${t("table.is_final")}</li>`}
  </ul>`;
}

/** @param {{view: CircleView, face: CircleFace}} props */
function CircleOutOfPlay({ view, face }) {
  const { t } = useTable();
  return html`<div class="detail__plain">
    <${Icon} name=${`circle-${face.circle}`} />
    <div>
      <h3><span class="tile__no">${face.circle}</span> ${face.name}</h3>
      <p>${t("table.points", { n: face.points })}</p>
    </div>
    ${view.owner && html`<${FaithToken} faith=${view.owner} />`}
  </div>`;
}

/** Whether a circle that can be chosen is visible between the header and the dock. */
function isTargetInView() {
  const top = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
  const bottom = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
  const boxes = [...document.querySelectorAll(".pyramid .tile.is-target")].map((tile) => tile.getBoundingClientRect());
  return boxes.some((box) => box.top >= top && box.bottom <= bottom);
}

/** The last turn of the opponent: on a phone the log is far below. */
function LatestTurn() {
  const { log, far } = useTable();
  const turnStart = log.findLastIndex((event) => event.event === "turn" && event.by === far);
  const events = turnStart < 0 ? [] : log.slice(turnStart + 1).filter((event) => event.text && event.by === far);
  return events.length ? (
    html`<p class="detail__latest">${events.slice(0, MAX_SENTENCES).map((event) => `${event.text} `)}</p>`
  ) : null;
}

export function CircleDetail() {
  const { moment, faces, t, selectedCircle, optionsAt } = useTable();
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (optionsAt.circles.size && moment.step === moment.last_step && !isTargetInView()) scrollTo(0, 0);
  }, [moment.version]);
  useEffect(() => {
    if (selectedCircle !== null) element.current?.scrollIntoView({ block: "nearest" });
  }, [selectedCircle]);
  const circle = selectedCircle ?? optionsAt.circles.keys().next().value ?? null;
  if (circle === null)
    return html`<div class="detail">
      <${LatestTurn} />
      <p class="detail__hint quiet">${t("table.touch_circle")}</p>
    </div>`;
  const view = moment.view.circles[circle - 1];
  const face = faces.circles[circle - 1];
  const options = optionsAt.circles.get(circle) ?? [];
  return html`<section class="detail" ref=${element} aria-label=${t("table.detail")}>
    ${view.state === "in_play" ? (
      html`<div class=${`tile tile--detail${options.length ? " is-target" : ""}`}>
        <h3 class="sr">${face.circle} ${face.name}</h3>
        <${CircleContent} view=${view} face=${face} options=${options} named=${true} />
      </div>`
    ) : (
      html`<${CircleOutOfPlay} view=${view} face=${face} />`
    )}
    <${CircleActions} circle=${circle} />
  </section>`;
}
