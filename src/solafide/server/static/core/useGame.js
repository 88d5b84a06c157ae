// A game as the server reports it: fetched again whenever the stream announces something new.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { getMoment } from "./api.js";
import { RequestRefused } from "./request.js";
import { useSettings } from "./settings.js";
import { isWatched } from "../watch/pace.js";
import { subscribe, watchConnection } from "./sharedStream.js";
import { appendMoment, isStale, reloadAfter } from "./shownMoment.js";

/** @import {Moment, Seat, StreamMessage} from "./types" */
/** @import {ShownMoment} from "./shownMoment" */
/** So long a message of the stream waits for the response to an own request, which mostly brings the same. */
const MAX_RESPONSE_WAIT_MS = 250;

/** @typedef {StreamMessage["thinking"]} SearchProgress how far a computer opponent has searched */

/**
 * What the page shows, and where responses go.
 * @typedef {object} MomentQuery
 * @property {string} game
 * @property {number | null} at
 * @property {Seat | undefined} seat
 * @property {"open" | null} hands whether both hands are shown
 * @property {string} key of game, step, seat, hands and language
 * @property {{current: string}} currentKey a response to another key is dropped
 * @property {{current: ShownMoment | null}} latest
 * @property {(next: ShownMoment) => void} show
 * @property {(error: RequestRefused | null) => void} setError
 */

/**
 * @param {MomentQuery} query
 * @param {boolean} whole with all events from the beginning
 */
async function fetchMoment({ game, at, seat, hands, key, currentKey, latest, show, setError }, whole) {
  const shown = latest.current?.moment.game === game ? latest.current : null;
  const since = whole || at !== null || !shown ? 0 : shown.moment.step;
  const moment = await getMoment(game, { seat, at, since, hands });
  if (currentKey.current !== key || isStale(moment, latest.current?.moment)) return;
  const next =
    appendMoment(latest.current, moment, since) ??
    appendMoment(null, await getMoment(game, { seat, at, since: 0, hands }), 0);
  if (currentKey.current !== key || !next) return;
  setError(null);
  show(next);
}

/** A request under way, and what to fetch after it.
 * @typedef {{key: string, next: "" | "new" | "whole", done: Promise<void>}} PendingLoad */

/** Fetch moments one request at a time; whatever is asked for meanwhile is fetched once, afterwards.
 * @param {MomentQuery} query
 * @returns {(whole: boolean) => Promise<void>} resolved when everything asked for so far has come */
function useLoad(query) {
  const { key, currentKey, setError } = query;
  const pending = useRef(/** @type {PendingLoad | null} */ (null));
  const run = async (/** @type {PendingLoad} */ load) => {
    try {
      while (load.next && currentKey.current === key) {
        const whole = load.next === "whole";
        load.next = "";
        await fetchMoment(query, whole).catch((error) => {
          if (!(error instanceof RequestRefused)) throw error;
          if (currentKey.current === key) setError(error);
        });
      }
    } finally {
      if (pending.current === load) pending.current = null;
    }
  };
  return useCallback(
    (/** @type {boolean} */ whole) => {
      const current = pending.current;
      if (current?.key === key) {
        current.next = whole ? "whole" : current.next || "new";
        return current.done;
      }
      const next = /** @type {PendingLoad["next"]} */ (whole ? "whole" : "new");
      const load = { key, next, done: Promise.resolve() };
      pending.current = load;
      load.done = run(load);
      return load.done;
    },
    [key],
  );
}

/** Fetch again when the page becomes visible or the network comes back.
 * @param {(whole: boolean) => Promise<void>} load */
function useReloadOnReturn(load) {
  useEffect(() => {
    const reload = () => void (document.hidden || load(false));
    document.addEventListener("visibilitychange", reload);
    addEventListener("pageshow", reload);
    addEventListener("online", reload);
    return () => {
      document.removeEventListener("visibilitychange", reload);
      removeEventListener("pageshow", reload);
      removeEventListener("online", reload);
    };
  }, [load]);
}

/** Follow the stream: fetch when something is new, report the opponent's search and the connection. Messages that come
 * while an own request is under way wait for its response.
 * @param {MomentQuery} query
 * @param {(whole: boolean) => Promise<void>} load
 * @param {{current: Promise<void> | null}} requestInFlight */
