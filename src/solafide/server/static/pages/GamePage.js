// The page of one game: its table, or the draft, the result, or the request to pass the device on.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useAnimatedMoments } from "../animation/useAnimatedMoments.js";
import { choose, stopThinking, takeBack, undo } from "../core/api.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { ownPerson, personOf, seatName } from "../core/moment.js";
import { newIdempotencyKey } from "../core/request.js";
import { navigate } from "../core/router.js";
import { useSettings } from "../core/settings.js";
import { useGameTitle } from "../core/title.js";
import { useGame } from "../core/useGame.js";
import { Table } from "../table/Table.js";
import { isWatched } from "../watch/pace.js";
import { useWatching } from "../watch/useWatching.js";

/** @import {Moment, Seat} from "../core/types" */
/** @import {GameActions} from "../table/types" */

/**
 * @param {string} id
 * @param {ReturnType<typeof useGame>} game
 * @param {() => void} skipAnimations
 * @param {Moment | null} shown the moment to which the player's choices belong
 * @returns {GameActions}
 */
function useGameActions(id, game, skipAnimations, shown) {
  return useMemo(() => {
    const header = (/** @type {Moment} */ { version }) => ({ version, idempotency_key: newIdempotencyKey() });
    const act = (
      /** @type {(what: {seat: Seat, version: number, idempotency_key: string}) => Promise<Moment | null>} */ send,
    ) => {
      // A player who acts does not want to wait for an animation.
      skipAnimations();
      // If the game has gone on meanwhile, the choice belongs to an old question: only show what is already known.
      return game.request(async (present) =>
        shown?.version === present.version ? send({ seat: present.seat, ...header(present) }) : null,
      );
    };
    return {
      send: (choice) => act((what) => choose(id, { ...what, choice })),
      undo: () => act((what) => undo(id, what)),
      takeBack: () => act((what) => takeBack(id, what)),
      stop: () => game.request(() => stopThinking(id).then(() => null)),
      takeSeat: game.setSeat,
      showStep: (step) => navigate(step === null ? `/game/${id}` : `/game/${id}/at/${step}`),
      request: (send) => game.request((present) => send(header(present))),
      reload: () => void game.load(false),
    };
  }, [game.request, game.load, id, shown?.version]);
}

/** Shown until the game is loaded, and if it does not exist or the server cannot be reached.
 * @param {{problem: string, retry: (() => void) | null}} props */
function NothingToShow({ problem, retry }) {
  const t = useTranslation();
  if (!problem) return html`<main class="sheet" aria-busy="true"><h1 class="sr">Sola Fide</h1></main>`;
  return html`<main class="sheet missing-game">
    <h1 class="brand">Sola Fide</h1>
    <p role="alert">${problem}</p>
    <p class="missing-game__ways">
      ${retry && html`<button class="btn btn--main" type="button" onClick=${retry}>${t("table.try_again")}</button>`}
      <a class="btn" href="/">${t("table.first_page")}</a>
      <a class="btn" href="/games">${t("table.games")}</a>
    </p>
  </main>`;
}

/** @typedef {object} PageState
 * @property {boolean} isPast
 * @property {boolean} isIdle
 * @property {boolean} isChangingSeat
 * @property {boolean} isWatchingEnd the game has ended on this page, and the player still looks at the table
 * @property {boolean} hasPassed of two players at one screen the one at the table has ended the turn
 */

/** The module that is shown in place of the table, null if the table is.
 * @param {Moment | null} moment
 * @param {PageState} state
 * @returns {string | null} */
function otherPage(moment, { isPast, isIdle, isChangingSeat, isWatchingEnd, hasPassed }) {
  if (!moment) return null;
  // Nothing covers the table before its player has seen the card that was drawn.
  const isAtTable = moment.seat !== null && moment.view.phase === "play" && !hasPassed;
  const mustPass = isHandedOver(moment) && isIdle && !isPast && !isAtTable;
  if (isChangingSeat || mustPass) return "table/PassDevice.js";
  if (moment.view.phase === "draft") return "pages/DraftPage.js";
  return moment.view.phase === "over" && !isPast && !isWatchingEnd ? "pages/ResultPage.js" : null;
}

/** Whether the other one of two players at one screen comes next.
 * @param {Moment} moment */
const isHandedOver = ({ handover, seat }) => handover !== null && handover !== seat;

