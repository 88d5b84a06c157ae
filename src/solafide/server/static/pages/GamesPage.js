// The page of all games of a local server: continue, replay, export, delete, import.
import { html, useMemo, useState } from "../vendor/preact.js";
import { deleteGame, importRecord, putTags, recordAddress, renameGame } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { navigate } from "../core/router.js";
import { useTitle } from "../core/title.js";
import { libraryEntry } from "../library/filterGames.js";
import { LibraryFilters } from "../library/LibraryFilters.js";
import { TagsDialog } from "../library/TagsDialog.js";
import { useLibrary } from "../library/useLibrary.js";
import { MAX_TITLE_CHARACTERS } from "../setup/GameTitleField.js";
import { Dialog } from "../ui/Dialog.js";
import { FileButton } from "../ui/FileButton.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";
import { ProblemList } from "../ui/ProblemList.js";
import { TextField } from "../ui/TextField.js";
import { GameLink, useGames } from "./GameList.js";

/** @import {GameSummary} from "../core/types" */
/** Which dialog is open, and for which game.
 * @typedef {{what: "delete" | "open" | "rename" | "tags", line: GameSummary} | null} PendingQuestion */

/** @param {{line: GameSummary, ask: (question: PendingQuestion) => void}} props */
function GameTools({ line, ask }) {
  const t = useTranslation();
  const people = line.players[1].kind === "person" || line.players[2].kind === "person";
  const linkText = line.over ? "result" : people ? "continue" : "look";
  const record = line.over ? (
    html`<a
      class="btn btn--bare"
      href=${recordAddress(line.game, false)}
      download
      aria-describedby=${`line-${line.game}`}
    >
      ${t("pages.games.export")}
    </a>`
  ) : (
    html`<button
      class="btn btn--bare"
      type="button"
      aria-describedby=${`line-${line.game}`}
      onClick=${() => ask({ what: "open", line })}
    >
      ${t("pages.games.export")}
    </button>`
  );
  return html`<div class="games__tools">
    <span class="sr" id=${`line-${line.game}`}>${line.title} ${line.text}</span>
    <a class="btn" href=${`/game/${line.game}`} aria-describedby=${`line-${line.game}`}>
      ${t(`pages.games.${linkText}`)}
    </a>
    ${line.steps > 0 && html`<a
      class="btn btn--bare"
      href=${`/game/${line.game}/at/0`}
      aria-describedby=${`line-${line.game}`}
    >
      ${t("pages.games.replay")}
    </a>`}
    <button
      class="btn btn--bare"
      type="button"
      aria-describedby=${`line-${line.game}`}
      onClick=${() => ask({ what: "rename", line })}
    >
      ${t("pages.games.rename")}
    </button>
    <button
      class="btn btn--bare"
      type="button"
      aria-describedby=${`line-${line.game}`}
      onClick=${() => ask({ what: "tags", line })}
    >
      ${t("library.tags")}
    </button>
    ${!line.branch && record}
    <button
      class="btn btn--bare"
      type="button"
      aria-describedby=${`line-${line.game}`}
      onClick=${() => ask({ what: "delete", line })}
    >
      ${t("pages.games.delete")}
    </button>
  </div>`;
}

/** @param {{title: string, games: GameSummary[], ask: (question: PendingQuestion) => void}} props */
function GameGroup({ title, games, ask }) {
  if (!games.length) return null;
  return html`<section class="block">
    <h2 class="head2">${title}</h2>
    <ul class="games games--all">
      ${games.map((line) => html`<li key=${line.game}>
        <${GameLink} line=${line} />
        <${GameTools} line=${line} ask=${ask} />
      </li>`)}
    </ul>
  </section>`;
}

function ImportRecord() {
  const t = useTranslation();
  const [problem, setProblem] = useState("");
  const read = async (/** @type {string} */ _name, /** @type {string} */ text) => {
    setProblem("");
    try {
      navigate(`/game/${(await importRecord(text)).game}`);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
    }
  };
  return html`<section class="block">
    <h2 class="head2">${t("pages.games.import")}</h2>
    <p class="note">${t("pages.games.import_what")}</p>
    <p class="games__import">
      <${FileButton}
        label=${t("pages.new.file")}
        accept=".solafide,text/*"
        read=${read}
        tooLarge=${() => setProblem(t("pages.games.import_large"))}
      />
    </p>
    ${problem && html`<${ProblemList} title=${t("pages.games.import_failed")} text=${problem} />`}
  </section>`;
}