function useStreamMessages({ game, latest }, load, requestInFlight) {
  const [searchProgress, setSearchProgress] = useState(/** @type {SearchProgress} */ (null));
  const [connected, setConnected] = useState(true);
  const wasDisconnected = useRef(false);
  useEffect(() => {
    const onMessage = async (/** @type {StreamMessage} */ message) => {
      setSearchProgress(message.kind === "thinking" ? (message.thinking ?? null) : null);
      if (message.kind === "thinking") return;
      const late = () => new Promise((resolve) => setTimeout(resolve, MAX_RESPONSE_WAIT_MS));
      if (requestInFlight.current) await Promise.race([requestInFlight.current, late()]);
      const reload = reloadAfter(message, latest.current?.moment.step);
      if (reload) load(reload === "whole");
    };
    const onConnection = (/** @type {boolean} */ now) => {
      setConnected(now);
      if (now && wasDisconnected.current) load(true);
      wasDisconnected.current = !now;
    };
    const cleanups = [subscribe(game, onMessage), watchConnection(onConnection)];
    return () => cleanups.forEach((cleanup) => cleanup());
  }, [game, load]);
  return { searchProgress, connected };
}

/** Send one request at a time: the second of two clicks does nothing.
 * @param {MomentQuery} query
 * @param {(whole: boolean) => Promise<void>} load
 * @param {{current: Promise<void> | null}} requestInFlight resolved when the response is shown */
function useRequest({ key, currentKey, latest, show, setError }, load, requestInFlight) {
  const [busy, setBusy] = useState(false);
  const request = useCallback(
    async (/** @type {(moment: Moment) => Promise<Moment | null>} */ send) => {
      const before = latest.current;
      if (!before || requestInFlight.current) return;
      let done = () => {};
      requestInFlight.current = new Promise((resolve) => (done = resolve));
      setBusy(true);
      try {
        const moment = await send(before.moment);
        setError(null);
        if (moment && isStale(moment, latest.current?.moment)) return;
        const next = moment && currentKey.current === key ? appendMoment(before, moment, before.moment.step) : null;
        if (next) show(next);
        else if (moment) await load(true);
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        await load(true);
        setError(error);
      } finally {
        requestInFlight.current = null;
        done();
        setBusy(false);
      }
    },
    [key, load],
  );
  return { busy, request };
}

/**
 * @param {string} game
 * @param {number | null} at a past step to show, null: the present
 * @param {boolean} [openHands] show both hands, if two computers play
 */
export function useGame(game, at, openHands = false) {
  const { language } = useSettings();
  const [seat, setSeat] = useState(/** @type {Seat | undefined} */ (undefined));
  const [shown, setShown] = useState(/** @type {ShownMoment | null} */ (null));
  const [error, setError] = useState(/** @type {RequestRefused | null} */ (null));
  const latest = useRef(shown);
  const currentKey = useRef("");
  // The server refuses to open the hands of any other game, so it must be known first.
  const isOpen = openHands && shown?.moment.game === game && isWatched(shown.moment);
  const hands = isOpen ? "open" : null;
  const key = `${game}/${at ?? ""}/${seat ?? ""}/${hands ?? ""}/${language}`;
  currentKey.current = key;
  const show = useCallback((/** @type {ShownMoment} */ next) => {
    latest.current = next;
    setShown(next);
  }, []);
  const query = {
    game,
    at,
    seat,
    hands: /** @type {"open" | null} */ (hands),
    key,
    currentKey,
    latest,
    show,
    setError,
  };
  const load = useLoad(query);
  useEffect(() => void load(true), [load]);
  useReloadOnReturn(load);
  const requestInFlight = useRef(/** @type {Promise<void> | null} */ (null));
  const { searchProgress, connected } = useStreamMessages(query, load, requestInFlight);
  const { busy, request } = useRequest(query, load, requestInFlight);
  // A person who took a seat before the faiths were decided has a faith now.
  const faith = seat === "1" || seat === "2" ? shown?.moment.view.persons?.[seat] : undefined;
  useEffect(() => void (faith && setSeat(faith)), [faith]);
  const clearError = () => setError(null);
  return { shown, connected, error, clearError, searchProgress, busy, seat, setSeat, request, load };
}
