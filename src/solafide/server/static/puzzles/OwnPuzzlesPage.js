// The mistakes of one's own last games as puzzles: find the better choice on the board of that moment.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Analysis, finishedReport, useAnalysis } from "../analysis/Analysis.js";
import { Mistakes } from "../analysis/Mistakes.js";
import { getGames, getMoment } from "../core/api.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { isOnline } from "../core/serverKind.js";
import { useTitle } from "../core/title.js";
import { useOpenedCard } from "../table/useOpenedCard.js";
import { PageHeader } from "../ui/PageHeader.js";
import { useMyGames } from "../pages/useMyGames.js";

/** @import {CardSetFaces, Moment} from "../core/types" */
/** @typedef {{game: string, text: string}} FinishedGame */

const SHOWN_GAMES = 8;

/** @returns {FinishedGame[] | null} */
function useLocalGames() {
  const [games, setGames] = useState(/** @type {FinishedGame[] | null} */ (null));
  useEffect(() => {
    let active = true;
    getGames().then(
      (list) => void (active && setGames(list.filter(({ over }) => over))),
      () => void (active && setGames([])),
    );
    return () => void (active = false);
  }, []);
  return games;
}

/** @returns {FinishedGame[] | null} */
function useOnlineGames() {
  const games = useMyGames();
  return (
    games &&
    games.flatMap(({ game, state, summary }) => (state === "over" && summary ? [{ game, text: summary.text }] : []))
  );
}

/** @param {{moment: Moment, faces: CardSetFaces}} props */
function MistakesOfMoment({ moment, faces }) {
  const { game } = moment;
  const { analysis, retry } = useAnalysis(game);
  const root = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { open, openedCard } = useOpenedCard(root, faces);
  const report = finishedReport(analysis);
  return html`<div ref=${root}>
    ${report ? (
      html`<${Mistakes} report=${report} own=${moment.seats} faces=${faces} game=${game} open=${open} branch=${null} />`
    ) : (
      html`<${Analysis} analysis=${analysis} retry=${retry} game=${game} own=${moment.seats} />`
    )}
    ${openedCard}
  </div>`;
}

/** @param {{game: string}} props */
function MistakesOfGame({ game }) {
  const t = useTranslation();
  const [moment, setMoment] = useState(/** @type {Moment | null} */ (null));
  const faces = useFaces(moment?.cards_hash ?? null);
  useEffect(() => {
    let active = true;
    getMoment(game).then(
      (received) => void (active && setMoment(received)),
      () => {},
    );
    return () => void (active = false);
  }, [game]);
  if (!moment || !faces) return html`<p class="quiet" aria-busy="true">${t("puzzles.page.loading")}</p>`;
  return html`<${MistakesOfMoment} moment=${moment} faces=${faces} />`;
}

export default function OwnPuzzlesPage() {
  const t = useTranslation();
  const games = (isOnline() ? useOnlineGames : useLocalGames)();
  const [chosen, setChosen] = useState("");
  useTitle(`${t("puzzles.page.own_games")} · Sola Fide`);
  const shown = (games ?? []).slice(0, SHOWN_GAMES);
  const game = chosen || shown[0]?.game;
  return html`
    <${PageHeader} here="/puzzles" />
    <main class="sheet puzzles-page">
      <div class="sheet__title"><h1>${t("puzzles.page.own_games")}</h1><p>${t("puzzles.page.own_lead")}</p></div>
      <p class="lessons__go"><a class="btn" href="/puzzles">${t("puzzles.page.leave")}</a></p>
      ${games && !shown.length && html`<p class="note">${t("puzzles.page.own_none")}</p>`}
      ${shown.length > 1 && html`<p class="puzzle-themes">
        ${shown.map((each) => html`<button
          key=${each.game}
          class="btn puzzle-theme"
          type="button"
          aria-pressed=${each.game === game}
          onClick=${() => setChosen(each.game)}
        >
          ${each.text}
        </button>`)}
      </p>`}
      ${game && html`<${MistakesOfGame} key=${game} game=${game} />`}
    </main>
  `;
}
