// The panels of an online game, by the module of each.

/** @typedef {"chat" | "menu" | "takeback" | "resign" | "pause" | "replace" | "orders" | "notes" | "signs"}
 *   OnlinePanel */

/** @type {Record<OnlinePanel, string>} */
export const ONLINE_PANELS = {
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
