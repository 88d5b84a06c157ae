// The parts of a page that show two who play far apart, loaded where they do.
export { Line } from "./PresenceLine.js";
export { Offers } from "./Offers.js";
export { Tools } from "./OnlineButtons.js";
