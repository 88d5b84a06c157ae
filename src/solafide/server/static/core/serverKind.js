// The kind of the server: local (one browser has every seat) or online (a browser has the seats of its secrets).

let online = false;

/** @param {"local" | "online"} kind as `GET /api/setup` names it */
export const setServerKind = (kind) => void (online = kind === "online");

export const isOnline = () => online;
