// Imports modules of the page by their path below static/.

/** @param {string} path "core/routes.js" */
export const page = (path) => import(new URL(`../../src/solafide/server/static/${path}`, import.meta.url).href);
