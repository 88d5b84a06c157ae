// Short lists of the games of this browser on an online server.
import { html } from "../vendor/preact.js";
import { timeAgo } from "../core/duration.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { GameLink } from "./GameList.js";
import { GAME_GROUPS, UNFINISHED_GROUPS, isUnfinished } from "./useMyGames.js";

/** @import {MyGame} from "../core/types" */

const MAX_SHOWN = 5;

/** A link to a game, or to its lobby before the first card.
 * @param {{game: MyGame}} props */
export function MyGameLink({ game }) {
  const t = useTranslation();
  const { language } = useSettings();
  if (game.summary) return html`<${GameLink} line=${game.summary} />`;
  const other = game.names.find((name) => name) ?? "";
  const text =
    game.person === "invite"
      ? `${t("online.mine.invited")} ${other}`
      : t(game.state === "opening" ? "online.mine.opening" : "online.mine.waiting");
  return html`<a class="games__go games__go--laid" href=${`/table/${game.game}`}>
    <span class="games__text">${game.title && html`<b class="games__title">${game.title}</b>`} ${text}</span>
    <span class="quiet"><time datetime=${game.created}>${timeAgo(game.created, language)}</time></span>
  </a>`;
}

/** On the start page: the first unfinished games.
 * @param {{games: MyGame[] | null}} props */
export function MyGamesSummary({ games }) {
  const t = useTranslation();
  const groups = GAME_GROUPS.slice(0, UNFINISHED_GROUPS);
  const shown = groups.flatMap(([, belongs]) => (games ?? []).filter(belongs)).slice(0, MAX_SHOWN);
  return html`<section class="block">
    <h2 class="head2">${t("online.mine.title")}</h2>
    ${games && !games.some(isUnfinished) && html`<p class="note">${t("online.mine.none")}</p>`}
    <ul class="games">${shown.map((game) => html`<li key=${game.game}><${MyGameLink} game=${game} /></li>`)}</ul>
    <p class="note">${t("online.mine.kept")}</p>
    <p class="start__links">
      <a href="/games">${t("pages.new.all")}</a>
      <a href="/daily">${t("daily.title")}</a>
      <a href="/data">${t("online.mine.data")}</a>
    </p>
  </section>`;
}
