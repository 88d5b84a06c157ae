// What happened since one looked away: told once, when one comes back to the game.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { keep, recalled } from "../core/storage.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";
import { ToldList } from "../ui/EventList.js";

/** @import {Happening, Moment} from "../core/types" */
/** @import {PartProps} from "./types" */

/** From here on a summary is enough. */
const MANY = 12;

/** What comes later than this after one is back was not missed. */
const GRACE_MS = 2000;

/** As many games are remembered. */
const GAMES = 50;

/** @param {Moment} moment */
const place = ({ game, seat }) => `${game}/${seat}`;

/** Up to which step each game was seen, the latest last.
 * @returns {Record<string, number>} */
function visits() {
  const found = recalled("seen");
  return found && typeof found === "object" ? /** @type {Record<string, number>} */ (found) : {};
}

/** @param {Moment} moment */
const seen = (moment) => visits()[place(moment)] ?? null;

/** @param {Moment} moment */
function remember(moment) {
  const { [place(moment)]: _, ...others } = visits();
  keep("seen", Object.fromEntries([...Object.entries(others).slice(1 - GAMES), [place(moment), moment.last]]));
}

/** What is worth telling of the time away: what others did, and what chance brought. Two at one screen are told when
 *   it is handed over.
 * @param {Moment} moment
 * @param {Happening[]} log
 * @param {number} step
 * @returns {Happening[]} */
function missed(moment, log, step) {
  if (moment.seats.length > 1) return [];
  const events = log.filter(
    (event) => event.version > step && event.text && event.by !== moment.seat && event.event !== "turn",
  );
  return events.length > MANY ? events.filter((event) => event.matters) : events;
}

/** The step up to which this reader has seen the game; it stands still while the page is hidden.
 * @param {Moment} moment
 * @param {Happening[]} log */
function useMissed(moment, log) {
  const [told, tell] = useState(/** @type {{from: number, at: number, events: Happening[]} | null} */ (null));
  const away = useRef(/** @type {number | null} */ (seen(moment)));
  const now = useRef({ moment, log });
  now.current = { moment, log };
  useEffect(() => {
    let timer = 0;
    const look = () => {
      const { moment, log } = now.current;
      clearTimeout(timer);
      if (document.hidden) {
        away.current = moment.last;
        return;
      }
      if (away.current === null || moment.step < moment.last) return;
      const events = missed(moment, log, away.current);
      if (events.length) tell({ from: away.current, at: moment.version, events });
      remember(moment);
      timer = window.setTimeout(() => void (away.current = null), GRACE_MS);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [moment.game, moment.seat]);
  useEffect(() => {
    if (document.hidden) return;
    const before = away.current;
    // News that came while the page was hidden arrives a moment after one is back.
    if (before !== null && moment.step === moment.last) {
      const events = missed(moment, log, before);
      if (events.length) tell({ from: before, at: moment.version, events });
      away.current = null;
    }
    remember(moment);
  }, [moment.version, moment.step]);
  return /** @type {[typeof told, () => void]} */ ([told, () => tell(null)]);
}

/** @param {PartProps} props */
export default function Since({ moment, log, act }) {
  const t = useTexts();
  const [told, forget] = useMissed(moment, log);
  // The next choice takes it away.
  if (!told || told.at !== moment.version || moment.step < moment.last) return null;
  const step = () => {
    forget();
    act.look(told.from);
  };
  return html`<${Leaf} title=${t("moments.since.title")} close=${forget} class="leaf--since">
    <${ToldList} events=${told.events} />
    <p class="leaf__tools">
      <button class="btn" type="button" onClick=${step}>${t("moments.since.look")}</button>
      <button class="btn btn--main" type="button" onClick=${forget}>${t("moments.since.on")}</button>
    </p>
  <//>`;
}
