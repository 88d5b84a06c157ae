// The history: a slider, buttons and keys to any step of the game, each with a link to share.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { copyText } from "../core/copyText.js";
import { useTranslation } from "../core/i18n.js";
import { PHONE } from "../core/useMediaQuery.js";
import { EventList } from "../ui/EventList.js";
import { Icon } from "../ui/Icon.js";
import { useShortcuts } from "./shortcuts.js";

/** @import {EventView, Moment} from "../core/types" */
/** @import {GameActions, PanelProps} from "./types" */

const DRAG_PAUSE_MS = 60;

/** While the slider is dragged, fetch only the steps at which it pauses.
 * @param {GameActions["showStep"]} showStep
 * @param {number} last */
function useDebouncedShowStep(showStep, last) {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (/** @type {number} */ step) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => showStep(step >= last ? null : Math.max(step, 0)), DRAG_PAUSE_MS);
  };
}

/** @param {{moment: Moment}} props */
function CopyMomentLink({ moment }) {
  const t = useTranslation();
  const path = `/game/${moment.game}/at/${moment.step}`;
  const [state, setState] = useState(/** @type {"" | "copied" | "failed"} */ (""));
  useEffect(() => setState(""), [path]);
  const copy = async () => setState((await copyText(location.origin + path)) ? "copied" : "failed");
  return html`
    <button class="btn btn--bare history__share" type="button" onClick=${copy}>${t("moments.history.share")}</button>
    <span role="status" class="history__copied">
      ${state === "copied" && t("moments.history.copied")}
      ${state === "failed" && html`<a href=${path}>${location.origin + path}</a>`}
    </span>
  `;
}

/** @param {{events: EventView[]}} props */
function StepEvents({ events }) {
  const t = useTranslation();
  if (!events.some((event) => event.alone)) return html`<p class="quiet">${t("moments.history.nothing")}</p>`;
  return html`<${EventList} events=${events} alone=${true} />`;
}

/** @param {PanelProps} props */
export default function HistorySlider({ moment, actions, log }) {
  const t = useTranslation();
  const { step, last_step: last } = moment;
  const [requested, setRequested] = useState(/** @type {number | null} */ (null));
  const showStepSoon = useDebouncedShowStep(actions.showStep, last);
  // Keys may be faster than responses: the last requested step counts until it is shown.
  useEffect(() => {
    if (requested === step) setRequested(null);
  }, [requested, step]);
  const isPast = step < last;
  useEffect(() => {
    if (isPast && matchMedia(PHONE).matches) scrollTo(0, 0);
  }, [isPast]);
  const shownStep = requested ?? step;
  const goTo = (/** @type {number} */ to) => {
    const clamped = Math.min(Math.max(to, 0), last);
    setRequested(clamped);
    showStepSoon(clamped);
  };
  useShortcuts({ ",": () => goTo(shownStep - 1), ".": () => goTo(shownStep + 1), n: () => goTo(last) });
  const button = (/** @type {number} */ to, /** @type {string} */ icon, /** @type {string} */ key) => html`<button
    class="btn btn--icon"
    type="button"
    aria-disabled=${to < 0 || to > last || to === shownStep}
    onClick=${() => goTo(to)}
    aria-label=${t(key)}
    title=${t(key)}
  >
    <${Icon} name=${icon} />
  </button>`;
  return html`<section class=${`history${isPast ? " is-past" : ""}`} aria-label=${t("moments.history.title")}>
    ${isPast && html`
      <div class="past">
        <h3 class="head2">${t("moments.history.happened")}</h3>
        <${StepEvents} events=${log.filter((event) => event.version === step)} />
      </div>
      <p class="history__tools"><${CopyMomentLink} moment=${moment} /></p>
    `}
    <p class="history__label">
      <span class="lining">${t("moments.history.step", { step: shownStep, last })}</span>
      ${shownStep < last ? (
        html`<button class="history__now" type="button" onClick=${() => goTo(last)}>
          ${t("moments.history.now")}
        </button>`
      ) : (
        html`<span>${t("moments.history.present")}</span>`
      )}
    </p>
    <div class="history__bar">
      ${button(0, "ui-first", "moments.history.first")}
      ${button(shownStep - 1, "ui-prev", "moments.history.back")}
      <input
        type="range"
        min="0"
        max=${last}
        value=${shownStep}
        step="1"
        aria-label=${t("moments.history.title")}
        aria-valuetext=${t("moments.history.step", { step: shownStep, last })}
        onInput=${(/** @type {Event} */ event) => goTo(Number(/** @type {HTMLInputElement} */ (event.target).value))}
      />
      ${button(shownStep + 1, "ui-next", "moments.history.forward")}
      ${button(last, "ui-last", "moments.history.last")}
    </div>
  </section>`;
}
