// Highlights the element of the table that an advised choice is about, or one that was just made.

/** @import {Option} from "../core/types" */

/** Selectors of the elements that stand for an option, the one that says most first.
 * @param {Option} option */
function placesOf({ choice, card, circle }) {
  const places = [`[data-choice="${CSS.escape(choice)}"]`];
  if (card) places.push(`.hand [data-card="${card}"]`, `.table [data-card="${card}"]`);
  if (circle) places.push(`.pyramid .tile[data-circle="${circle}"]`);
  return places;
}

/** The element of the table that stands for an option.
 * @param {Option | undefined} option
 * @returns {HTMLElement | null} */
export function elementOf(option) {
  if (!option) return null;
  const places = placesOf(option);
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

/** The pile or the deck that a choice takes a card from, as a selector.
 * @param {Option} option */
function pileOf({ verb, choice }) {
  if (verb === "draw") return ".pile.is-target";
  return verb === "deck" ? `[data-pile="land:${CSS.escape(choice.slice("deck:".length))}"]` : null;
}

/** Show at once what was chosen: on everything that stands for it, in the next frame.
 * @param {Option} option
 * @returns {() => void} ends it, when the server has answered */
export function markPressed(option) {
  const selectors = [...placesOf(option), pileOf(option)].filter((selector) => selector !== null);
  const elements = document.querySelectorAll(selectors.join(","));
  for (const element of elements) element.setAttribute("data-pressed", "");
  return () => elements.forEach((element) => element.removeAttribute("data-pressed"));
}

/** Highlight until the next click or key.
 * @param {Option | undefined} option */
export function highlightUntilInput(option) {
  highlight(option, true);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, clearHighlight, { capture: true, once: true });
}
