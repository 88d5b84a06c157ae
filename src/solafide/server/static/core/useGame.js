// A game as this page sees it: only what the server has said, asked for again whenever the stream tells of news.
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import * as api from "./api.js";
import { useSettings } from "./settings.js";
import { follow, watchConnection } from "./sharedStream.js";

/** @import {Happening, Moment, Seat, StreamMessage} from "./types" */
/** @typedef {StreamMessage["thinking"]} Thought */
/** News that are no step of the game, and still change what is shown. */
const BESIDE = ["deleted", "offer", "chat", "here", "table", "clock"];

/**
 * @typedef {object} Shown
 * @property {Moment} moment
 * @property {Happening[]} log everything up to the moment
 */

/**
 * @param {Shown | null} before
 * @param {Moment} moment
 * @param {number | null} since the step after which its events begin; null: not known
 * @returns {Shown | null} null: the log does not join, ask for all of it
 */
function joined(before, moment, since) {
  if (since === 0) return { moment, log: moment.events };
  if (
    !before ||
    before.moment.seat !== moment.seat ||
    since === null ||
    since > before.moment.step ||
    moment.step < before.moment.step
  )
    return null;
  const kept = before.log.filter((event) => event.version <= since);
  return { moment, log: [...kept, ...moment.events] };
}

/** An answer that was on its way while a newer one came: versions only grow.
 * @param {Moment} moment
 * @param {Moment | undefined} known */
function isBehind(moment, known) {
  return (
    known !== undefined &&
    known.game === moment.game &&
    known.seat === moment.seat &&
    known.step === known.last &&
    moment.step === moment.last &&
    moment.version < known.version
  );
}

/** What this page looks at, and how it asks for it.
 * @typedef {object} Looking
 * @property {string} game
 * @property {number | null} at
 * @property {Seat | undefined} seat
 * @property {string} key of all of this and the language
 * @property {{current: string}} wanted the key of now: an answer to an older one comes too late
 * @property {{current: Shown | null}} latest
 * @property {(next: Shown) => void} show
 * @property {(refused: api.Refused | null) => void} refuse
 */

/**
 * @param {Looking} looking
 * @param {boolean} whole with everything from the beginning
 */
async function fetchMoment({ game, at, seat, key, wanted, latest, show, refuse }, whole) {
  const known = latest.current?.moment.game === game ? latest.current : null;
  const since = whole || at !== null || !known ? 0 : known.moment.step;
  const moment = await api.getMoment(game, { seat, at, since });
  if (wanted.current !== key || isBehind(moment, latest.current?.moment)) return;
  const next =
    joined(latest.current, moment, since) ?? joined(null, await api.getMoment(game, { seat, at, since: 0 }), 0);
  if (wanted.current !== key || !next) return;
  refuse(null);
  show(next);
}

/** The question that is on its way, and what to ask after it.
 * @typedef {{key: string, again: "" | "news" | "whole", done: Promise<void>}} Asking */

/** One question at a time; news that come meanwhile are asked for once, afterwards.
 * @param {Looking} looking
 * @returns {(whole: boolean) => Promise<void>} kept when everything asked for so far is there */
function useLoad(looking) {
  const { key, wanted, refuse } = looking;
  const asking = useRef(/** @type {Asking | null} */ (null));
  const ask = async (/** @type {Asking} */ mine) => {
    try {
      while (mine.again && wanted.current === key) {
        const whole = mine.again === "whole";
        mine.again = "";
        await fetchMoment(looking, whole).catch((refused) => {
          if (!(refused instanceof api.Refused)) throw refused;
          if (wanted.current === key) refuse(refused);
        });
      }
    } finally {
      if (asking.current === mine) asking.current = null;
    }
  };
  return useCallback(
    (/** @type {boolean} */ whole) => {
      const now = asking.current;
      if (now?.key === key) {
        now.again = whole ? "whole" : now.again || "news";
        return now.done;
      }
      const mine = { key, again: /** @type {Asking["again"]} */ (whole ? "whole" : "news"), done: Promise.resolve() };
      asking.current = mine;
      mine.done = ask(mine);
      return mine.done;
    },
    [key],
  );
}

