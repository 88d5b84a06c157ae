// Notes of one's own, which nobody else sees.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Refused, getNotes, putNotes } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";

/** @import {PartProps} from "../table/types" */

const LONGEST = 20_000;
const PAUSE_MS = 700;

/** What two devices have written, one below the other, unless one of them has all that the other has.
 * @param {string} found
 * @param {string} mine */
const joined = (found, mine) => (found.includes(mine) ? found : mine.includes(found) ? mine : `${found}\n\n${mine}`);

/** @param {string} game */
function useNotes(game) {
  const [text, show] = useState(/** @type {string | null} */ (null));
  const [state, tell] = useState(/** @type {"" | "saved" | "failed" | "joined" | "long"} */ (""));
  const timer = useRef(0);
  const unsaved = useRef(/** @type {string | null} */ (null));
  const mark = useRef("");
  const saving = useRef(false);
  const join = async (/** @type {string} */ mine) => {
    const found = await getNotes(game);
    mark.current = found.mark;
    unsaved.current = joined(found.text, unsaved.current ?? mine);
    show(unsaved.current);
    tell("joined");
  };
  const save = async () => {
    if (saving.current) return; // what is written meanwhile is saved after it
    saving.current = true;
    while (unsaved.current !== null) {
      const wanted = unsaved.current;
      unsaved.current = null;
      try {
        mark.current = (await putNotes(game, wanted, mark.current)).mark;
        tell((now) => (now === "joined" ? now : "saved"));
      } catch (refused) {
        const status = refused instanceof Refused ? refused.status : 0;
        if (
          status === 409 &&
          (await join(wanted).then(
            () => true,
            () => false,
          ))
        )
          continue;
        unsaved.current ??= wanted;
        tell(status === 422 ? "long" : "failed");
        break;
      }
    }
    saving.current = false;
  };
  useEffect(() => {
    let here = true;
    const read = (/** @type {{text: string, mark: string}} */ found) => {
      if (!here) return;
      mark.current = found.mark;
      show(found.text);
    };
    getNotes(game).then(read, () => void (here && tell("failed")));
    return () => {
      here = false;
      clearTimeout(timer.current);
      save();
    };
  }, [game]);
  const type = (/** @type {string} */ written) => {
    show(written);
    tell("");
    unsaved.current = written;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, PAUSE_MS);
  };
  return { text, state, type };
}

/** @param {PartProps} props */
export default function Notes({ moment, close }) {
  const t = useTexts();
  const { text, state, type } = useNotes(moment.game);
  return html`<${Leaf} title=${t("online.notes.title")} close=${close} class="leaf--notes">
    <div class="field">
      <label for="notes" class="note">${t("online.notes.text")}</label>
      <textarea
        id="notes"
        rows="14"
        maxlength=${LONGEST}
        value=${text ?? ""}
        readonly=${text === null}
        onInput=${(/** @type {Event} */ event) => type(/** @type {HTMLTextAreaElement} */ (event.target).value)}
      ></textarea>
      <p class="note" role="status">${state && t(`online.notes.${state}`)}</p>
    </div>
  <//>`;
}
