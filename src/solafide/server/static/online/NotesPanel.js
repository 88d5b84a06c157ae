// The panel of private notes on a game, saved while the player types.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { getNotes, putNotes } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { Panel } from "../ui/Panel.js";

/** @import {PanelProps} from "../table/types" */

/** The server accepts no longer notes. */
const MAX_NOTE_CHARACTERS = 20_000;
const SAVE_DELAY_MS = 700;

/** Join the notes of two devices, one below the other, unless one of them contains the other.
 * @param {string} stored
 * @param {string} own */
export const mergeNotes = (stored, own) =>
  stored.includes(own) ? stored : own.includes(stored) ? own : `${stored}\n\n${own}`;

/** @param {string} game */
function useNotes(game) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const [state, setState] = useState(/** @type {"" | "saved" | "failed" | "joined" | "long"} */ (""));
  const timer = useRef(0);
  const unsaved = useRef(/** @type {string | null} */ (null));
  const revision = useRef("");
  const saving = useRef(false);
  const merge = async (/** @type {string} */ own) => {
    const stored = await getNotes(game);
    revision.current = stored.revision;
    unsaved.current = mergeNotes(stored.text, unsaved.current ?? own);
    setText(unsaved.current);
    setState("joined");
  };
  const save = async () => {
    if (saving.current) return; // text that is typed meanwhile is saved afterwards
    saving.current = true;
    while (unsaved.current !== null) {
      const unsavedText = unsaved.current;
      unsaved.current = null;
      try {
        revision.current = (await putNotes(game, unsavedText, revision.current)).revision;
        setState((now) => (now === "joined" ? now : "saved"));
      } catch (error) {
        const status = error instanceof RequestRefused ? error.status : 0;
        if (
          status === 409 &&
          (await merge(unsavedText).then(
            () => true,
            () => false,
          ))
        )
          continue;
        unsaved.current ??= unsavedText;
        setState(status === 422 ? "long" : "failed");
        break;
      }
    }
    saving.current = false;
  };
  useEffect(() => {
    let active = true;
    const receive = (/** @type {{text: string, revision: string}} */ stored) => {
      if (!active) return;
      revision.current = stored.revision;
      setText(stored.text);
    };
    getNotes(game).then(receive, () => void (active && setState("failed")));
    return () => {
      active = false;
      clearTimeout(timer.current);
      save();
    };
  }, [game]);
  const edit = (/** @type {string} */ newText) => {
    setText(newText);
    setState("");
    unsaved.current = newText;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, SAVE_DELAY_MS);
  };
  return { text, state, edit };
}

/** @param {PanelProps} props */
export default function NotesPanel({ moment, close }) {
  const t = useTranslation();
  const { text, state, edit } = useNotes(moment.game);
  return html`<${Panel} title=${t("online.notes.title")} close=${close} class="panel--notes">
    <div class="field">
      <label for="notes" class="note">${t("online.notes.text")}</label>
      <textarea
        id="notes"
        rows="14"
        maxlength=${MAX_NOTE_CHARACTERS}
        value=${text ?? ""}
        readonly=${text === null}
        onInput=${(/** @type {Event} */ event) => edit(/** @type {HTMLTextAreaElement} */ (event.target).value)}
      ></textarea>
      <p class="note" role="status">${state && t(`online.notes.${state}`)}</p>
    </div>
  <//>`;
}
