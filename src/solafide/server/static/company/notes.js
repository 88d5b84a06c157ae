// Notes of one's own, which nobody else sees.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { getNotes, putNotes } from "../lib/api.js";
import { useTexts } from "../lib/texts.js";
import { Leaf } from "../table/leaf.js";

/** @import {PartProps} from "../table/parts" */

const LONGEST = 20_000;
const PAUSE_MS = 700;

/** @param {string} game */
function useNotes(game) {
  const [text, show] = useState(/** @type {string | null} */ (null));
  const [state, tell] = useState(/** @type {"" | "saved" | "failed"} */ (""));
  const timer = useRef(0);
  const unsaved = useRef(/** @type {string | null} */ (null));
  const save = () => {
    const wanted = unsaved.current;
    if (wanted === null) return;
    unsaved.current = null;
    putNotes(game, wanted).then(
      () => tell("saved"),
      () => {
        unsaved.current ??= wanted;
        tell("failed");
      },
    );
  };
  useEffect(() => {
    let here = true;
    getNotes(game).then(({ text: found }) => void (here && show((now) => now ?? found)), () => void (here && tell("failed")));
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
    <div class="field"><label for="notes" class="note">${t("online.notes.text")}</label>
      <textarea id="notes" rows="14" maxlength=${LONGEST} value=${text ?? ""} readonly=${text === null} onInput=${(/** @type {Event} */ event) => type(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
      <p class="note" role="status">${state && t(`online.notes.${state}`)}</p></div><//>`;
}
