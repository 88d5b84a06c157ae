// All games: continue, replay, export, delete; and records from elsewhere.
import { html, useState } from "../vendor/preact.js";
import { Refused, deleteGame, importRecord, recordAddress } from "../core/api.js";
import { navigate, useTitle } from "../core/router.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { Dialog } from "../ui/Dialog.js";
import { FileButton } from "../ui/FileButton.js";
import { GameLink, useGames } from "./GameList.js";
import { Head } from "../ui/PageHeader.js";
import { Problems } from "../ui/ProblemList.js";

/** @import {GameLine} from "../core/types" */
/** @typedef {{what: "delete" | "open", line: GameLine} | null} Asked a question before something is done */

/** @param {{line: GameLine, ask: (asked: Asked) => void}} props */
function Tools({ line, ask }) {
  const t = useTexts();
  const called = line.text;
  const people = line.players[1].kind === "person" || line.players[2].kind === "person";
  const go = line.over ? "result" : people ? "continue" : "look";
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
    <span class="sr" id=${`line-${line.game}`}>${called}</span>
    <a class="btn" href=${`/game/${line.game}`} aria-describedby=${`line-${line.game}`}>${t(`pages.games.${go}`)}</a>
    ${line.steps > 0 && html`<a
      class="btn btn--bare"
      href=${`/game/${line.game}/at/0`}
      aria-describedby=${`line-${line.game}`}
    >
      ${t("pages.games.replay")}
    </a>`}
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

/** @param {{title: string, games: GameLine[], ask: (asked: Asked) => void}} props */
function Group({ title, games, ask }) {
  if (!games.length) return null;
  return html`<section class="block">
    <h2 class="head2">${title}</h2>
    <ul class="games games--all">
      ${games.map((line) => html`<li key=${line.game}>
        <${GameLink} line=${line} />
        <${Tools} line=${line} ask=${ask} />
      </li>`)}
    </ul>
  </section>`;
}

function Import() {
  const t = useTexts();
  const [problem, setProblem] = useState("");
  const read = async (/** @type {string} */ _name, /** @type {string} */ text) => {
    setProblem("");
    try {
      navigate(`/game/${(await importRecord(text)).game}`);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setProblem(refused.message || t("table.unreachable"));
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
    ${problem && html`<${Problems} title=${t("pages.games.import_failed")} text=${problem} />`}
  </section>`;
}

/** @param {{asked: NonNullable<Asked>, close: () => void, remove: (line: GameLine) => void}} props */
function Question({ asked, close, remove }) {
  const t = useTexts();
  const { what, line } = asked;
  const go =
    what === "open" ? (
      html`<a class="btn btn--main" href=${recordAddress(line.game, true)} download onClick=${() => setTimeout(close)}>
        ${t("pages.games.export")}
      </a>`
    ) : (
      html`<button class="btn btn--main" type="button" onClick=${() => remove(line)}>
        ${t("pages.games.delete")}
      </button>`
    );
  const foot = html`<button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>${go}`;
  return html`<${Dialog} title=${t(`pages.games.${what}_title`)} close=${close} foot=${foot}>
    <p><b>${line.text}</b></p>
    <p>${t(what === "delete" && line.branch ? "pages.games.delete_branch" : `pages.games.${what}_text`)}</p>
  <//>`;
}

/** @param {{games: GameLine[] | null, ask: (asked: Asked) => void}} props */
function Lists({ games, ask }) {
  const t = useTexts();
  if (!games) return html`<p class="loading">${t("pages.games.loading")}</p>`;
  if (!games.length) return html`<p>${t("pages.games.none")} <a href="/">${t("pages.games.begin")}</a></p>`;
  return html`
    <${Group} title=${t("pages.new.unfinished")} games=${games.filter((line) => !line.over)} ask=${ask} />
    <${Group} title=${t("pages.games.finished")} games=${games.filter((line) => line.over)} ask=${ask} />
  `;
}

export default function GamesPage() {
  const t = useTexts();
  const { games, load } = useGames();
  const [asked, ask] = useState(/** @type {Asked} */ (null));
  const [said, tell] = useState("");
  useTitle(`${t("pages.games.title")} · Sola Fide`);
  const remove = async (/** @type {GameLine} */ line) => {
    ask(null);
    try {
      await deleteGame(line.game);
      tell(t("pages.games.gone"));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      tell(refused.message || t("table.unreachable"));
    }
    load();
  };
  return html`
    <${Head} here="/games" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("pages.games.title")}</h1><p>${t("pages.games.what")}</p></div>
      <div class="games__page">
        <div><p class="games__said" role="status">${said}</p><${Lists} games=${games} ask=${ask} /></div>
        <aside>
          <section class="block again">
            <h2 class="head2">${t("pages.new.title")}</h2>
            <a class="btn btn--main" href="/"><${Icon} name="ui-piles" />${t("pages.new.play")}</a>
          </section>
          <${Import} />
        </aside>
      </div>
      ${asked && html`<${Question} asked=${asked} close=${() => ask(null)} remove=${remove} />`}
    </main>
  `;
}
