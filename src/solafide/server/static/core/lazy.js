// Parts of the table that are loaded when they are first needed.
import { useEffect, useState } from "../vendor/preact.js";

/** @type {Map<string, any>} */
const loaded = new Map();
/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** @param {string} name the address of a module under static/ */
export function loadPart(name) {
  const found = asked.get(name) ?? import(new URL(`../${name}`, import.meta.url).href);
  asked.set(name, found);
  found.then(
    (part) => loaded.set(name, part),
    () => asked.delete(name),
  );
  return found;
}

/** The module, null until it is here.
 * @param {string | null} name null: not needed now */
export function usePart(name) {
  const [, again] = useState(0);
  useEffect(() => {
    let wanted = true;
    if (name && !loaded.has(name)) loadPart(name).then(() => void (wanted && again((n) => n + 1)), console.error);
    return () => void (wanted = false);
  }, [name]);
  return name ? (loaded.get(name) ?? null) : null;
}
