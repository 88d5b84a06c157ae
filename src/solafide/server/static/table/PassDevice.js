// Between two people at one screen: nothing of either hand is on the page until the next one has sat down.
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Token } from "../ui/Icon.js";

/** @import {Faith, Happening, Moment, Seat} from "../core/types" */
/** @import {PartProps} from "./types" */

/**
 * @param {Moment} moment
 * @param {Seat} seat */
export function nameOf(moment, seat) {
  const found = Object.entries(moment.players).find(([person, player]) => player.faith === seat || person === seat);
  return found?.[1].name ?? "";
}

/** What everybody saw of the other one's last turn.
 * @param {Happening[]} log
 * @param {Seat} seat who comes next
 * @returns {Happening[]} */
export function toldAgain(log, seat) {
  const begin = log.findLastIndex((event) => event.event === "turn" && event.by !== seat);
  return begin < 0 ? [] : log.slice(begin).filter((event) => event.text && event.event !== "turn");
}

/** @param {PartProps} props */
export default function Handover({ moment, act, log }) {
  const t = useTexts();
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const next = moment.handover;
  // The one who got up had a hand: the page is loaded anew, so that nothing of it is left in memory.
  useEffect(() => {
    if (moment.seat !== null) location.reload();
  }, [moment.seat]);
  useLayoutEffect(() => heading.current?.focus(), [next]);
  if (next === null) return null;
  const name = nameOf(moment, next);
  const happened = moment.seat === null ? toldAgain(log, next) : [];
  const points = { catholic: moment.view.faiths.C.points, protestant: moment.view.faiths.P.points };
  const faith = next === "C" || next === "P" ? /** @type {Faith} */ (next) : null;
  return html`<main class="handover" data-handover=${next}>
    <div class="handover__back">
      <svg aria-hidden="true"><rect width="100%" height="100%" fill="url(#lattice)" /></svg>
    </div>
    <section class=${`handover__sheet handover__sheet--${String(next).toLowerCase()}`} aria-labelledby="handover">
      ${faith && html`<${Token} faith=${faith} />`}
      <h1 id="handover" ref=${heading} tabindex="-1">${t("moments.handover.title", { name })}</h1>
      <p>${t("moments.handover.pass")}</p>
      ${happened.length > 0 && html`<div class="handover__told">
        <h2>${t("moments.handover.told")}</h2>
        <ol>${happened.map((event) => html`<li>${event.text}</li>`)}</ol>
      </div>`}
      ${moment.view.phase === "play" && html`<p>${t("moments.score", points)}</p>`}
      <button class="btn btn--main" type="button" disabled=${moment.seat !== null} onClick=${() => act.sit(next)}>
        ${t("moments.handover.sit", { name })}
      </button>
    </section>
  </main>`;
}
