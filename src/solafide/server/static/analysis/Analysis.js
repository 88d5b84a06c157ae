// The analysis of a finished game: begun when its result has been looked at for a moment, shown when it is there.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getAnalysis } from "../core/api.js";
import { useSettings } from "../core/settings.js";
import { follow } from "../core/sharedStream.js";
import { useTexts } from "../core/i18n.js";
import { Chart, sideOf } from "./ChanceChart.js";
import { Mistakes } from "./Mistakes.js";

/** @import {AnalysisSaid, Faith} from "../core/types" */
/** @import {Report} from "./ChanceChart" */
/** @typedef {((step: number, by?: Faith) => void) | null} BranchFrom */

const AGAIN_MS = 1500;

/** Whoever only passes by on the way to the next game does not set the computer to work.
 * @param {string} game
 * @returns {{analysis: AnalysisSaid | null, again: () => void}} `again`: to be called after it failed */
export function useAnalysis(game) {
  const { language } = useSettings();
  const [analysis, show] = useState(/** @type {AnalysisSaid | null} */ (null));
  const [tries, tryAgain] = useState(0);
  useEffect(() => {
    let here = true;
    let timer = 0;
    const look = async (/** @type {boolean} */ start) => {
      clearTimeout(timer);
      const found = await getAnalysis(game, start).catch(() => null);
      if (!here) return;
      if (found) show(found);
      if (!found || found.state === "none" || found.state === "working")
        timer = setTimeout(look, AGAIN_MS, found?.state === "none");
    };
    look(tries > 0);
    const end = follow(game, (message) => void (message.kind === "analysis" && look(false)));
    return () => {
      here = false;
      clearTimeout(timer);
      end();
    };
  }, [game, language, tries]);
  return { analysis, again: () => tryAgain(tries + 1) };
}

/** @param {{analysis: AnalysisSaid | null, again: () => void}} props */
function Waiting({ analysis, again }) {
  const t = useTexts();
  if (analysis?.state === "impossible") return html`<p class="note">${analysis.text}</p>`;
  if (analysis?.state === "failed")
    return html`<div class="working">
      <p role="status">${analysis.text}</p>
      <button class="btn" type="button" onClick=${again}>${t("pages.result.try_again")}</button>
    </div>`;
  const working = analysis?.state === "working" && analysis.all > 0;
  return html`<div class="working">
    <p>${t("pages.result.analyse_what")}</p>
    <progress
      aria-label=${t("pages.result.analysis")}
      max=${working ? analysis.all : undefined}
      value=${working ? analysis.done : undefined}
    ></progress>
    ${working && html`<p class="quiet lining">
      ${t("pages.result.analysing", { done: analysis.done, all: analysis.all })}
    </p>`}
  </div>`;
}

/** @param {{report: Report, game: string, own: Faith[], branch: BranchFrom}} props */
function TurningPoints({ report, game, own, branch }) {
  const t = useTexts();
  const side = sideOf(own);
  if (!report.turning_points.length) return html`<p class="note">${t("pages.result.turning_none")}</p>`;
  return html`
    <ol class="turns">
      ${report.turning_points.map(({ step, text, sides }, at) => html`<li key=${step}>
        <span class="no">${at + 1}</span>
        <div>
          <p>${text}</p>
          <p class="turns__tools">
            <a href=${`/game/${game}/at/${step}`}>${t("pages.result.open_moment")}</a>
            ${branch && html`<button type="button" onClick=${() => branch(step)}>${t("pages.result.go_on")}</button>`}
          </p>
        </div>
        <p class="delta">${sides[side].change}<span>${t("pages.result.to", { chance: sides[side].chance })}</span></p>
      </li>`)}
    </ol>
    <p class="note">${t(`pages.result.turning_note.${side}`)}</p>
  `;
}

/** Luck and skill, row by row, from the reader's side.
 * @param {{report: Report, own: Faith[]}} props */
function Balance({ report, own }) {
  const t = useTexts();
  const { heading, sides } = report.balance;
  const side = sideOf(own);
  const rows = sides[side];
  const end = (/** @type {number} */ at) => (at === 0 || at === rows.length - 1 ? "end" : undefined);
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.balance")}</h2>
    <p class="luck">${report.luck}</p>
    <div class="figures" tabindex="0" role="region" aria-label=${t("pages.result.balance")}>
      <table>
        <thead><tr>${heading.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
        <tbody>
          ${rows.map(([name, ...cells], at) => html`<tr class=${end(at)} key=${at}>
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

/**
 * @param {{analysis: AnalysisSaid | null, again: () => void, game: string, own: Faith[], branch: BranchFrom}} props
 */
export function Analysis({ analysis, again, game, own, branch }) {
  const t = useTexts();
  const report = analysis?.report;
  if (!report?.chances.length)
    return html`<section class="block">
      <h2 class="head2">${t("pages.result.analysis")}</h2>
      <${Waiting} analysis=${analysis} again=${again} />
    </section>`;
  return html`
    <section class="block">
      <h2 class="head2">${t("pages.result.chances")}</h2>
      <${Chart} report=${report} game=${game} own=${own} />
    </section>
    <section class="block">
      <h2 class="head2">${t("pages.result.turning")}</h2>
      <${TurningPoints} report=${report} game=${game} own=${own} branch=${branch} />
      <${Mistakes} report=${report} own=${own} game=${game} branch=${branch} />
    </section>
    <${Balance} report=${report} own=${own} />
  `;
}
