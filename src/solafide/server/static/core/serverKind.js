// Which house this is: the one on the reader's own machine, or one where each browser has the seats whose secrets it
// keeps.

let online = false;

/** @param {"local" | "online"} house */
export const enter = (house) => void (online = house === "online");

export const isOnline = () => online;
