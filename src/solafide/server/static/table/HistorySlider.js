// The whole game step by step: a slider, buttons and keys; the address of each moment can be passed on.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { PHONE } from "../core/useMediaQuery.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { useShortcuts } from "./shortcuts.js";
import { ToldList } from "../ui/EventList.js";

/** @import {Happening, Moment} from "../core/types" */
/** @import {Act, PartProps} from "./types" */

const PAUSE_MS = 60;

/** While a thumb is dragged, only the place where it rests is asked for.
 * @param {Act["look"]} look
 * @param {number} last */
function useSettled(look, last) {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (/** @type {number} */ step) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look(step >= last ? null : Math.max(step, 0)), PAUSE_MS);
  };
}

/** @param {string} path */
async function copied(path) {
  try {
    await navigator.clipboard.writeText(location.origin + path);
    return true;
  } catch {
    return false;
  }
}

/** @param {{moment: Moment}} props */
function Share({ moment }) {
  const t = useTexts();
  const path = `/game/${moment.game}/at/${moment.step}`;
  const [state, show] = useState(/** @type {"" | "copied" | "failed"} */ (""));
  useEffect(() => show(""), [path]);
  const copy = async () => show((await copied(path)) ? "copied" : "failed");
  return html`
    <button class="btn btn--bare history__share" type="button" onClick=${copy}>${t("moments.history.share")}</button>
    <span role="status" class="history__copied">
      ${state === "copied" && t("moments.history.copied")}
      ${state === "failed" && html`<a href=${path}>${location.origin + path}</a>`}
    </span>
  `;
}

/** @param {{events: Happening[]}} props */
function Happened({ events }) {
  const t = useTexts();
  if (!events.some((event) => event.alone)) return html`<p class="quiet">${t("moments.history.nothing")}</p>`;
  return html`<${ToldList} events=${events} alone=${true} />`;
}

/** @param {PartProps} props */
export default function History({ moment, act, log }) {
  const t = useTexts();
  const { step, last } = moment;
  const [held, hold] = useState(/** @type {number | null} */ (null));
  const settle = useSettled(act.look, last);
  // Keys may be faster than answers: the place that was asked for last counts until it has arrived.
  useEffect(() => {
    if (held === step) hold(null);
  }, [held, step]);
  const past = step < last;
  useEffect(() => {
    if (past && matchMedia(PHONE).matches) scrollTo(0, 0);
  }, [past]);
  const place = held ?? step;
  const go = (/** @type {number} */ to) => {
    const safe = Math.min(Math.max(to, 0), last);
    hold(safe);
    settle(safe);
  };
  useShortcuts({ ",": () => go(place - 1), ".": () => go(place + 1), n: () => go(last) });
  const button = (/** @type {number} */ to, /** @type {string} */ icon, /** @type {string} */ key) => html`<button
    class="btn btn--icon"
    type="button"
    aria-disabled=${to < 0 || to > last || to === place}
    onClick=${() => go(to)}
    aria-label=${t(key)}
    title=${t(key)}
  >
    <${Icon} name=${icon} />
  </button>`;
  return html`<section class=${`history${past ? " is-past" : ""}`} aria-label=${t("moments.history.title")}>
    ${past && html`
      <div class="past">
        <h3 class="head2">${t("moments.history.happened")}</h3>
        <${Happened} events=${log.filter((event) => event.version === step)} />
      </div>
      <p class="history__tools"><${Share} moment=${moment} /></p>
    `}
    <p class="history__label">
      <span class="lining">${t("moments.history.step", { step: place, last })}</span>
      ${place < last ? (
        html`<button class="history__now" type="button" onClick=${() => go(last)}>${t("moments.history.now")}</button>`
      ) : (
        html`<span>${t("moments.history.present")}</span>`
      )}
    </p>
    <div class="history__bar">
      ${button(0, "ui-first", "moments.history.first")}
      ${button(place - 1, "ui-prev", "moments.history.back")}
      <input
        type="range"
        min="0"
        max=${last}
        value=${place}
        step="1"
        aria-label=${t("moments.history.title")}
        aria-valuetext=${t("moments.history.step", { step: place, last })}
        onInput=${(/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
      />
      ${button(place + 1, "ui-next", "moments.history.forward")}
      ${button(last, "ui-last", "moments.history.last")}
    </div>
  </section>`;
}
