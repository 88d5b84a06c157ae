// The last games of the player, on both kinds of servers.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { isOnline } from "../core/serverKind.js";
import { GameLink, useGames } from "../pages/GameList.js";
import { isPlayer, useMyGames } from "../pages/useMyGames.js";

/** @import {GameSummary} from "../core/types" */

const SHOWN_GAMES = 5;

/** @param {{lines: GameSummary[]}} props */
function GameLines({ lines }) {
  const t = useTranslation();
  return html`
    <h2 class="head2">${t("record.games.title")} <span class="quiet">${lines.length}</span></h2>
    <ul class="games">
      ${lines.slice(0, SHOWN_GAMES).map((line) => html`<li key=${line.game}><${GameLink} line=${line} /></li>`)}
    </ul>
    <p class="start__links"><a href="/games">${t("record.games.all")}</a><a href="/daily">${t("daily.title")}</a></p>
  `;
}

function LocalGames() {
  const { games } = useGames();
  return html`<${GameLines} lines=${games ?? []} />`;
}

function OnlineGames() {
  const lines = (useMyGames() ?? []).filter(isPlayer).flatMap(({ summary }) => summary ?? []);
  return html`<${GameLines} lines=${lines.toSorted((a, b) => b.changed.localeCompare(a.changed))} />`;
}

export const RecentGames = () => (isOnline() ? html`<${OnlineGames} />` : html`<${LocalGames} />`);
