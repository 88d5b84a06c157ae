// The parts of a page that show two who play far apart, loaded where they do.
export { Line } from "./line.js";
export { Offers } from "./offers.js";
export { Tools } from "./tools.js";
