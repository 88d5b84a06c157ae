// The page of the player's own games on an online server; those that wait for the player come first.
import { html, useMemo, useState } from "../vendor/preact.js";
import { putTags } from "../core/api.js";
import { credentialsOf, forgetCredentials } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { linkTo } from "../core/secretLinks.js";
import { useTitle } from "../core/title.js";
import { isEmptyFilter, libraryEntry } from "../library/filterGames.js";
import { LibraryFilters } from "../library/LibraryFilters.js";
import { TagsDialog } from "../library/TagsDialog.js";
import { useLibrary } from "../library/useLibrary.js";
import { NotificationButton } from "../notifications/NotificationButton.js";
import { Dialog } from "../ui/Dialog.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";
import { RecordDownload } from "../ui/RecordDownload.js";
import { ShareLink } from "../ui/ShareLink.js";
import { MyGameLink } from "./MyGameLists.js";
import { GAME_GROUPS, isPlayer, useMyGames } from "./useMyGames.js";

/** @import {MyGame} from "../core/types" */
/** Which dialog is open, and for which game.
 * @typedef {{what: "forget" | "link" | "tags", game: string} | null} PendingQuestion */

/** @param {{game: MyGame, ask: (question: PendingQuestion) => void}} props */
function MyGameTools({ game: myGame, ask }) {
  const t = useTranslation();
  const { game, summary, state } = myGame;
  const description = `mine-${game}`;
  const { secret } = credentialsOf(game);
  return html`<div class="games__tools">
    <span class="sr" id=${description}>${summary?.text ?? game}</span>
    ${summary && html`<a class="btn" href=${`/game/${game}`} aria-describedby=${description}>
      ${t(state === "over" ? "pages.games.result" : isPlayer(myGame) ? "pages.games.continue" : "pages.games.look")}
    </a>`}
    ${state === "over" && html`<${RecordDownload} game=${game} describedBy=${description} bare=${true} />`}
    ${secret && state !== "over" && html`<button
      class="btn btn--bare"
      type="button"
      aria-describedby=${description}
      onClick=${() => ask({ what: "link", game })}
    >
      ${t("online.mine.link")}
    </button>`}
    ${summary && isPlayer(myGame) && html`<button
      class="btn btn--bare"
      type="button"
      aria-describedby=${description}
      onClick=${() => ask({ what: "tags", game })}
    >
      ${t("library.tags")}
    </button>`}
    <button
      class="btn btn--bare"
      type="button"
      aria-describedby=${description}
      onClick=${() => ask({ what: "forget", game })}
    >
      ${t("online.mine.forget")}
    </button>
  </div>`;
}

/** @param {{question: NonNullable<PendingQuestion>, close: () => void}} props */
function ConfirmDialog({ question, close }) {
  const t = useTranslation();
  const { what, game } = question;
  const { secret } = credentialsOf(game);
  const closeButton = html`<button class="btn" type="button" onClick=${close}>
    ${t(what === "link" ? "table.close" : "pages.games.cancel")}
  </button>`;
  if (what === "link") {
    return html`<${Dialog} title=${t("online.device.title")} close=${close} foot=${closeButton}>
      <p>${t("online.device.text")}</p>
      ${secret && html`<${ShareLink}
        id="seat-link"
        label=${t("online.device.label")}
        link=${linkTo("seat", game, secret)}
      />`}
    <//>`;
  }
  const forget = () => {
    close();
    forgetCredentials(game);
  };
  return html`<${Dialog}
    title=${t("online.mine.forget_title")}
    close=${close}
    foot=${
      html`
        ${closeButton}
        <button class="btn btn--main" type="button" onClick=${forget}>${t("online.mine.forget")}</button>
      `
    }
  >
    <p>${t("online.mine.forget_text")}</p>
  <//>`;
}

/** @param {{games: MyGame[] | null, ask: (question: PendingQuestion) => void}} props */
function MyGameGroups({ games, ask }) {
  const t = useTranslation();
  const entries = useMemo(
    () => (games ?? []).flatMap(({ summary, person }) => (summary ? [libraryEntry(summary, person)] : [])),
    [games],
  );
  const { filter, change, shown: fitting } = useLibrary(entries);
  if (!games) return html`<p class="loading">${t("pages.games.loading")}</p>`;
  if (!games.some(({ state }) => state !== "void" && state !== "gone"))
    return html`<p>${t("pages.games.none")} <a href="/">${t("pages.games.begin")}</a></p>`;
  const isFitting = (/** @type {MyGame} */ { game, summary }) => (summary ? fitting.has(game) : isEmptyFilter(filter));
  const filters = html`<${LibraryFilters}
    entries=${entries}
    filter=${filter}
    change=${change}
    count=${fitting.size}
  />`;
  const groups = GAME_GROUPS.map(([name, belongs]) => {
    const shown = games.filter(belongs).filter(isFitting);
    if (!shown.length) return null;
    return html`<section class="block" key=${name}>
      <h2 class="head2">${t(`online.mine.group.${name}`)}</h2>
      <ul class="games games--all">
        ${shown.map((game) => html`<li key=${game.game}>
          <${MyGameLink} game=${game} />
          <${MyGameTools} game=${game} ask=${ask} />
        </li>`)}
      </ul>
    </section>`;
  });
  return html`
    ${entries.length > 0 && filters}
    ${entries.length > 0 && !fitting.size && html`<p>${t("library.none")}</p>`}
    ${groups}
  `;
}

export default function MyGamesPage() {
  const t = useTranslation();
  const [revision, setRevision] = useState(0);
  const games = useMyGames(revision);
  const [question, setQuestion] = useState(/** @type {PendingQuestion} */ (null));
  const [message, setMessage] = useState("");
  const tagged = question?.what === "tags" ? games?.find(({ game }) => game === question.game)?.summary : null;
  const tag = async (/** @type {string} */ game, /** @type {string[]} */ tags) => {
    setQuestion(null);
    try {
      await putTags(game, tags);
      setMessage(t("library.tagged"));
      setRevision(revision + 1);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setMessage(error.message || t("table.unreachable"));
    }
  };
  useTitle(`${t("online.mine.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/games" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("online.mine.title")}</h1><p>${t("online.mine.kept")}</p></div>
      <div class="games__page">
        <div>
          <p class="games__said" role="status">${message}</p>
          <${MyGameGroups} games=${games} ask=${setQuestion} />
        </div>
        <aside>
          <section class="block again">
            <h2 class="head2">${t("pages.new.title")}</h2>
            <a class="btn btn--main" href="/"><${Icon} name="ui-piles" />${t("pages.new.play")}</a>
          </section>
          <section class="block">
            <h2 class="head2">${t("online.call.title")}</h2>
            <p class="note">${t("online.call.text")}</p>
            <${NotificationButton} />
          </section>
        </aside>
      </div>
      ${tagged && html`<${TagsDialog}
        text=${tagged.text}
        tags=${tagged.tags}
        close=${() => setQuestion(null)}
        save=${(/** @type {string[]} */ tags) => tag(tagged.game, tags)}
      />`}
      ${question && question.what !== "tags" && html`<${ConfirmDialog}
        question=${question}
        close=${() => setQuestion(null)}
      />`}
    </main>
  `;
}