/** @param {{line: GameSummary, close: () => void, rename: (line: GameSummary, title: string) => void}} props */
function RenameDialog({ line, close, rename }) {
  const t = useTranslation();
  const [title, setTitle] = useState(line.title);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    rename(line, title.trim());
  };
  const foot = html`
    <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="submit" form="rename">${t("pages.games.rename")}</button>
  `;
  return html`<${Dialog} title=${t("pages.games.rename_title")} close=${close} foot=${foot}>
    <p>${line.text}</p>
    <form id="rename" onSubmit=${submit}>
      <${TextField}
        id="title"
        label=${t("pages.new.game_title")}
        value=${title}
        change=${setTitle}
        max=${MAX_TITLE_CHARACTERS}
      />
    </form>
  <//>`;
}

/** @param {{question: {what: "delete" | "open", line: GameSummary}, close: () => void,
 *   remove: (line: GameSummary) => void}} props */
function ConfirmDialog({ question, close, remove }) {
  const t = useTranslation();
  const { what, line } = question;
  const confirmButton =
    what === "open" ? (
      html`<a class="btn btn--main" href=${recordAddress(line.game, true)} download onClick=${() => setTimeout(close)}>
        ${t("pages.games.export")}
      </a>`
    ) : (
      html`<button class="btn btn--main" type="button" onClick=${() => remove(line)}>
        ${t("pages.games.delete")}
      </button>`
    );
  const foot = html`
    <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
    ${confirmButton}
  `;
  return html`<${Dialog} title=${t(`pages.games.${what}_title`)} close=${close} foot=${foot}>
    <p><b>${line.text}</b></p>
    <p>${t(what === "delete" && line.branch ? "pages.games.delete_branch" : `pages.games.${what}_text`)}</p>
  <//>`;
}

/** @param {{games: GameSummary[] | null, ask: (question: PendingQuestion) => void}} props */
function GameGroups({ games, ask }) {
  const t = useTranslation();
  const entries = useMemo(() => (games ?? []).map((line) => libraryEntry(line)), [games]);
  const { filter, change, shown } = useLibrary(entries);
  if (!games) return html`<p class="loading">${t("pages.games.loading")}</p>`;
  if (!games.length) return html`<p>${t("pages.games.none")} <a href="/">${t("pages.games.begin")}</a></p>`;
  const fitting = games.filter(({ game }) => shown.has(game));
  return html`
    <${LibraryFilters} entries=${entries} filter=${filter} change=${change} count=${fitting.length} />
    ${!fitting.length && html`<p>${t("library.none")}</p>`}
    <${GameGroup} title=${t("pages.new.unfinished")} games=${fitting.filter((line) => !line.over)} ask=${ask} />
    <${GameGroup} title=${t("pages.games.finished")} games=${fitting.filter((line) => line.over)} ask=${ask} />
  `;
}

export default function GamesPage() {
  const t = useTranslation();
  const { games, load } = useGames();
  const [question, setQuestion] = useState(/** @type {PendingQuestion} */ (null));
  const [message, setMessage] = useState("");
  useTitle(`${t("pages.games.title")} · Sola Fide`);
  const change = async (/** @type {Promise<unknown>} */ request, /** @type {string} */ done) => {
    setQuestion(null);
    try {
      await request;
      setMessage(done);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setMessage(error.message || t("table.unreachable"));
    }
    load();
  };
  const remove = (/** @type {GameSummary} */ line) => change(deleteGame(line.game), t("pages.games.gone"));
  const rename = (/** @type {GameSummary} */ line, /** @type {string} */ title) =>
    change(renameGame(line.game, title), t("pages.games.renamed"));
  const tag = (/** @type {GameSummary} */ line, /** @type {string[]} */ tags) =>
    change(putTags(line.game, tags), t("library.tagged"));
  const close = () => setQuestion(null);
  return html`
    <${PageHeader} here="/games" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("pages.games.title")}</h1><p>${t("pages.games.what")}</p></div>
      <div class="games__page">
        <div>
          <p class="games__said" role="status">${message}</p>
          <${GameGroups} games=${games} ask=${setQuestion} />
        </div>
        <aside>
          <section class="block again">
            <h2 class="head2">${t("pages.new.title")}</h2>
            <a class="btn btn--main" href="/"><${Icon} name="ui-piles" />${t("pages.new.play")}</a>
          </section>
          <${ImportRecord} />
        </aside>
      </div>
      ${question?.what === "rename" && html`<${RenameDialog} line=${question.line} close=${close} rename=${rename} />`}
      ${question?.what === "tags" && html`<${TagsDialog}
        text=${question.line.text}
        tags=${question.line.tags}
        close=${close}
        save=${(/** @type {string[]} */ tags) => tag(question.line, tags)}
      />`}
      ${(question?.what === "delete" || question?.what === "open") && html`<${ConfirmDialog}
        question=${question}
        close=${close}
        remove=${remove}
      />`}
    </main>
  `;
}
