// Events that the player has missed while the page was hidden or closed, shown once.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { STORED, readStoredRecord, writeStored } from "../core/storage.js";
import { EventList } from "../ui/EventList.js";
import { Panel } from "../ui/Panel.js";

/** @import {EventView, Moment} from "../core/types" */
/** @import {PanelProps} from "./types" */

/** Of more events only the important ones are shown. */
const MAX_EVENTS = 12;

/** Events that arrive later than this after the player is back were not missed. */
const RETURN_GRACE_MS = 2000;

const MAX_REMEMBERED_GAMES = 50;

/** @param {Moment} moment */
const gameAndSeat = ({ game, seat }) => `${game}/${seat}`;

/** The last step that was seen, by game and seat; the latest visit comes last.
 * @returns {Record<string, number>} */
const lastSeenSteps = () => readStoredRecord(STORED.stepsSeen);

/** @param {Moment} moment */
const lastSeenStep = (moment) => lastSeenSteps()[gameAndSeat(moment)] ?? null;

/** @param {Moment} moment */
function rememberStep(moment) {
  const { [gameAndSeat(moment)]: _, ...others } = lastSeenSteps();
  writeStored(
    STORED.stepsSeen,
    Object.fromEntries([
      ...Object.entries(others).slice(1 - MAX_REMEMBERED_GAMES),
      [gameAndSeat(moment), moment.last_step],
    ]),
  );
}

/** The events after a step that the player has not caused. None for two players at one screen: PassDevice shows theirs.
 * @param {Moment} moment
 * @param {EventView[]} log
 * @param {number} step
 * @returns {EventView[]} */
export function missedEvents(moment, log, step) {
  if (moment.seats.length > 1) return [];
  const events = log.filter(
    (event) => event.version > step && event.text && event.by !== moment.seat && event.event !== "turn",
  );
  return events.length > MAX_EVENTS ? events.filter((event) => event.important) : events;
}

/** Remember which steps the player has seen, and find the missed events when the page becomes visible.
 * @param {Moment} moment
 * @param {EventView[]} log */
function useMissedEvents(moment, log) {
  const [missed, setMissed] = useState(/** @type {{from: number, at: number, events: EventView[]} | null} */ (null));
  const seenStep = useRef(/** @type {number | null} */ (lastSeenStep(moment)));
  const latest = useRef({ moment, log });
  latest.current = { moment, log };
  useEffect(() => {
    let timer = 0;
    const check = () => {
      const { moment, log } = latest.current;
      clearTimeout(timer);
      if (document.hidden) {
        seenStep.current = moment.last_step;
        return;
      }
      if (seenStep.current === null || moment.step < moment.last_step) return;
      const events = missedEvents(moment, log, seenStep.current);
      if (events.length) setMissed({ from: seenStep.current, at: moment.version, events });
      rememberStep(moment);
      timer = window.setTimeout(() => void (seenStep.current = null), RETURN_GRACE_MS);
    };
    check();
    document.addEventListener("visibilitychange", check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [moment.game, moment.seat]);
  useEffect(() => {
    if (document.hidden) return;
    const before = seenStep.current;
    // Events of the time away may arrive a moment after the page is visible.
    if (before !== null && moment.step === moment.last_step) {
      const events = missedEvents(moment, log, before);
      if (events.length) setMissed({ from: before, at: moment.version, events });
      seenStep.current = null;
    }
    rememberStep(moment);
  }, [moment.version, moment.step]);
  return /** @type {[typeof missed, () => void]} */ ([missed, () => setMissed(null)]);
}

/** @param {PanelProps} props */
export default function MissedEvents({ moment, log, actions }) {
  const t = useTranslation();
  const [missed, dismiss] = useMissedEvents(moment, log);
  // Shown until the next choice.
  if (!missed || missed.at !== moment.version || moment.step < moment.last_step) return null;
  const lookBack = () => {
    dismiss();
    actions.showStep(missed.from);
  };
  return html`<${Panel} title=${t("moments.since.title")} close=${dismiss} class="panel--since">
    <${EventList} events=${missed.events} />
    <p class="panel__tools">
      <button class="btn" type="button" onClick=${lookBack}>${t("moments.since.look")}</button>
      <button class="btn btn--main" type="button" onClick=${dismiss}>${t("moments.since.on")}</button>
    </p>
  <//>`;
}
