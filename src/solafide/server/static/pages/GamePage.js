// The page of one game: its draft, its table, the hand-over or its result, whichever the moment asks for.
import { html, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import * as api from "../core/api.js";
import { useFaces } from "../core/cardFaces.js";
import { useGame } from "../core/useGame.js";
import { navigate } from "../core/router.js";
import { settings, useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { loadPart, usePart } from "../core/lazy.js";
import { Table } from "../table/Table.js";

/** @import {Happening, Moment, Seat} from "../core/types" */
/** @import {Shown} from "../core/useGame" */
/** @import {Act, Motion, Sound} from "../table/types" */

/** What came to pass between two moments that follow one another.
 * @param {Shown | null} before
 * @param {Shown} after
 * @returns {Happening[]} */
function between(before, after) {
  if (!before || before.moment.game !== after.moment.game || before.moment.seat !== after.moment.seat) return [];
  if (after.moment.step <= before.moment.step || after.moment.step < after.moment.last) return [];
  return after.log.filter((event) => event.version > before.moment.step);
}

/** Shows moments one after another: the next one only when the last has been played out.
 * @param {Shown | null} shown
 * @param {{current: HTMLElement | null}} root */
function usePlayed(shown, root) {
  const [played, setPlayed] = useState(
    /** @type {{now: Shown, before: Shown | null, fresh: Happening[], measured: unknown} | null} */ (null),
  );
  const [still, setStill] = useState(true);
  const motion = useRef(/** @type {Motion | null} */ (null));
  const sound = useRef(/** @type {Sound | null} */ (null));
  useEffect(() => {
    loadPart("animation/animateEvents.js").then((part) => void (motion.current = part), console.error);
    loadPart("animation/sounds.js").then((part) => void (sound.current = part), console.error);
  }, []);
  const playing = useRef(false);
  useEffect(() => {
    if (!shown || playing.current || shown === played?.now) return;
    const before = played?.now ?? null;
    const fresh = between(before, shown);
    const measured = fresh.length && root.current ? motion.current?.measure(root.current) : null;
    setPlayed({ now: shown, before, fresh, measured });
  }, [shown, still]);
  useLayoutEffect(() => {
    if (!played?.fresh.length || !played.before) return;
    sound.current?.play(played.fresh, settings());
    if (!motion.current || !root.current) return;
    playing.current = true;
    setStill(false);
    motion.current
      .play(played.fresh, played.before.moment, played.now.moment, root.current, played.measured)
      .finally(() => {
        playing.current = false;
        setStill(true);
      });
  }, [played]);
  const skip = useCallback(() => motion.current?.skip(), []);
  return { now: played?.now ?? null, fresh: played?.fresh ?? [], still, skip };
}

/**
 * @param {string} id
 * @param {ReturnType<typeof useGame>} game
 * @param {() => void} skip
 * @param {Moment | null} seen the moment that is shown, and that a reader answers
 * @returns {Act}
 */
function useAct(id, game, skip, seen) {
  return useMemo(() => {
    // Whoever acts has seen enough: what is asked next must not wait behind a movement.
    const request = (
      /** @type {(what: {seat: Seat, version: number, client: string}) => Promise<Moment | null>} */ ask,
    ) => {
      skip();
      // An answer to what is asked no more is dropped: the page only has to show what it knows already.
      return game.request(async (present) =>
        seen?.version === present.version
          ? ask({ seat: present.seat, version: seen.version, client: api.clientId() })
          : null,
      );
    };
    return {
      send: (choice) => request((what) => api.choose(id, { ...what, choice })),
      undo: () => request((what) => api.undo(id, what)),
      takeBack: () => request((what) => api.takeBack(id, what)),
      stop: () => game.request(() => api.stopThinking(id).then(() => null)),
      sit: game.sit,
      look: (step) => navigate(step === null ? `/game/${id}` : `/game/${id}/at/${step}`),
      ask: (wish) => game.request((present) => wish({ version: present.version, client: api.clientId() })),
      refresh: () => void game.load(false),
    };
  }, [game.request, game.load, id, seen?.version]);
}

/** Nothing to show: not yet, or there is no such game, or no server.
 * @param {{problem: string, again: (() => void) | null}} props */
function Nothing({ problem, again }) {
  const t = useTexts();
  if (!problem) return html`<main class="sheet" aria-busy="true"><h1 class="sr">Sola Fide</h1></main>`;
  return html`<main class="sheet lost">
    <h1 class="brand">Sola Fide</h1>
    <p role="alert">${problem}</p>
    <p class="lost__ways">
      ${again && html`<button class="btn btn--main" type="button" onClick=${again}>${t("table.try_again")}</button>`}
      <a class="btn" href="/">${t("table.first_page")}</a>
      <a class="btn" href="/games">${t("table.games")}</a>
    </p>
  </main>`;
}

/** The page that is not the table, if the moment asks for one.
 * @param {Moment | null} moment
 * @param {{past: boolean, still: boolean, changing: boolean, watched: boolean}} how watched: it was played here, and
 *   its end is still looked at
 * @returns {string | null} */
function elsewhere(moment, { past, still, changing, watched }) {
  if (!moment) return null;
  if (changing || (moment.handover !== null && moment.handover !== moment.seat && still && !past))
    return "table/PassDevice.js";
  if (moment.view.phase === "draft") return "pages/DraftPage.js";
  return moment.view.phase === "over" && !past && !watched ? "pages/ResultPage.js" : null;
}

/** @param {{params: Record<string, string>}} props */
export default function GamePage({ params }) {
  const t = useTexts();
  const set = useSettings();
  const at = params.at === undefined ? null : Number(params.at);
  const game = useGame(params.game, at);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { now, fresh, still, skip } = usePlayed(game.shown, root);
  const faces = useFaces(now?.moment.cards_hash ?? null);
  const [ended, end] = useState(false);
  const playedHere = useRef(false);
  const moment = now?.moment.game === params.game ? now.moment : null;
  const act = useAct(params.game, game, skip, moment);
  if (moment && moment.view.phase === "play" && at === null) playedHere.current = true;
  const changing = moment !== null && game.seat !== undefined && game.seat !== moment.seat;
  const home = elsewhere(moment, { past: at !== null, still, changing, watched: playedHere.current && !ended });
  const page = usePart(home);
  const far = usePart(moment?.company && home ? "online/OnlineBar.js" : null);
  const away = t("table.unreachable");
  // Where people play far apart a line that is cut is no event: it is told in passing, and mends itself.
  const cut = moment?.company ? "" : away;
  const problem = game.problem ? (game.problem.status ? game.problem.message || away : cut) : game.connected ? "" : cut;
  const showResult = () => {
    end(true);
    act.look(null);
  };
  if (!moment || !now || !faces || changing || (home && !page))
    return html`<${Nothing} problem=${problem} again=${game.problem?.status === 404 ? null : () => game.load(true)} />`;
  const part = { moment, send: act.send, act, settings: set, faces, log: now.log, close: () => {} };
  const connected = game.connected && game.problem?.status !== 0;
  if (home)
    return html`<${page.default}
      params=${params}
      ...${part}
      problem=${problem}
      company=${far && html`<${far.default} ...${part} connected=${connected} />`}
    />`;
  return html`<${Table}
    moment=${moment}
    faces=${faces}
    log=${now.log}
    fresh=${fresh}
    act=${act}
    busy=${game.busy}
    thought=${game.thought}
    problem=${problem}
    clear=${game.clear}
    connected=${connected}
    showResult=${showResult}
    root=${root}
  />`;
}
