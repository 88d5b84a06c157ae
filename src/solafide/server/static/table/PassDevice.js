// Asks to pass the device on: between the turns of two players at one screen no hand is on the page.
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { lastTurnEvents, seatName } from "../core/moment.js";
import { FaithToken } from "../ui/FaithToken.js";

/** @import {Faith} from "../core/types" */
/** @import {PanelProps} from "./types" */

/** @param {PanelProps} props */
export default function PassDevice({ moment, actions, log }) {
  const t = useTranslation();
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const next = moment.handover;
  // Load the page again, so that nothing of the previous hand is left in memory.
  useEffect(() => {
    if (moment.seat !== null) location.reload();
  }, [moment.seat]);
  useLayoutEffect(() => heading.current?.focus(), [next]);
  if (next === null) return null;
  const name = seatName(moment, next);
  const events = moment.seat === null ? lastTurnEvents(log, next) : [];
  const points = { catholic: moment.view.faiths.C.points, protestant: moment.view.faiths.P.points };
  const faith = next === "C" || next === "P" ? /** @type {Faith} */ (next) : null;
  return html`<main class="handover" data-handover=${next}>
    <div class="handover__back">
      <svg aria-hidden="true"><rect width="100%" height="100%" fill="url(#lattice)" /></svg>
    </div>
    <section class=${`handover__sheet handover__sheet--${String(next).toLowerCase()}`} aria-labelledby="handover">
      ${faith && html`<${FaithToken} faith=${faith} />`}
      <h1 id="handover" ref=${heading} tabindex="-1">${t("moments.handover.title", { name })}</h1>
      <p>${t("moments.handover.pass")}</p>
      ${events.length > 0 && html`<div class="handover__events">
        <h2>${t("moments.handover.told")}</h2>
        <ol>${events.map((event) => html`<li>${event.text}</li>`)}</ol>
      </div>`}
      ${moment.view.phase === "play" && html`<p>${t("moments.score", points)}</p>`}
      <button
        class="btn btn--main"
        type="button"
        disabled=${moment.seat !== null}
        onClick=${() => actions.takeSeat(next)}
      >
        ${t("moments.handover.sit", { name })}
      </button>
    </section>
  </main>`;
}
