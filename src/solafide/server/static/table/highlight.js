// Points at the thing on the table that a choice is about, in ink: gilt is for what may be chosen.

/** @import {Option} from "../core/types" */

/** The thing on the table that stands for an option.
 * @param {Option | undefined} option
 * @returns {HTMLElement | null} */
export function spot(option) {
  if (!option) return null;
  const places = [`[data-choice="${CSS.escape(option.choice)}"]`];
  if (option.card) places.push(`.hand [data-card="${option.card}"]`, `.table [data-card="${option.card}"]`);
  if (option.circle) places.push(`.pyramid .tile[data-circle="${option.circle}"]`);
  for (const place of places) {
    const found = document.querySelector(place);
    const seen = found instanceof HTMLElement ? (found.closest(".tile") ?? found) : null;
    if (seen instanceof HTMLElement && !seen.closest(".leaf")) return seen;
  }
  return null;
}

export function unmark() {
  for (const thing of document.querySelectorAll("[data-advised]")) thing.removeAttribute("data-advised");
}

/**
 * @param {Option | undefined} option
 * @param {boolean} scroll whether the thing must come into view */
export function marked(option, scroll) {
  unmark();
  const thing = spot(option);
  thing?.setAttribute("data-advised", "");
  if (scroll) thing?.scrollIntoView({ block: "nearest" });
}

/** Points until something is touched.
 * @param {Option | undefined} option */
export function pointedOut(option) {
  marked(option, true);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, unmark, { capture: true, once: true });
}