/** Of two players at one screen, the one who has the device keeps it when the same person comes next at another seat:
 * first as a person, then with a faith.
 * @param {Moment | null} moment
 * @param {(seat: Seat) => void} takeSeat */
function useKeepSeat(moment, takeSeat) {
  const next = moment?.handover ?? null;
  const isSame =
    moment !== null &&
    next !== null &&
    moment.seat !== null &&
    isHandedOver(moment) &&
    ownPerson(moment) === personOf(moment, next);
  useEffect(() => void (isSame && takeSeat(next)), [isSame, next]);
  return isSame;
}

/** What the page says about a refused request or a lost connection.
 * @param {ReturnType<typeof useGame>} game
 * @param {Moment | null} moment
 * @param {string} unreachable */
function problemText({ error, connected }, moment, unreachable) {
  if (error?.status) return error.message || unreachable;
  // An online game reconnects by itself, and its line of players says so.
  return (error || !connected) && !moment?.online ? unreachable : "";
}

/** @param {{params: Record<string, string>}} props */
export default function GamePage({ params }) {
  const t = useTranslation();
  const settings = useSettings();
  const at = params.at === undefined ? null : Number(params.at);
  const game = useGame(params.game, at, settings.openHands);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { current, announcements, settledStep, isIdle, skip } = useAnimatedMoments(game.shown, root);
  const faces = useFaces(current?.moment.cards_hash ?? null);
  const [wantsResult, setWantsResult] = useState(false);
  const [passedVersion, setPassedVersion] = useState(/** @type {number | null} */ (null));
  const wasPlayedHere = useRef(false);
  const moment = current?.moment.game === params.game ? current.moment : null;
  const actions = useGameActions(params.game, game, skip, moment);
  const watching = useWatching({
    moment: moment && isWatched(moment) ? moment : null,
    isPresent: at === null,
    settledStep,
    isConnected: game.connected,
    isSearching: game.searchProgress !== null,
    request: game.request,
    stop: actions.stop,
  });
  useGameTitle(moment?.title ?? "");
  if (moment && moment.view.phase === "play" && at === null) wasPlayedHere.current = true;
  const isChangingSeat = moment !== null && game.seat !== undefined && game.seat !== moment.seat;
  const isWatchingEnd = wasPlayedHere.current && !wantsResult;
  const keepsSeat = useKeepSeat(moment, game.setSeat);
  const hasPassed = moment !== null && passedVersion === moment.version;
  const otherPath = keepsSeat
    ? null
    : otherPage(moment, { isPast: at !== null, isIdle, isChangingSeat, isWatchingEnd, hasPassed });
  const other = useModule(otherPath);
  const onlineBar = useModule(moment?.online && otherPath ? "online/OnlineBar.js" : null);
  const problem = problemText(game, moment, t("table.unreachable"));
  const showResult = () => {
    setWantsResult(true);
    actions.showStep(null);
  };
  if (!moment || !current || !faces || isChangingSeat || keepsSeat || (otherPath && !other)) {
    const retry = game.error?.status === 404 ? null : () => game.load(true);
    return html`<${NothingToShow} problem=${problem} retry=${retry} />`;
  }
  const panelProps = { moment, send: actions.send, actions, settings, faces, log: current.log, close: () => {} };
  const connected = game.connected && game.error?.status !== 0;
  if (otherPath)
    return html`<${other.default}
      params=${params}
      ...${panelProps}
      problem=${problem}
      onlineBar=${onlineBar && html`<${onlineBar.default} ...${panelProps} connected=${connected} />`}
    />`;
  const mustPassOn = at === null && isHandedOver(moment) && moment.seat !== null;
  const passOn = mustPassOn
    ? {
        label:
          moment.view.turn === moment.seat
            ? t("moments.handover.to", { name: seatName(moment, moment.handover) })
            : t("moments.handover.end_turn"),
        act: () => setPassedVersion(moment.version),
      }
    : null;
  return html`<${Table}
    passOn=${passOn}
    moment=${moment}
    faces=${faces}
    log=${current.log}
    announcements=${announcements}
    watching=${watching}
    actions=${actions}
    busy=${game.busy}
    progress=${game.searchProgress}
    problem=${problem}
    clearProblem=${game.clearError}
    connected=${connected}
    showResult=${showResult}
    root=${root}
  />`;
}
