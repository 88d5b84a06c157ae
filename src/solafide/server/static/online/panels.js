// What concerns the other player and can be laid above the table, by the module that draws it.

/** @typedef {"chat" | "menu" | "takeback" | "resign" | "pause" | "replace" | "orders" | "notes" | "signs"}
 *   CompanySheet */

/** @type {Record<CompanySheet, string>} */
export const COMPANY_SHEETS = {
  chat: "online/ChatPanel.js",
  menu: "online/OnlineMenu.js",
  takeback: "online/TakebackDialog.js",
  resign: "online/ResignDialog.js",
  pause: "online/PauseDialog.js",
  replace: "online/ReplacePlayerDialog.js",
  orders: "online/StandingOrdersPanel.js",
  notes: "online/NotesPanel.js",
  signs: "notifications/NotificationChannelsPanel.js",
};