/** Looks again when the page is seen again.
 * @param {(whole: boolean) => Promise<void>} load */
function useReturning(load) {
  useEffect(() => {
    const look = () => void (document.hidden || load(false));
    document.addEventListener("visibilitychange", look);
    addEventListener("pageshow", look);
    addEventListener("online", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pageshow", look);
      removeEventListener("online", look);
    };
  }, [load]);
}

/** What the stream tells: that there is news, how far somebody has thought, whether the server is there.
 * @param {Looking} looking
 * @param {(whole: boolean) => Promise<void>} load */
function useNews({ game, latest }, load) {
  const [thought, setThought] = useState(/** @type {Thought} */ (null));
  const [connected, setConnected] = useState(true);
  const lost = useRef(false);
  useEffect(() => {
    const hear = (/** @type {StreamMessage} */ message) => {
      setThought(message.kind === "thinking" ? (message.thinking ?? null) : null);
      if (message.kind === "undo" || message.kind === "takeback") load(true);
      else if (
        message.kind !== "thinking" &&
        (message.step !== latest.current?.moment.step || BESIDE.includes(message.kind))
      )
        load(false);
    };
    const watch = (/** @type {boolean} */ now) => {
      setConnected(now);
      if (now && lost.current) load(true);
      lost.current = !now;
    };
    const ends = [follow(game, hear), watchConnection(watch)];
    return () => ends.forEach((end) => end());
  }, [game, load]);
  return { thought, connected };
}

/** Sends one request at a time: the second of two clicks is none.
 * @param {Looking} looking
 * @param {(whole: boolean) => Promise<void>} load */
function useRequest({ key, wanted, latest, show, refuse }, load) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const request = useCallback(
    async (/** @type {(moment: Moment) => Promise<Moment | null>} */ ask) => {
      const before = latest.current;
      if (!before || sending.current) return;
      sending.current = true;
      setBusy(true);
      try {
        const moment = await ask(before.moment);
        refuse(null);
        if (moment && isBehind(moment, latest.current?.moment)) return;
        const next = moment && wanted.current === key ? joined(before, moment, before.moment.step) : null;
        if (next) show(next);
        else if (moment) await load(true);
      } catch (refused) {
        if (!(refused instanceof api.Refused)) throw refused;
        await load(true);
        refuse(refused);
      } finally {
        sending.current = false;
        setBusy(false);
      }
    },
    [key, load],
  );
  return { busy, request };
}

/**
 * @param {string} game
 * @param {number | null} at a past step to look at, null: the present
 */
export function useGame(game, at) {
  const { language } = useSettings();
  const [seat, sit] = useState(/** @type {Seat | undefined} */ (undefined));
  const [shown, setShown] = useState(/** @type {Shown | null} */ (null));
  const [problem, refuse] = useState(/** @type {api.Refused | null} */ (null));
  const latest = useRef(shown);
  const wanted = useRef("");
  const key = `${game}/${at ?? ""}/${seat ?? ""}/${language}`;
  wanted.current = key;
  const show = useCallback((/** @type {Shown} */ next) => {
    latest.current = next;
    setShown(next);
  }, []);
  const looking = { game, at, seat, key, wanted, latest, show, refuse };
  const load = useLoad(looking);
  useEffect(() => void load(true), [load]);
  useReturning(load);
  const { thought, connected } = useNews(looking, load);
  const { busy, request } = useRequest(looking, load);
  // Whoever sat down before the faiths were settled has one now.
  const faith = seat === "1" || seat === "2" ? shown?.moment.view.persons?.[seat] : undefined;
  useEffect(() => void (faith && sit(faith)), [faith]);
  return { shown, connected, problem, clear: () => refuse(null), thought, busy, seat, sit, request, load };
}
