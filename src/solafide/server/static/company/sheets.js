// What concerns the other player and can be laid above the table, by the module that draws it.

/** @typedef {"chat" | "menu" | "takeback" | "resign" | "pause" | "replace" | "orders" | "notes" | "signs"}
 *   CompanySheet */

/** @type {Record<CompanySheet, string>} */
export const COMPANY_SHEETS = {
  chat: "../company/chat.js",
  menu: "../company/menu.js",
  takeback: "../company/takeback.js",
  resign: "../company/resign.js",
  pause: "../company/pause.js",
  replace: "../company/replace.js",
  orders: "../company/orders.js",
  notes: "../company/notes.js",
  signs: "../company/signs.js",
};
