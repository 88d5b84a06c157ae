// The card set as a whole: its name, the file, whether games can begin with it, and what is sent.
import { html, useEffect, useState } from "../vendor/preact.js";
import { checkCardSet, readCardSetFile } from "../core/api.js";
import { downloadFile } from "../core/downloadFile.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { isOnline } from "../core/serverKind.js";
import { useSettings } from "../core/settings.js";
import { Dialog } from "../ui/Dialog.js";
import { MAX_FILE_BYTES } from "../ui/FileButton.js";
import { Icon } from "../ui/Icon.js";
import { ProblemList } from "../ui/ProblemList.js";
import { Field } from "./Field.js";
import { FormProvider } from "./FormContext.js";
import {
  HEADING,
  boxLanguage,
  boxOfFile,
  boxText,
  decodeFile,
  enteredEntries,
  hasEntries,
  nextEntry,
  withFields,
} from "./box.js";
import { entryTitle } from "./EntryEditor.js";
import { withBox } from "./storedBox.js";

/** @import {CardSetCheck, CheckedEntry, EntryFields, Vocabulary} from "../core/types" */
/** @import {Box} from "./box" */
/** @import {BoxState} from "./useBox" */
/** @typedef {{vocabulary: Vocabulary, box: Box, changeBox: BoxState["changeBox"]}} BoxProps */

const RETRY_MS = 3000;

/** Name and language of the set.
 * @param {BoxProps & {checked: CheckedEntry | null}} props */
function Heading({ vocabulary, box, changeBox, checked }) {
  const form = vocabulary.forms.find(({ kind }) => kind === HEADING);
  const state = {
    vocabulary,
    entry: null,
    kind: HEADING,
    language: boxLanguage(box),
    fields: box.fields[HEADING] ?? {},
    change: (/** @type {EntryFields} */ next) => changeBox((before) => before && withFields(before, HEADING, next)),
    problems: checked?.problems ?? [],
    note: "",
    changeNote: () => {},
  };
  return html`<${FormProvider} value=${state}>
    <div class="box-row">
      ${form?.fields.map((field) => html`<${Field} key=${field.field} place=${[]} field=${field} />`)}
    </div>
  <//>`;
}

/** Reads a file into the box, after asking if something would be replaced.
 * @param {{box: Box, changeBox: BoxState["changeBox"]}} props */
