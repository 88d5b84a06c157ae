// The components of an online game at the table, loaded together when one is shown.
export { PresenceLine } from "./PresenceLine.js";
export { Offers } from "./Offers.js";
export { OnlineButtons } from "./OnlineButtons.js";
