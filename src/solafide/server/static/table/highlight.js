// Highlights the element of the table that an advised choice is about.

/** @import {Option} from "../core/types" */

/** The element of the table that stands for an option.
 * @param {Option | undefined} option
 * @returns {HTMLElement | null} */
export function elementOf(option) {
  if (!option) return null;
  const places = [`[data-choice="${CSS.escape(option.choice)}"]`];
  if (option.card) places.push(`.hand [data-card="${option.card}"]`, `.table [data-card="${option.card}"]`);
  if (option.circle) places.push(`.pyramid .tile[data-circle="${option.circle}"]`);
  for (const selector of places) {
    const element = document.querySelector(selector);
    const thing = element instanceof HTMLElement ? (element.closest(".tile") ?? element) : null;
    if (thing instanceof HTMLElement && !thing.closest(".panel")) return thing;
  }
  return null;
}

export function clearHighlight() {
  for (const element of document.querySelectorAll("[data-advised]")) element.removeAttribute("data-advised");
}

/**
 * @param {Option | undefined} option
 * @param {boolean} scroll whether it must be scrolled into view */
export function highlight(option, scroll) {
  clearHighlight();
  const element = elementOf(option);
  element?.setAttribute("data-advised", "");
  if (scroll) element?.scrollIntoView({ block: "nearest" });
}

/** Highlight until the next click or key.
 * @param {Option | undefined} option */
export function highlightUntilInput(option) {
  highlight(option, true);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, clearHighlight, { capture: true, once: true });
}
