// The title of the window: the name of the page and of the game, and a mark in front while a game waits for the player.
import { useEffect } from "../vendor/preact.js";

let pageTitle = document.title;
let gameTitle = "";
let prefix = "";

function update() {
  const title = prefix + (gameTitle ? `${gameTitle} · ` : "") + pageTitle;
  // The browser tells its windows of every title, even if it is the same.
  if (document.title !== title) document.title = title;
}

/** Set the title while a page is shown.
 * @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    if (title) pageTitle = title;
    update();
  }, [title]);
}

/** Name the game before the title while its page is shown.
 * @param {string} title "" if it has none */
export function useGameTitle(title) {
  useEffect(() => {
    gameTitle = title;
    update();
    return () => {
      gameTitle = "";
      update();
    };
  }, [title]);
}

/** Put a mark in front of the title of every page.
 * @param {string} mark "" removes it */
export function setTitlePrefix(mark) {
  prefix = mark;
  update();
}
