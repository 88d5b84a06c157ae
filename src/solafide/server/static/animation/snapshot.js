// Where everything lay before the table changed.

/**
 * @typedef {object} Measured
 * @property {Map<string, DOMRect>} places by what they are: "card:C03", "hand:P", "deck:C", "figure"
 * @property {Map<number, HTMLElement>} tiles copies of the circles as they were
 */

/** What is looked for, and what it is called.
 * @type {[string, (thing: HTMLElement) => string][]} */
const THINGS = [
  [".hand [data-card]", (thing) => `card:${thing.dataset.card}`],
  ["[data-pile]", (thing) => thing.dataset.pile ?? ""],
  [".pyramid .figure", () => "figure"],
];
/** What style sheets look at; everything else would make a copy pass for the thing. */
const KEPT = new Set(["data-print", "data-holder", "data-dominant", "data-by"]);

/** @param {Element} root
 * @returns {Map<string, DOMRect>} */
export function places(root) {
  const found = new Map();
  for (const [where, name] of THINGS) {
    for (const thing of root.querySelectorAll(where)) {
      if (!(thing instanceof HTMLElement) || thing.closest(".ghost")) continue;
      const box = thing.getBoundingClientRect();
      if (box.width && !found.has(name(thing))) found.set(name(thing), box);
    }
  }
  return found;
}

/** A copy that nobody can touch, hear or mistake for the thing itself.
 * @param {HTMLElement} thing
 * @returns {HTMLElement} */
export function ghost(thing) {
  const copy = /** @type {HTMLElement} */ (thing.cloneNode(true));
  for (const control of copy.querySelectorAll("button,[hidden],[aria-hidden=true].banner")) control.remove();
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of part.getAttributeNames())
      if (name === "id" || (name.startsWith("data-") && !KEPT.has(name))) part.removeAttribute(name);
  }
  copy.classList.add("ghost");
  copy.classList.remove("is-target", "is-chosen", "is-barred", "is-new");
  copy.inert = true;
  return copy;
}

/** @param {Element} root
 * @returns {Measured} */
export function measure(root) {
  const tiles = new Map();
  for (const tile of root.querySelectorAll(".pyramid .tile[data-circle]")) {
    if (tile instanceof HTMLElement) tiles.set(Number(tile.dataset.circle), ghost(tile));
  }
  return { places: places(root), tiles };
}
