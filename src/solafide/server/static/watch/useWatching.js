// Watching two computer players: pause and speed, one move at a time, comments, and open hands.
import { useCallback, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { getComments, playNextMove } from "../core/api.js";
import { RequestRefused } from "../core/request.js";
import { changeSettings, useSettings } from "../core/settings.js";
import { ASK_AGAIN_MS, COMMENT_TIMEOUT_MS, changedSpeed, nextMoveAction, pauseAfterMove, watchSpeed } from "./pace.js";

/** @import {Moment, TurnComment} from "../core/types" */
/** @import {WatchSpeed} from "./pace" */
/** What the table shows of it.
 * @typedef {object} Watching
 * @property {boolean} isPaused
 * @property {() => void} togglePause
 * @property {() => void} step lets them play one move, or ends the search that runs
 * @property {WatchSpeed} speed
 * @property {(speed: WatchSpeed) => void} setSpeed
 * @property {(change: 1 | -1) => void} changeSpeed
 * @property {boolean} openHands
 * @property {() => void} toggleHands
 * @property {boolean} showComments
 * @property {() => void} toggleComments
 * @property {TurnComment[]} comments of all turns up to the moment that is shown
 */

/** Whether the page is visible; renders again when that changes. */
function usePageVisible() {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}

/** Comments on all turns that have ended, and the step up to which there can be no others.
 * @typedef {{key: string, comments: TurnComment[], through: number}} FetchedComments */

/** The comments on the turns so far; `through` grows when those of the shown moment have come, or were given up.
 * @param {Moment | null} moment null: of no game that is watched
 * @param {boolean} isWanted
 * @param {boolean} openHands
 * @param {string} language */
function useComments(moment, isWanted, openHands, language) {
  const [fetched, setFetched] = useState(/** @type {FetchedComments} */ ({ key: "", comments: [], through: -1 }));
  const key = `${moment?.game}/${openHands}/${language}`;
  const known = fetched.key === key ? fetched : { key, comments: [], through: -1 };
  const isTurnOver = moment !== null && (moment.thinking === null || moment.step < moment.last_step);
  const step = isWanted && moment && isTurnOver ? moment.last_step : -1;
  useEffect(() => {
    if (!moment || step <= known.through) return undefined;
    let active = true;
    const timer = setTimeout(() => through([]), COMMENT_TIMEOUT_MS);
    const through = (/** @type {TurnComment[]} */ more) => {
      clearTimeout(timer);
      if (!active) return;
      const old = known.comments.filter((comment) => !more.some(({ turn }) => turn === comment.turn));
      setFetched({ key, comments: [...old, ...more], through: step });
    };
    const since = known.comments.at(-1)?.version ?? 0;
    getComments(moment.game, { since, hands: openHands ? "open" : null }).then(through, (error) => {
      if (!(error instanceof RequestRefused)) throw error;
      through([]);
    });
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [key, step]);
  return { comments: known.comments, isComplete: step >= 0 && known.through >= step };
}

/**
 * @param {object} game
 * @param {Moment | null} game.moment null: not of a game that is watched
 * @param {boolean} game.isPresent
 * @param {number} game.settledStep the step up to which nothing moves any more
 * @param {boolean} game.isConnected
 * @param {boolean} game.isSearching
 * @param {(send: () => Promise<null>) => Promise<void>} game.request
 * @param {() => void} game.stop ends the search that runs
 * @returns {Watching | null}
 */
export function useWatching({ moment, isPresent, settledStep, isConnected, isSearching, request, stop }) {
  const settings = useSettings();
  const { openHands, comments: showComments, language } = settings;
  const speed = watchSpeed(settings.watchSpeed);
  const isVisible = usePageVisible();
  const [isPaused, setPaused] = useState(false);
  const [isStepWanted, wantStep] = useState(false);
  const [askedVersion, setAskedVersion] = useState(/** @type {number | null} */ (null));
  const { comments, isComplete } = useComments(moment, showComments, openHands, language);
  const last = comments.at(-1);
  const comment = showComments && isComplete && last ? last.text : "";
  const game = moment?.game ?? "";
  useEffect(() => {
    setPaused(false);
    wantStep(false);
    setAskedVersion(null);
  }, [game]);
  const next = moment
    ? nextMoveAction({
        moment,
        isPresent: isPresent && isVisible,
        isConnected,
        isStill: settledStep >= moment.step,
        isSearching,
        isCommented: !showComments || isComplete,
        isPaused,
        isStepWanted,
        askedVersion,
      })
    : "nothing";
  const ask = useRef(() => {});
  ask.current = () => {
    if (!moment) return;
    const { version } = moment;
    setAskedVersion(version);
    wantStep(false);
    const refused = (/** @type {unknown} */ error) => {
      setPaused(true);
      setAskedVersion(null);
      throw error;
    };
    request(() => playNextMove(game, version).then(() => null, refused));
  };
  useEffect(() => {
    if (next === "nothing") return undefined;
    const waits = { ask: 0, pause: pauseAfterMove(speed, comment), again: ASK_AGAIN_MS };
    const timer = setTimeout(() => ask.current(), waits[next]);
    return () => clearTimeout(timer);
  }, [next, moment?.version, speed, comment]);
  const isUnderWay = moment !== null && (moment.thinking !== null || isSearching);
  const step = useCallback(() => {
    setPaused(true);
    if (isUnderWay) stop();
    else wantStep(true);
  }, [isUnderWay, stop]);
  // Nothing is said about what is still moving.
  const shownStep = Math.min(moment?.step ?? 0, settledStep);
  const shown = useMemo(() => comments.filter(({ version }) => version <= shownStep), [comments, shownStep]);
  return useMemo(
    () =>
      moment && {
        isPaused,
        togglePause: () => setPaused((paused) => !paused),
        step,
        speed,
        setSpeed: (watchSpeed) => changeSettings({ watchSpeed }),
        changeSpeed: (change) => changeSettings({ watchSpeed: changedSpeed(speed, change) }),
        openHands,
        toggleHands: () => changeSettings({ openHands: !openHands }),
        showComments,
        toggleComments: () => changeSettings({ comments: !showComments }),
        comments: showComments ? shown : [],
      },
    [moment === null, isPaused, step, speed, openHands, showComments, shown],
  );
}
