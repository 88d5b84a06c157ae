// The results of a daily deal whose day is over.
import { html, useEffect, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { useSettings } from "../core/settings.js";
import { useSetup } from "../core/useSetup.js";
import { signedText } from "../record/figures.js";
import { fetchDailyResults } from "./dailyDeal.js";
import { dayName } from "./dayName.js";

/** @import {DailyResults as Results} from "../core/types" */

const POLL_MS = 3000;

/** The results of a day, asked for again until the level has played its own game.
 * @param {string} day */
function useResults(day) {
  const [results, setResults] = useState(/** @type {Results | null} */ (null));
  const [problem, setProblem] = useState(/** @type {RequestRefused | null} */ (null));
  useEffect(() => {
    let timer = 0;
    let active = true;
    const load = () => {
      fetchDailyResults(day).then(
        (received) => {
          if (!active) return;
          setResults(received);
          if (received.level_lead === null) timer = setTimeout(load, POLL_MS);
        },
        (error) => {
          if (!(error instanceof RequestRefused)) throw error;
          if (active) setProblem(error);
        },
      );
    };
    load();
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [day]);
  return { results, problem };
}

/** @param {{results: Results}} props */
function ResultTable({ results }) {
  const t = useTranslation();
  return html`<div class="table-scroll">
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">${t("daily.rank")}</th>
          <th scope="col">${t("daily.name")}</th>
          <th scope="col">${t("daily.lead_column")}</th>
          <th scope="col">${t("daily.score_column")}</th>
        </tr>
      </thead>
      <tbody>
        ${results.rows.map((row, at) => html`<tr key=${at} class=${row.own ? "figures__own" : undefined}>
          <td>${row.rank}</td>
          <th scope="row">${row.name || t("daily.anonymous")} ${row.own && html`<b>(${t("daily.you")})</b>`}</th>
          <td>${signedText(row.lead)}</td>
          <td>${row.score === null ? "" : signedText(row.score)}</td>
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** @param {{day: string}} props */
export function DailyResults({ day }) {
  const t = useTranslation();
  const { language } = useSettings();
  const setup = useSetup();
  const { results, problem } = useResults(day);
  const level = setup?.levels.find(({ id }) => id === results?.level)?.name ?? "";
  return html`<section class="block daily__results">
    <h2 class="head2">${t("daily.results", { day: dayName(day, language) })}</h2>
    ${problem && html`<p role="alert">${problem.message || t("table.unreachable")}</p>`}
    ${results && html`
      <p>${t("daily.you_play", { faith: t(`deals.faith.${results.faith}`), level })}</p>
      ${results.rows.length ? html`<${ResultTable} results=${results} />` : html`<p>${t("daily.nobody")}</p>`}
      <p role="status">
        ${results.level_lead === null
          ? t("daily.level_plays", { level })
          : t("daily.level_lead", { n: signedText(results.level_lead) })}
      </p>
      ${results.game && html`<p><a class="btn" href=${`/game/${results.game}`}>${t("daily.see")}</a></p>`}
      <p class="note">${t("daily.players", { n: results.players })} ${t("daily.rule")}</p>
      <p class="note daily__seed">${t("daily.seed", { seed: results.seed.seed })}</p>
    `}
  </section>`;
}
