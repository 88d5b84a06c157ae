// Loaded before every test: lets Node.js import the modules of the page, and stands in for the browser around them.
import { register } from "node:module";

// Modules of the page end in .js and have no package.json: say that they are ECMAScript modules.
const hooks = `
  export async function load(url, context, next) {
    return next(url, url.includes("/server/static/") ? { ...context, format: "module" } : context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

/** Storage of a browser, in memory. */
class MemoryStorage {
  #values = new Map();
  getItem(key) {
    return this.#values.get(key) ?? null;
  }
  setItem(key, value) {
    this.#values.set(key, String(value));
  }
  removeItem(key) {
    this.#values.delete(key);
  }
  clear() {
    this.#values.clear();
  }
}

const replace = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

replace("localStorage", new MemoryStorage());
replace("sessionStorage", new MemoryStorage());
replace("location", { origin: "https://example.org", pathname: "/", hash: "" });
replace("history", { replaceState: (_state, _title, path) => Object.assign(location, { pathname: path, hash: "" }) });
replace("navigator", { languages: ["de-AT", "en"] });
replace("addEventListener", () => {});
replace("document", {
  title: "",
  hidden: false,
  documentElement: { dataset: { languages: "en de nl hu" } },
  addEventListener: () => {},
  querySelector: () => null,
});
