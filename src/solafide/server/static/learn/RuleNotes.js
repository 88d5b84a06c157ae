// The first whole game: a note when a rule first matters, one at a time, and never during the notes of the first turn.
import { html, useEffect, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useNotePosition } from "../table/FirstGameGuide.js";
import { RuleLink } from "../ui/RuleLink.js";
import { courseProgress, keepNote } from "./courseProgress.js";

/** @import {EventView, Moment} from "../core/types" */
/** @import {PanelProps} from "../table/types" */
/**
 * @typedef {object} RuleNote
 * @property {string} name of its text in the catalogue
 * @property {string} section of the rules
 * @property {(moment: Moment, log: EventView[]) => boolean} matters
 */

const PLACES = [".question", ".dock"];

/** @param {string} name */
const happened = (name) => (/** @type {Moment} */ _moment, /** @type {EventView[]} */ log) =>
  log.some(({ event }) => event === name);

/** @param {...string} questions */
const asked =
  (...questions) =>
  (/** @type {Moment} */ { view }) =>
    view.decision !== null && questions.includes(view.decision.question);

/** @param {Moment} moment */
function isThreatened({ seat, text, view }) {
  const other = seat === "C" ? "P" : "C";
  return view.turn === seat && text.circles.some(({ needs }) => needs?.[other] === 1);
}

/** What asks for an answer comes first.
 * @type {RuleNote[]} */
export const RULE_NOTES = [
  { name: "limit", section: "§5", matters: asked("limit") },
  { name: "cost", section: "§6.4", matters: asked("cost", "cost_any") },
  { name: "foreign", section: "§9", matters: asked("deck") },
  {
    name: "military",
    section: "§6.6",
    matters: (_moment, log) => log.some((event) => event.event === "rolled" && event.for === "military"),
  },
  { name: "claim", section: "§7", matters: happened("claimed") },
  { name: "threat", section: "§7", matters: isThreatened },
  { name: "disputation", section: "§6.3", matters: happened("disputation") },
  { name: "front", section: "§6.5", matters: happened("front") },
  { name: "shift", section: "§6.2", matters: happened("shifted") },
  {
    name: "neutrals",
    section: "§6.1",
    matters: (_moment, log) => log.some((event) => event.event === "converted" && event.print === "N"),
  },
  { name: "reshuffled", section: "§4", matters: happened("reshuffled") },
];

/** The note to show now, if a rule matters that was not explained before.
 * @param {Moment} moment
 * @param {EventView[]} log
 * @param {string[]} explained
 * @returns {RuleNote | undefined} */
export const nextRuleNote = (moment, log, explained) =>
  RULE_NOTES.find(({ name, matters }) => !explained.includes(name) && matters(moment, log));

/** @param {{note: RuleNote, version: number, close: () => void}} props */
function NotePanel({ note: { name, section }, version, close }) {
  const t = useTranslation();
  const element = useNotePosition(PLACES, `${name}/${version}`);
  return html`<aside ref=${element} class="note-panel" aria-label=${t("learn.note.title")} data-note=${name}>
    <div aria-live="polite">
      <h2><span aria-hidden="true">☞ </span>${t(`learn.note.${name}.title`)}</h2>
      <p>${t(`learn.note.${name}.text`)} <${RuleLink} section=${section} /></p>
    </div>
    <p class="note-panel__tools">
      <button class="btn btn--main" type="button" onClick=${close}>${t("learn.note.close")}</button>
    </p>
  </aside>`;
}

/** @param {PanelProps} props */
export default function RuleNotes({ moment, log, settings }) {
  const [name, setName] = useState("");
  const canShow = !settings.guide && moment.text.options.length > 0 && moment.step === moment.last_step;
  // A note belongs to the moment in which it came: after the next choice it is in the way.
  useEffect(() => {
    const next = canShow ? nextRuleNote(moment, log, courseProgress().notes) : undefined;
    if (next) keepNote(next.name);
    setName(next?.name ?? "");
  }, [moment.version, canShow]);
  const note = RULE_NOTES.find((each) => each.name === name);
  if (!note || !canShow) return null;
  return html`<${NotePanel} key=${name} note=${note} version=${moment.version} close=${() => setName("")} />`;
}
