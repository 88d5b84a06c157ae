// The player's mistakes in analysed games: by subject in the last ones, and month by month in all.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";

/** @import {StatisticsView} from "../core/types" */

const SHOWN_SUBJECTS = 5;
const POINTS = 100;

/** @param {number} chance that was lost */
const points = (chance) => Math.round(chance * POINTS);

/** @param {{mistakes: StatisticsView["mistakes"]}} props */
function Months({ mistakes }) {
  const t = useTranslation();
  const { language } = useSettings();
  const monthName = (/** @type {string} */ month) =>
    new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" }).format(
      Date.parse(`${month}-15T00:00:00Z`),
    );
  const perGame = (/** @type {number} */ sum, /** @type {number} */ games) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(sum / games);
  return html`<details class="more">
    <summary>${t("record.mistakes.over_time")}</summary>
    <div class="table-scroll">
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">${t("record.mistakes.month")}</th>
            <th scope="col">${t("record.games.title")}</th>
            <th scope="col">${t("record.mistakes.per_game")}</th>
            <th scope="col">${t("record.mistakes.lost_per_game")}</th>
            <th scope="col">${t("record.mistakes.most")}</th>
          </tr>
        </thead>
        <tbody>
          ${mistakes.months.map((each) => html`<tr key=${each.month}>
            <th scope="row">${monthName(each.month)}</th>
            <td>${each.games}</td>
            <td>${perGame(each.mistakes, each.games)}</td>
            <td>${points(each.chance_lost / each.games)}</td>
            <td>${each.subjects.length > 0 && t(`record.subject.${each.subjects[0].subject}`)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** @param {{statistics: StatisticsView}} props */
export function Mistakes({ statistics }) {
  const t = useTranslation();
  const { mistakes } = statistics;
  const shown = mistakes.subjects.slice(0, SHOWN_SUBJECTS);
  if (!mistakes.games) return html`<p class="note">${t("record.mistakes.none")}</p>`;
  return html`
    ${!shown.length && html`<p>${t("record.mistakes.clean")}</p>`}
    <ol class="mistakes">
      ${shown.map((each) => html`<li key=${each.subject}>
        <a href=${`/game/${each.game}/at/${each.step}`}>
          <span class="mistakes__count"><i>${each.mistakes}</i></span>
          <span>
            <b>${t(`record.subject.${each.subject}`)}</b>
            <small>${t("record.mistakes.cost", { n: points(each.chance_lost) })}</small>
          </span>
          <em>${t("record.mistakes.look")} <span aria-hidden="true">›</span></em>
        </a>
      </li>`)}
    </ol>
    <p class="note">${t("record.mistakes.from", { n: mistakes.recent_games })}</p>
    <${Months} mistakes=${mistakes} />
  `;
}
