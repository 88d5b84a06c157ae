// The application: loads texts, finds out which kind of server this is, and shows the page of the address.
import { html, render, useEffect, useRef, useState } from "./vendor/preact.js";
import { getSetup } from "./core/api.js";
import { TranslationProvider, useLoadedTranslation } from "./core/i18n.js";
import { loadModule, useModule } from "./core/lazy.js";
import { useRoute } from "./core/router.js";
import { takeSecretFromAddress } from "./core/secretLinks.js";
import { isOnline, setServerKind } from "./core/serverKind.js";
import { openContributionsWhenDue } from "./fairness/openContributions.js";
import { PageFooter } from "./ui/PageFooter.js";

/** @typedef {(props: {params: Record<string, string>}) => import("./vendor/preact").Child} Page */

const RETRY_MS = 1000;

/** The modules of the pages, by the names in core/routes.js.
 * @type {Record<string, string>} */
const PAGES = {
  newgame: "pages/NewGamePage.js",
  setup: "pages/GameSetupPage.js",
  games: "pages/GamesPage.js",
  record: "record/RecordPage.js",
  daily: "daily/DailyPage.js",
  learn: "learn/LearnPage.js",
  lesson: "learn/LessonPage.js",
  example: "learn/LessonPage.js",
  puzzles: "puzzles/PuzzlesPage.js",
  ownPuzzles: "puzzles/OwnPuzzlesPage.js",
  puzzle: "puzzles/PuzzlePage.js",
  rules: "pages/RulesPage.js",
  cards: "pages/CardsPage.js",
  card: "pages/CardPage.js",
  box: "pages/BoxPage.js",
  compare: "pages/CompareSetsPage.js",
  settings: "pages/SettingsPage.js",
  data: "pages/SettingsPage.js",
  game: "pages/GamePage.js",
  lobby: "pages/LobbyPage.js",
  deal: "pages/DealPage.js",
  emailLink: "pages/EmailLinkPage.js",
  privacy: "pages/PrivacyPage.js",
};
/** Pages without the footer that links to the privacy notice: the notice, lessons, examples, puzzles, and games, which
 * place it themselves. */
const NO_FOOTER = new Set(["privacy", "game", "lesson", "example", "puzzle"]);
/** Pages that are others on an online server.
 * @type {Record<string, string>} */
const ONLINE_PAGES = {
  newgame: "pages/OnlineStartPage.js",
  setup: "pages/OnlineSetupPage.js",
  games: "pages/MyGamesPage.js",
  data: "pages/MyDataPage.js",
};

/** Whether the kind of the server is known; before, what a server that refuses this browser says, "" if none answers,
 * null if that is not known yet.
 * @returns {{isKnown: boolean, refusal: string | null}} */
function useServerKind() {
  const [isKnown, setKnown] = useState(false);
  const [refusal, setRefusal] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    const attempt = () => {
      getSetup().then(
        ({ server }) => {
          setServerKind(server ?? "local");
          if (isOnline()) openContributionsWhenDue();
          setKnown(true);
        },
        (error) => {
          setRefusal(error.message ?? "");
          setTimeout(attempt, RETRY_MS);
        },
      );
    };
    attempt();
  }, []);
  return { isKnown, refusal };
}

/** The component of a page, null until it is loaded.
 * @param {string} page
 * @param {boolean} isReady
 * @returns {{page: string, component: Page} | null} */
function usePage(page, isReady) {
  const [loaded, setLoaded] = useState(/** @type {{page: string, component: Page} | null} */ (null));
  useEffect(() => {
    if (!isReady) return undefined;
    let active = true;
    loadModule((isOnline() && ONLINE_PAGES[page]) || PAGES[page]).then(
      (module) => void (active && setLoaded({ page, component: module.default })),
      (problem) => console.error(problem),
    );
    return () => void (active = false);
  }, [page, isReady]);
  return loaded;
}

/** Move the focus to the heading when another page is shown, for players who do not see the change.
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
  const translate = useLoadedTranslation();
  const { page, params } = useRoute();
  const { isKnown: isReady, refusal } = useServerKind();
  const loaded = usePage(page, isReady);
  const notifier = useModule(isReady && isOnline() ? "notifications/TurnNotifier.js" : null);
  const update = useModule(loaded || refusal !== null ? "ui/UpdateNotice.js" : null);
  const unreachable = useModule(!isReady && refusal !== null ? "pages/UnreachablePage.js" : null);
  useFocusOnChange(loaded?.page);
  if (!translate) return null;
  return html`<${TranslationProvider} value=${translate}>
    ${update && html`<${update.UpdateNotice} />`}
    ${notifier && html`<${notifier.TurnNotifier} />`}
    ${unreachable && html`<${unreachable.default} refusal=${refusal} />`}
    ${loaded && loaded.page === page ? (
      html`
        <${loaded.component} key=${params.game ?? params.lesson} params=${params} />
        ${!NO_FOOTER.has(page) && html`<${PageFooter} />`}
      `
    ) : (
      !unreachable && html`<main aria-busy="true"></main>`
    )}
  <//>`;
}

takeSecretFromAddress();
const container = document.getElementById("app");
if (container) render(html`<${App} />`, container);
