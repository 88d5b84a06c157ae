// Games of a local server, as links.
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { getGames } from "../core/api.js";
import { timeAgo } from "../core/duration.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { subscribe } from "../core/sharedStream.js";
import { FaithToken } from "../ui/FaithToken.js";

/** @import {Faith, GameSummary} from "../core/types" */

const RELOAD_DELAY_MS = 300;
const RETRY_MS = 2000;

/** All games, the last changed first; fetched again whenever something happens in one. */
export function useGames() {
  const { language } = useSettings();
  const [games, setGames] = useState(/** @type {GameSummary[] | null} */ (null));
  const load = useCallback(() => {
    getGames().then(
      (received) => setGames(received.toSorted((a, b) => b.changed.localeCompare(a.changed))),
      () => setTimeout(load, RETRY_MS),
    );
  }, [language]);
  useEffect(load, [load]);
  useEffect(() => {
    let timer = 0;
    const unsubscribe = subscribe(null, (message) => {
      clearTimeout(timer);
      if (message.kind !== "thinking") timer = setTimeout(load, RELOAD_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [load]);
  return { games, load };
}

/** The token of a person who plays against the computer, else those of both players.
 * @param {{line: GameSummary}} props */
export function GameFaiths({ line }) {
  const people = [line.players[1], line.players[2]].filter((player) => player.kind === "person");
  const faiths = /** @type {Faith[]} */ (people.length === 1 && people[0].faith ? [people[0].faith] : ["C", "P"]);
  if (faiths.length === 1) return html`<${FaithToken} faith=${faiths[0]} />`;
  return html`<span class="games__pair">
    ${faiths.map((faith) => html`<${FaithToken} key=${faith} faith=${faith} />`)}
  </span>`;
}

/** @param {{line: GameSummary}} props */
export function GameLink({ line }) {
  const t = useTranslation();
  const { language } = useSettings();
  return html`<a class="games__go" href=${`/game/${line.game}`}>
    <${GameFaiths} line=${line} />
    <span class="games__text">
      ${line.title && html`<b class="games__title">${line.title}</b>`} ${line.text}
      ${line.tags.map((tag) => html` <small class="games__tag" key=${tag}>${tag}</small>`)}
    </span>
    <span class="quiet">
      ${line.your_turn && html`<b class="games__yours">${t("pages.games.yours")}</b>`} <time datetime=${line.changed}>
        ${timeAgo(line.changed, language)}
      </time>
      ${line.branch && html`<span class="games__branch">${t("pages.games.branch")}</span>`}
    </span>
  </a>`;
}
