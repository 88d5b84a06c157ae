// Elements that float over the table while events are animated. They take no clicks.
import { render } from "../vendor/preact.js";

/** @import {Child} from "../vendor/preact" */
/** @import {Timeline} from "./Timeline" */
/** @typedef {{x: number, y: number}} Position */

/** @param {Child} content
 * @param {string} className */
export function renderElement(content, className) {
  const element = document.createElement("div");
  element.className = className;
  render(content, element);
  return element;
}

/** @param {DOMRect} box */
export const centerOf = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** @param {Timeline} timeline
 * @returns {Position} */
export function boardCenter(timeline) {
  const board =
    timeline.root.querySelector(".pyramid")?.getBoundingClientRect() ??
    document.documentElement.getBoundingClientRect();
  return {
    x: board.left + board.width / 2,
    y: Math.min(Math.max(board.top + board.height / 2, 130), innerHeight - 200),
  };
}

/** Add an element that floats over the table.
 * @param {Timeline} timeline
 * @param {HTMLElement} element
 * @returns {(center: Position, scale?: number, opacity?: number) => Keyframe} makes a frame from the position of its
 *   center */
export function floatingFrames(timeline, element) {
  element.classList.add("is-flying");
  timeline.addTemporary(element, document.body);
  return ({ x, y }, scale = 1, opacity = 1) => ({
    transform: `translate(${x}px, ${y}px) scale(${scale})`,
    opacity,
  });
}
