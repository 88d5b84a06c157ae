// Modules that are loaded when they are first needed.
import { useEffect, useState } from "../vendor/preact.js";

/** @type {Map<string, any>} */
const loaded = new Map();
/** @type {Map<string, Promise<any>>} */
const requests = new Map();

/** Load a module; a failed load is tried again at the next call.
 * @param {string} path below static/: "table/HintPanel.js"
 * @returns {Promise<any>} */
export function loadModule(path) {
  const request = requests.get(path) ?? import(new URL(`../${path}`, import.meta.url).href);
  requests.set(path, request);
  request.then(
    (module) => loaded.set(path, module),
    () => requests.delete(path),
  );
  return request;
}

/** The module, null until it is loaded.
 * @param {string | null} path null: not needed now */
export function useModule(path) {
  const [, rerender] = useState(0);
  useEffect(() => {
    let active = true;
    if (path && !loaded.has(path)) loadModule(path).then(() => void (active && rerender((n) => n + 1)), console.error);
    return () => void (active = false);
  }, [path]);
  return path ? (loaded.get(path) ?? null) : null;
}
