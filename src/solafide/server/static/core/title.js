// The title of the window: the name of the page, and a mark in front of it while a game waits for the player.
import { useEffect } from "../vendor/preact.js";

let pageTitle = document.title;
let prefix = "";
const update = () => void (document.title = prefix + pageTitle);

/** Set the title while a page is shown.
 * @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    if (title) pageTitle = title;
    update();
  }, [title]);
}

/** Put a mark in front of the title of every page.
 * @param {string} mark "" removes it */
export function setTitlePrefix(mark) {
  prefix = mark;
  update();
}
