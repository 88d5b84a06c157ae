// On a small screen: the circle that was touched, large, with its territories by name, what would come of it, and the
// button.
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { Icon, Token } from "../ui/Icon.js";
import { Ref } from "./Question.js";
import { useScene } from "./TableContext.js";
import { TileInside } from "./CircleTile.js";

/** @import {CircleFace, CircleView} from "../core/types" */

/** So much of the other side's last turn is told. */
const SENTENCES = 4;

/** @param {{circle: number}} props */
function DetailAct({ circle }) {
  const { moment, offer, decide, past, t } = useScene();
  const options = offer.circles.get(circle) ?? [];
  const why = moment.said.why[`circle:${circle}`];
  if (!options.length)
    return why ? html`<p class="detail__why">${why.text} <${Ref} section=${why.section} /></p>` : null;
  return html`<ul class="detail__act">
    ${options.map((option) => html`<li key=${option.choice}>
      ${option.consequence && html`<p>${option.consequence}</p>`}
      <button
        class="btn btn--main"
        type="button"
        aria-disabled=${past ? "true" : undefined}
        onClick=${() => decide(option)}
      >
        ${option.word === "circle" ? t("table.choose_circle") : option.label}
      </button>
    </li>`)}
    ${options.some((option) => option.final) && html`<li class="then__final">${t("table.is_final")}</li>`}
  </ul>`;
}

/** @param {{view: CircleView, face: CircleFace}} props */
function Elsewhere({ view, face }) {
  const { t } = useScene();
  return html`<div class="detail__plain">
    <${Icon} name=${`circle-${face.circle}`} />
    <div>
      <h3><span class="tile__no">${face.circle}</span> ${face.name}</h3>
      <p>${t("table.points", { n: face.points })}</p>
    </div>
    ${view.owner && html`<${Token} faith=${view.owner} />`}
  </div>`;
}

/** Whether one of the circles that may be chosen lies between the head and the dock. */
function isInSight() {
  const top = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
  const bottom = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
  const boxes = [...document.querySelectorAll(".pyramid .tile.is-target")].map((tile) => tile.getBoundingClientRect());
  return boxes.some((box) => box.top >= top && box.bottom <= bottom);
}

/** What the other side did last: the log lies further down. */
function Latest() {
  const { log, far } = useScene();
  const begin = log.findLastIndex((event) => event.event === "turn" && event.by === far);
  const told = begin < 0 ? [] : log.slice(begin + 1).filter((event) => event.text && event.by === far);
  return told.length ? (
    html`<p class="detail__latest">${told.slice(0, SENTENCES).map((event) => `${event.text} `)}</p>`
  ) : null;
}

export function Detail() {
  const { moment, faces, t, touched, offer } = useScene();
  const home = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (offer.circles.size && moment.step === moment.last && !isInSight()) scrollTo(0, 0);
  }, [moment.version]);
  useEffect(() => {
    if (touched !== null) home.current?.scrollIntoView({ block: "nearest" });
  }, [touched]);
  const circle = touched ?? offer.circles.keys().next().value ?? null;
  if (circle === null)
    return html`<div class="detail"><${Latest} /><p class="detail__hint quiet">${t("table.touch_circle")}</p></div>`;
  const view = moment.view.circles[circle - 1];
  const face = faces.circles[circle - 1];
  const options = offer.circles.get(circle) ?? [];
  return html`<section class="detail" ref=${home} aria-label=${t("table.detail")}>
    ${view.state === "in_play" ? (
      html`<div class=${`tile tile--detail${options.length ? " is-target" : ""}`}>
        <h3 class="sr">${face.circle} ${face.name}</h3>
        <${TileInside} view=${view} face=${face} options=${options} named=${true} />
      </div>`
    ) : (
      html`<${Elsewhere} view=${view} face=${face} />`
    )}
    <${DetailAct} circle=${circle} />
  </section>`;
}
