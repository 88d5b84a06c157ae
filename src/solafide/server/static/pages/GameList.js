// Games that are kept, as lines to click on.
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { getGames } from "../core/api.js";
import { useSettings } from "../core/settings.js";
import { follow } from "../core/sharedStream.js";
import { useTexts } from "../core/i18n.js";
import { Token } from "../ui/Icon.js";

/** @import {Faith, GameLine, Lang} from "../core/types" */

const SHOWN = 4;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All games, newest first; asked for again whenever something happens in one. */
export function useGames() {
  const { language } = useSettings();
  const [games, show] = useState(/** @type {GameLine[] | null} */ (null));
  const load = useCallback(() => {
    getGames().then(
      (found) => show(found.toSorted((a, b) => b.changed.localeCompare(a.changed))),
      () => setTimeout(load, 2000),
    );
  }, [language]);
  useEffect(load, [load]);
  useEffect(() => {
    let waiting = 0;
    const end = follow(null, (message) => {
      clearTimeout(waiting);
      if (message.kind !== "thinking") waiting = setTimeout(load, 300);
    });
    return () => {
      clearTimeout(waiting);
      end();
    };
  }, [load]);
  return { games, load };
}

/** "2 hours ago", or the date.
 * @param {string} when
 * @param {Lang} lang */
export function ago(when, lang) {
  const seconds = (Date.now() - Date.parse(when)) / 1000;
  const said = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  if (seconds < HOUR) return said.format(-Math.floor(Math.max(seconds, 0) / MINUTE), "minute");
  if (seconds < DAY) return said.format(-Math.floor(seconds / HOUR), "hour");
  if (seconds < 7 * DAY) return said.format(-Math.floor(seconds / DAY), "day");
  return new Intl.DateTimeFormat(lang, { dateStyle: "long" }).format(Date.parse(when));
}

/** The token of the faith that a person plays against one of ours, else both.
 * @param {{line: GameLine}} props */
function Who({ line }) {
  const people = [line.players[1], line.players[2]].filter((player) => player.kind === "person");
  const faiths = /** @type {Faith[]} */ (people.length === 1 && people[0].faith ? [people[0].faith] : ["C", "P"]);
  if (faiths.length === 1) return html`<${Token} faith=${faiths[0]} />`;
  return html`<span class="games__pair">
    ${faiths.map((faith) => html`<${Token} key=${faith} faith=${faith} />`)}
  </span>`;
}

/** A game as a link to where it stands.
 * @param {{line: GameLine}} props */
export function GameLink({ line }) {
  const t = useTexts();
  const { language } = useSettings();
  return html`<a class="games__go" href=${`/game/${line.game}`}>
    <${Who} line=${line} />
    <span class="games__text">${line.text}</span>
    <span class="quiet">
      ${line.waiting && html`<b class="games__yours">${t("pages.games.yours")}</b>`} <time datetime=${line.changed}>
        ${ago(line.changed, language)}
      </time>
      ${line.branch && html`<span class="games__branch">${t("pages.games.branch")}</span>`}
    </span>
  </a>`;
}

/** The games that wait to be played on, left out when there is none. */
export function Unfinished() {
  const t = useTexts();
  const { games } = useGames();
  const open = (games ?? []).filter((line) => !line.over);
  return html`<section class="block">
    <h2 class="head2">${t(open.length ? "pages.new.unfinished" : "pages.games.title")}</h2>
    <ul class="games">
      ${open.slice(0, SHOWN).map((line) => html`<li key=${line.game}><${GameLink} line=${line} /></li>`)}
    </ul>
    <p class="start__links"><a href="/games">${t("pages.new.all")}</a><a href="/games">${t("pages.new.import")}</a></p>
  </section>`;
}
