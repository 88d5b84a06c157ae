// The owner's card set of this browser: kept in storage after each change, checked by the server a moment later.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { checkEntries } from "../core/api.js";
import { RequestRefused } from "../core/request.js";
import { useSettings } from "../core/settings.js";
import { boxLanguage, withChecks } from "./box.js";
import { BOX_STORAGE_KEY, readBox, writeBox } from "./storedBox.js";

/** @import {CheckedEntry, EntryFields} from "../core/types" */
/** @import {Box} from "./box" */
/** waiting: for the server; offline: it does not check now; idle: all is checked
 * @typedef {"idle" | "waiting" | "offline"} CheckState */
/**
 * @typedef {object} BoxState
 * @property {Box | null} box
 * @property {(change: (box: Box | null) => Box | null) => void} changeBox
 * @property {boolean} isStored false: the browser stores nothing
 */

const CHECK_DELAY_MS = 250;
const RETRY_MS = 3000;
const ENTRIES_PER_REQUEST = 8; // the server takes 20, but no body over 64 KB

/** @returns {BoxState} */
export function useBox() {
  const [box, setBox] = useState(readBox);
  const [isStored, setStored] = useState(true);
  const changeBox = (/** @type {(box: Box | null) => Box | null} */ change) =>
    setBox((/** @type {Box | null} */ before) => {
      const next = change(before);
      if (next !== before) setStored(writeBox(next));
      return next;
    });
  useEffect(() => {
    const listener = (/** @type {StorageEvent} */ event) => event.key === BOX_STORAGE_KEY && setBox(readBox());
    addEventListener("storage", listener);
    return () => removeEventListener("storage", listener);
  }, []);
  return { box, changeBox, isStored };
}

/** The entries to be checked now: the one that is shown, and those whose texts are not written yet.
 * @param {Box} box
 * @param {string | undefined} shown
 * @returns {Record<string, EntryFields>} */
function entriesToCheck(box, shown) {
  const due = [...(shown ? [shown] : []), ...box.unchecked.filter((entry) => entry !== shown)];
  return Object.fromEntries(due.slice(0, ENTRIES_PER_REQUEST).map((entry) => [entry, box.fields[entry] ?? {}]));
}

/** Let the server check what has changed, and the entry that is shown.
 * @param {Box | null} box
 * @param {BoxState["changeBox"]} changeBox
 * @param {string | undefined} shown
 * @returns {{checked: CheckedEntry | null, state: CheckState, refusal: string}} checked: of the shown entry; that of
 *   its earlier fields until the next has come; refusal: why the server has not checked, if it says so */
export function useChecks(box, changeBox, shown) {
  const { language } = useSettings();
  const [checked, setChecked] = useState(/** @type {CheckedEntry | null} */ (null));
  const [state, setState] = useState(/** @type {CheckState} */ ("idle"));
  const [refusal, setRefusal] = useState("");
  const [retries, setRetries] = useState(0);
  const isFirst = useRef(true);
  const inFlight = useRef(/** @type {Promise<unknown>} */ (Promise.resolve()));
  const known = useRef(/** @type {unknown[]} */ ([])); // what the server has answered last
  const fields = shown ? box?.fields[shown] : undefined;
  const isDue = Boolean(box && (shown || box.unchecked.length));
  useEffect(() => void (isFirst.current = true), [shown]);
  useEffect(() => {
    if (!box || !isDue) return undefined;
    let active = true;
    const sent = entriesToCheck(box, shown);
    const names = boxLanguage(box);
    const what = [shown, fields, language, names];
    if (!box.unchecked.length && what.every((each, at) => each === known.current[at])) return undefined;
    const check = async () => {
      await inFlight.current; // one request at a time: the server works on one for each guest
      if (!active) return;
      try {
        const entries = Object.entries(sent).map(([entry, entryFields]) => ({ entry, fields: entryFields }));
        const request = checkEntries(names, entries);
        inFlight.current = request.catch(() => null);
        const answer = await request;
        if (!active) return;
        known.current = what;
        setChecked(answer.entries.find(({ entry }) => entry === shown) ?? null);
        changeBox((before) => before && withChecks(before, sent, answer.entries));
        setState("idle");
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        if (!active) return;
        setState("offline");
        setRefusal(error.message);
        setTimeout(() => active && setRetries((n) => n + 1), RETRY_MS);
      }
    };
    setState((before) => (before === "offline" ? before : "waiting"));
    const timer = setTimeout(check, isFirst.current ? 0 : CHECK_DELAY_MS);
    isFirst.current = false;
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [shown, fields, language, isDue, retries, box?.unchecked.length, boxLanguageOf(box)]);
  return { checked: checked?.entry === shown ? checked : null, state, refusal };
}

/** @param {Box | null} box */
const boxLanguageOf = (box) => box && boxLanguage(box);
