// The analysis of a finished game: its progress, then the chart, the turning points, and the balance of luck and skill.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getAnalysis } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { subscribe } from "../core/sharedStream.js";
import { CardText } from "../table/CardText.js";
import { ChanceChart } from "./ChanceChart.js";
import { ownSide } from "./chartLayout.js";

/** @import {AnalysisResponse, CardSetFaces, Faith} from "../core/types" */
/** @import {OpenCard} from "../table/CardText" */
/** @import {Report} from "./chartLayout" */
/** Opens the dialog to play on from a step; null where that is not possible.
 * @typedef {((step: number, by?: Faith) => void) | null} StartBranch */

const POLL_INTERVAL_MS = 1500;

/** Fetch the analysis; have it made only if the page is still shown after a moment: a player may go straight on to
 * the next game.
 * @param {string} game
 * @returns {{analysis: AnalysisResponse | null, retry: () => void}} `retry` tries once more after a failure */
export function useAnalysis(game) {
  const { language } = useSettings();
  const [analysis, setAnalysis] = useState(/** @type {AnalysisResponse | null} */ (null));
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let active = true;
    let timer = 0;
    const load = async (/** @type {boolean} */ start) => {
      clearTimeout(timer);
      const received = await getAnalysis(game, start).catch(() => null);
      if (!active) return;
      if (received) setAnalysis(received);
      if (!received || received.state === "none" || received.state === "working")
        timer = setTimeout(load, POLL_INTERVAL_MS, received?.state === "none");
    };
    load(attempts > 0);
    const unsubscribe = subscribe(game, (message) => void (message.kind === "analysis" && load(false)));
    return () => {
      active = false;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [game, language, attempts]);
  return { analysis, retry: () => setAttempts(attempts + 1) };
}

/** The report of an analysis that has estimated the chances, null before and without one.
 * @param {AnalysisResponse | null} analysis
 * @returns {Report | null} */
export const finishedReport = (analysis) => (analysis?.report?.chances.length ? analysis.report : null);

/** @param {{analysis: AnalysisResponse | null, retry: () => void}} props */
function AnalysisProgress({ analysis, retry }) {
  const t = useTranslation();
  if (analysis?.state === "impossible") return html`<p class="note">${analysis.text}</p>`;
  if (analysis?.state === "failed")
    return html`<div class="working">
      <p role="status">${analysis.text}</p>
      <button class="btn" type="button" onClick=${retry}>${t("pages.result.try_again")}</button>
    </div>`;
  const working = analysis?.state === "working" && analysis.steps_total > 0;
  return html`<div class="working">
    <p>${t("pages.result.analyse_what")}</p>
    <progress
      aria-label=${t("pages.result.analysis")}
      max=${working ? analysis.steps_total : undefined}
      value=${working ? analysis.steps_done : undefined}
    ></progress>
    ${working && html`<p class="quiet lining">
      ${t("pages.result.analysing", { done: analysis.steps_done, all: analysis.steps_total })}
    </p>`}
  </div>`;
}

/** @param {{report: Report, game: string, own: Faith[], branch: StartBranch, faces: CardSetFaces, open: OpenCard}}
 *   props */
export function TurningPoints({ report, game, own, branch, faces, open }) {
  const t = useTranslation();
  const side = ownSide(own);
  return html`<section class="block finis__turns">
    <h2 class="head2">${t("pages.result.turning")}</h2>
    ${!report.turning_points.length && html`<p class="note">${t("pages.result.turning_none")}</p>`}
    <ol class="turns">
      ${report.turning_points.map(({ step, text, sides }, at) => html`<li key=${step}>
        <span class="no">${at + 1}</span>
        <div>
          <p><${CardText} text=${text} faces=${faces} open=${open} /></p>
          <p class="turns__tools">
            <a href=${`/game/${game}/at/${step}`}>${t("pages.result.open_moment")}</a>
            ${branch && html`<button type="button" onClick=${() => branch(step)}>${t("pages.result.go_on")}</button>`}
          </p>
        </div>
        <p class="delta">${sides[side].change}<span>${t("pages.result.to", { chance: sides[side].chance })}</span></p>
      </li>`)}
    </ol>
    ${report.turning_points.length > 0 && html`<p class="note">${t(`pages.result.turning_note.${side}`)}</p>`}
  </section>`;
}

/** How much luck and skill have changed the chances, from the side of the player.
 * @param {{report: Report, own: Faith[]}} props */
export function LuckBalance({ report, own }) {
  const t = useTranslation();
  const { heading, sides } = report.balance;
  const side = ownSide(own);
  const rows = sides[side];
  const edgeClass = (/** @type {number} */ at) => (at === 0 || at === rows.length - 1 ? "end" : undefined);
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.balance")}</h2>
    <div class="figures" tabindex="0" role="region" aria-label=${t("pages.result.balance")}>
      <table>
        <thead><tr>${heading.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
        <tbody>
          ${rows.map(([name, ...cells], at) => html`<tr class=${edgeClass(at)} key=${at}>
            <th scope="row">${name}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="note">${t(`pages.result.balance_note.${side}`)}</p>
    <details class="more">
      <summary>${t("pages.result.method")}</summary>
      <div class="method">${report.notes.map((line) => html`<p>${line}</p>`)}</div>
    </details>
  </section>`;
}

/** The chances turn by turn; until they are there, how far the analysis is.
 * @param {{analysis: AnalysisResponse | null, retry: () => void, game: string, own: Faith[]}} props
 */
export function Analysis({ analysis, retry, game, own }) {
  const t = useTranslation();
  const report = finishedReport(analysis);
  return html`<section class="block">
    <h2 class="head2">${t(report ? "pages.result.chances" : "pages.result.analysis")}</h2>
    ${report ? (
      html`<${ChanceChart} report=${report} game=${game} own=${own} />`
    ) : (
      html`<${AnalysisProgress} analysis=${analysis} retry=${retry} />`
    )}
  </section>`;
}
