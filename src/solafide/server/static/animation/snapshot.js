// A snapshot of the table before it changes: where everything was, and copies of the circles.

/**
 * @typedef {object} TableSnapshot
 * @property {Map<string, DOMRect>} boxes by name: "card:C03", "hand:P", "deck:C", "figure"
 * @property {Map<number, HTMLElement>} tiles copies of the circles that will change
 */

/** Selectors of the elements, and the name of each.
 * @type {[string, (element: HTMLElement) => string][]} */
const MEASURED_ELEMENTS = [
  [".hand [data-card]", (element) => `card:${element.dataset.card}`],
  ["[data-pile]", (element) => element.dataset.pile ?? ""],
  [".pyramid .figure", () => "figure"],
];
/** Data attributes that style sheets use. A copy keeps no other: it must not be found in place of the original. */
const STYLED_ATTRIBUTES = new Set(["data-print", "data-holder", "data-dominant", "data-by"]);

/** Where everything is, by name.
 * @param {Element} root
 * @returns {Map<string, DOMRect>} */
export function boxesByName(root) {
  const boxes = new Map();
  for (const [selector, nameOf] of MEASURED_ELEMENTS) {
    for (const element of root.querySelectorAll(selector)) {
      if (!(element instanceof HTMLElement) || element.closest(".ghost")) continue;
      const box = element.getBoundingClientRect();
      if (box.width && !boxes.has(nameOf(element))) boxes.set(nameOf(element), box);
    }
  }
  return boxes;
}

/** A copy that cannot be clicked, focused or heard, and is not found by its attributes.
 * @param {HTMLElement} element
 * @returns {HTMLElement} */
function inertCopy(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const control of copy.querySelectorAll("button,[hidden]")) control.remove();
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of part.getAttributeNames())
      if (name === "id" || (name.startsWith("data-") && !STYLED_ATTRIBUTES.has(name))) part.removeAttribute(name);
  }
  copy.classList.add("ghost");
  copy.classList.remove("is-target", "is-chosen", "is-barred", "is-new");
  copy.inert = true;
  return copy;
}

/** @param {Element} root
 * @param {Set<number>} circles those that will change
 * @returns {TableSnapshot} */
export function takeSnapshot(root, circles) {
  const tiles = new Map();
  for (const tile of root.querySelectorAll(".pyramid .tile[data-circle]")) {
    const circle = tile instanceof HTMLElement ? Number(tile.dataset.circle) : 0;
    if (tile instanceof HTMLElement && circles.has(circle)) tiles.set(circle, inertCopy(tile));
  }
  return { boxes: boxesByName(root), tiles };
}
