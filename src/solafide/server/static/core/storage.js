// What a part of the page keeps for the next visit; a browser without a store forgets, but goes on.

/** @param {string} name
 * @returns {unknown} null if nothing was kept, or it cannot be read */
export function recalled(name) {
  try {
    return JSON.parse(localStorage.getItem(`solafide.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name
 * @param {unknown} value null: nothing is kept any more */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`solafide.${name}`);
    else localStorage.setItem(`solafide.${name}`, JSON.stringify(value));
  } catch {
    // It is only a convenience.
  }
}