function ImportButton({ box, changeBox }) {
  const t = useTranslation();
  const [problem, setProblem] = useState("");
  const [waiting, setWaiting] = useState(/** @type {Box | null} */ (null));
  const read = async (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const file = field.files?.[0];
    if (!file) return;
    setProblem("");
    const text = file.size > MAX_FILE_BYTES ? null : decodeFile(await file.arrayBuffer());
    field.value = ""; // so that choosing the same file again is a change
    if (text === null) {
      setProblem(t(file.size > MAX_FILE_BYTES ? "pages.new.file_large" : "box.file.encoding"));
      return;
    }
    try {
      const imported = boxOfFile(await readCardSetFile(file.name, text), file.name, text, box.notes);
      if (hasEntries(box)) setWaiting(imported);
      else changeBox(() => imported);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
    }
  };
  const replace = () => {
    changeBox(() => waiting);
    setWaiting(null);
  };
  const foot = html`
    <button class="btn" type="button" onClick=${() => setWaiting(null)}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="button" onClick=${replace}>${t("box.file.replace")}</button>
  `;
  return html`
    <label class="file">
      <${Icon} name="ui-list" />
      <span>${t("box.file.import")}</span>
      <input type="file" accept=".toml,text/*" onChange=${read} />
    </label>
    ${problem && html`<${ProblemList} title=${t("pages.new.file_problems")} text=${problem} />`}
    ${waiting && html`<${Dialog} title=${t("box.file.replace_title")} close=${() => setWaiting(null)} foot=${foot}>
      <p>${t("box.file.replace_text", { n: enteredEntries(box).length })}</p>
    <//>`}
  `;
}

/** Deletes the box, after asking.
 * @param {{changeBox: BoxState["changeBox"]}} props */
function DeleteButton({ changeBox }) {
  const t = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const foot = html`
    <button class="btn" type="button" onClick=${() => setAsking(false)}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="button" onClick=${() => changeBox(() => null)}>${t("box.delete.go")}</button>
  `;
  return html`
    <button class="btn btn--bare" type="button" onClick=${() => setAsking(true)}>${t("box.delete.go")}</button>
    ${isAsking && html`<${Dialog} title=${t("box.delete.title")} close=${() => setAsking(false)} foot=${foot}>
      <p>${t("box.delete.text")}</p>
    <//>`}
  `;
}

/** Check the whole set when it is complete as far as it goes.
 * @param {Box} box
 * @returns {CardSetCheck | null} null until the server has answered */
function useSetCheck(box) {
  const { language } = useSettings();
  const [check, setCheck] = useState(/** @type {CardSetCheck | null} */ (null));
  const text = box.unchecked.length ? null : boxText(box);
  const isNeeded = hasEntries(box) && text !== null;
  useEffect(() => {
    setCheck(null);
    if (!isNeeded) return undefined;
    let active = true;
    const attempt = () => {
      checkCardSet(box.file, text ?? "").then(
        (answer) => void (active && setCheck(answer)),
        () => void (active && setTimeout(attempt, RETRY_MS)),
      );
    };
    attempt();
    return () => void (active = false);
  }, [text, language, isNeeded]);
  return check;
}

/** @param {{vocabulary: Vocabulary, check: CardSetCheck}} props */
function SetProblems({ vocabulary, check }) {
  const t = useTranslation();
  const title = (/** @type {string} */ id) => {
    const entry = vocabulary.entries.find((each) => each.entry === id);
    return entry ? entryTitle(vocabulary, entry) : "";
  };
  return html`<div class="problems">
    <b>${t("box.play.problems", { n: check.problems.length })}</b>
    <ol>
      ${check.problems.map(({ entry, text }, at) => html`<li key=${at}>
        ${entry && html`<a href=${`/box/${entry}`}>${title(entry)}</a>`} ${text}
      </li>`)}
    </ol>
  </div>`;
}

/** Ways to play, and why some of them are closed.
 * @param {{vocabulary: Vocabulary, box: Box}} props */
function Play({ vocabulary, box }) {
  const t = useTranslation();
  const check = useSetCheck(box);
  if (!hasEntries(box)) return html`<p class="note">${t("box.play.nothing")}</p>`;
  if (!check) return html`<p class="note" role="status">${t("box.play.checking")}</p>`;
  if (!check.ok) return html`<${SetProblems} vocabulary=${vocabulary} check=${check} />`;
  const refusals = Object.entries(check.refused_modes);
  const ways = isOnline()
    ? [
        ["/", t("pages.new.kind.ours.name")],
        ["/new/friend", t("online.kind.friend.name")],
      ]
    : [
        ["/", t("pages.new.kind.ours.name")],
        ["/new/here", t("pages.new.kind.here.name")],
      ];
  return html`
    <p role="status">${t("box.play.ready", { n: check.changed.length })}</p>
    ${refusals.map(([mode, text]) => html`<div key=${mode} class="problems">
      <b>${t("box.play.not", { mode: t(`pages.new.deck.${mode}.name`) })}</b>
      <p>${text}</p>
    </div>`)}
    <p class="box-tools">${ways.map(([to, name]) => html`<a key=${to} class="btn" href=${withBox(to)}>${name}</a>`)}</p>
  `;
}

/** @param {BoxProps & {checked: CheckedEntry | null}} props */
export function BoxOverview({ vocabulary, box, changeBox, checked }) {
  const t = useTranslation();
  const isReady = box.original !== null || !box.unchecked.length;
  const first = vocabulary.entries.find(({ entry }) => !box.fields[entry] || box.problems[entry]);
  const fileName = box.file.endsWith(".toml") ? box.file : `${box.file}.toml`;
  const exportFile = () => downloadFile(fileName, boxText(box), "application/toml");
  return html`<div class="box-overview">
    <section class="block">
      <h2 class="head2">${t("box.heading")}</h2>
      <${Heading} vocabulary=${vocabulary} box=${box} changeBox=${changeBox} checked=${checked} />
      <p class="box-tools">
        <a class="btn btn--main" href=${`/box/${first?.entry ?? nextEntry(vocabulary.entries, "")}`}>
          ${t(hasEntries(box) ? "box.continue" : "box.begin")}
        </a>
      </p>
    </section>
    <section class="block">
      <h2 class="head2">${t("box.play.title")}</h2>
      <${Play} vocabulary=${vocabulary} box=${box} />
    </section>
    <section class="block">
      <h2 class="head2">${t("box.file.title")}</h2>
      <p>${t("box.file.text")}</p>
      <div class="box-tools">
        <button
          class="btn"
          type="button"
          aria-disabled=${isReady ? undefined : "true"}
          onClick=${() => isReady && exportFile()}
        >
          ${t("box.file.export")}
        </button>
        <${ImportButton} box=${box} changeBox=${changeBox} />
        <${DeleteButton} changeBox=${changeBox} />
      </div>
      ${!isReady && html`<p class="note" role="status">${t("box.file.not_ready")}</p>`}
    </section>
    <section class="block">
      <h2 class="head2">${t("box.sent.title")}</h2>
      <p>${t("box.sent.text")}</p>
      <p>${t("box.sent.notes")}</p>
    </section>
  </div>`;
}
