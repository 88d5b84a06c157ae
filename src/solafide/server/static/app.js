// The frame of all pages: texts, addresses, and which page is shown.
import { html, render, useEffect, useRef, useState } from "./vendor/preact.js";
import { getSetup } from "./core/api.js";
import { enter, isOnline } from "./core/serverKind.js";
import { attendAll } from "./fairness/openContribution.js";
import { useRoute } from "./core/router.js";
import { takeLink } from "./core/credentials.js";
import { Texts, useLoadedTexts } from "./core/i18n.js";
import { loadPart, usePart } from "./core/lazy.js";

/** @typedef {(props: {params: Record<string, string>}) => import("./vendor/preact").Child} Page */

/** @type {Record<string, string>} */
const HOMES = {
  newgame: "pages/NewGamePage.js",
  games: "pages/GamesPage.js",
  rules: "pages/RulesPage.js",
  settings: "pages/SettingsPage.js",
  data: "pages/SettingsPage.js",
  game: "pages/GamePage.js",
  table: "pages/LobbyPage.js",
  deal: "pages/DealPage.js",
  letter: "pages/EmailLinkPage.js",
};
/** Pages that another one takes the place of where people play far apart.
 * @type {Record<string, string>} */
const AFAR = { newgame: "pages/OnlineStartPage.js", games: "pages/MyGamesPage.js", data: "pages/MyDataPage.js" };
/** @type {Map<string, Page>} */
const loaded = new Map();

/** @param {string} page */
async function load(page) {
  const found = loaded.get(page) ?? (await loadPart((isOnline() && AFAR[page]) || HOMES[page])).default;
  loaded.set(page, found);
  return found;
}

/** Whether it is known yet which house this is. */
function useHouse() {
  const [known, know] = useState(false);
  useEffect(() => {
    const attempt = () => {
      getSetup().then(
        ({ house }) => {
          enter(house ?? "local");
          if (isOnline()) attendAll();
          know(true);
        },
        () => setTimeout(attempt, 1000),
      );
    };
    attempt();
  }, []);
  return known;
}

/** @param {string} page
 * @param {boolean} entered */
function usePage(page, entered) {
  const [shown, show] = useState(/** @type {{page: string, part: Page} | null} */ (null));
  useEffect(() => {
    if (!entered) return undefined;
    let wanted = true;
    load(page).then(
      (part) => void (wanted && show({ page, part })),
      (problem) => console.error(problem),
    );
    return () => void (wanted = false);
  }, [page, entered]);
  return shown;
}

/** A reader who does not see the page change must find its beginning.
 * @param {string | undefined} page */
function useFocusOnChange(page) {
  const before = useRef(page);
  useEffect(() => {
    if (before.current && before.current !== page) {
      const heading = document.querySelector("h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
    }
    before.current = page;
  }, [page]);
}

function App() {
  const say = useLoadedTexts();
  const { page, params } = useRoute();
  const entered = useHouse();
  const shown = usePage(page, entered);
  const signs = usePart(entered && isOnline() ? "notifications/TurnNotifier.js" : null);
  useFocusOnChange(shown?.page);
  if (!say) return null;
  return html`<${Texts.Provider} value=${say}>
    ${signs && html`<${signs.TurnSigns} />`}
    ${shown && shown.page === page ? (
      html`<${shown.part} key=${params.game} params=${params} />`
    ) : (
      html`<main aria-busy="true"></main>`
    )}
  <//>`;
}

takeLink();
const home = document.getElementById("app");
if (home) render(html`<${App} />`, home);
