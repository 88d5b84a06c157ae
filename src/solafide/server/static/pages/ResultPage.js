// The result of a game: the sheet with map and story, what to do next, the analysis, the review, and the receipt.
import { html, useRef, useState } from "../vendor/preact.js";
import { Analysis, LuckBalance, TurningPoints, finishedReport, useAnalysis } from "../analysis/Analysis.js";
import { Broadsheet } from "../analysis/Broadsheet.js";
import { Mistakes } from "../analysis/Mistakes.js";
import { PictureButtons } from "../analysis/PictureButtons.js";
import { Story } from "../analysis/Story.js";
import { isDecidedByPoints, resultTitle, sheetContent } from "../analysis/sheetContent.js";
import { rematch } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { ownResult } from "../core/moment.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { navigate } from "../core/router.js";
import { useSettings } from "../core/settings.js";
import { SeedReceipt } from "../fairness/SeedReceipt.js";
import BranchDialog from "../setup/BranchDialog.js";
import { useOpenedCard } from "../table/useOpenedCard.js";
import { FaithToken } from "../ui/FaithToken.js";
import { PageFooter } from "../ui/PageFooter.js";
import { PageHeader } from "../ui/PageHeader.js";
import { ProblemList } from "../ui/ProblemList.js";
import { RecordDownload } from "../ui/RecordDownload.js";

/** @import {CardSetFaces, Faith, Moment} from "../core/types" */
/** @import {Translate} from "../core/translator" */
/** @import {Child} from "../vendor/preact" */
/** @import {PanelProps} from "../table/types" */

/** The circles that a faith has claimed, with their points.
 * @param {{moment: Moment, faces: CardSetFaces, faith: Faith}} props */
function ClaimedList({ moment, faces, faith }) {
  const t = useTranslation();
  const { circles, rewards } = moment.view.faiths[faith];
  const won = circles.toSorted((a, b) => a - b).map((circle) => faces.circles[circle - 1]);
  return html`<ul class="final-score__list">
    <li><${FaithToken} faith=${faith} small label=${t(`pages.result.side.${faith}`)} /></li>
    ${!won.length && html`<li>${t("pages.result.nothing")}</li>`}
    ${won.map((circle) => html`<li key=${circle.circle}>
      ${circle.circle} ${circle.short_name} <b>${circle.points}</b>
    </li>`)}
    ${rewards > 0 && html`<li>${t("pages.result.rewards", { n: rewards })}</li>`}
  </ul>`;
}

/** The result, as that of the player if there is one; `own`: whether it is.
 * @param {Moment} moment
 * @param {Translate} t */
function resultInWords(moment, t) {
  const result = ownResult(moment);
  if (!result) return { own: false, text: resultTitle(moment, t) };
  if (!isDecidedByPoints(moment)) return { own: true, text: t(`pages.result.ended.${result}`) };
  const [faith] = moment.seats;
  const { C, P } = moment.view.faiths;
  const [own, other] = faith === "C" ? [C.points, P.points] : [P.points, C.points];
  return { own: true, text: t(`result.own.${result}`, { own, other }) };
}

/** @param {{moment: Moment, faces: CardSetFaces, luck: string | undefined}} props */
function Outcome({ moment, faces, luck }) {
  const t = useTranslation();
  const { own, text } = resultInWords(moment, t);
  return html`<section class="final-score" aria-label=${t("pages.result.aria")}>
    <div class="final-score__mid" role="status">
      <h1 class=${own ? "final-score__how" : undefined}>${text}</h1>
      ${" "}
      <p>${moment.text.question}</p>
      ${luck && html`<p class="luck">${luck}</p>`}
    </div>
    <${ClaimedList} moment=${moment} faces=${faces} faith="C" />
    <${ClaimedList} moment=${moment} faces=${faces} faith="P" />
  </section>`;
}

/** @param {{moment: Moment, picture: Child}} props `picture`: the buttons for the picture of the game */
function NextSteps({ moment, picture }) {
  const t = useTranslation();
  const [problem, setProblem] = useState("");
  const idempotencyKeys = useRef({ swapped: newIdempotencyKey(), same: newIdempotencyKey() });
  const onlineModule = useModule(moment.online ? "online/Rematch.js" : null);
  const startRematch = async (/** @type {"swapped" | "same"} */ faiths) => {
    try {
      navigate(`/game/${(await rematch(moment.game, idempotencyKeys.current[faiths], faiths)).game}`);
      scrollTo(0, 0);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
    }
  };
  const again = !moment.online && html`
    <button class="btn btn--main" type="button" onClick=${() => startRematch("swapped")}>
      ${t("pages.result.rematch")}
    </button>
    <button class="btn" type="button" onClick=${() => startRematch("same")}>${t("result.same_faith")}</button>
  `;
  return html`<section class="finis__next" aria-label=${t("pages.result.again")}>
    <div class="finis__row">
      ${onlineModule ? html`<${onlineModule.Rematch} moment=${moment} />` : again}
      <a class="btn" href="/">${t("pages.result.new")}</a>
    </div>
    ${problem && html`<${ProblemList} title=${t("pages.new.failed")} text=${problem} />`}
    <div class="finis__row">${picture}</div>
    <div class="finis__row finis__row--bare">
      <a class="btn btn--bare" href=${`/game/${moment.game}/at/${moment.last_step}`}>${t("pages.result.table")}</a>
      <a class="btn btn--bare" href=${`/game/${moment.game}/at/0`}>${t("pages.games.replay")}</a>
      <${RecordDownload} game=${moment.game} bare />
    </div>
  </section>`;
}

/** @param {PanelProps & {problem?: string, onlineBar?: Child}} props */
export default function ResultPage({ moment, faces, log, problem, onlineBar }) {
  const t = useTranslation();
  const { language } = useSettings();
  const { analysis, retry } = useAnalysis(moment.game);
  const [branchStart, setBranchStart] = useState(/** @type {{step: number, by?: Faith} | null} */ (null));
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { open, openedCard } = useOpenedCard(root, faces);
  const { game, seats: own } = moment;
  const report = finishedReport(analysis);
  const story = analysis?.report?.story ?? [];
  const content = sheetContent(moment, faces, log, t, language);
  // Only a local server can start a game from a step of another one.
  const branch = moment.online
    ? null
    : (/** @type {number} */ step, /** @type {Faith | undefined} */ by) => setBranchStart({ step, by });
  const picture = html`<${PictureButtons} moment=${moment} faces=${faces} content=${content} />`;
  return html`
    <${PageHeader} />
    <main class="sheet" ref=${root}>
      ${onlineBar}
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <div class="finis">
        <${Broadsheet} moment=${moment} faces=${faces} content=${content} />
        <div class="finis__side">
          <${Outcome} moment=${moment} faces=${faces} luck=${report?.luck} />
          <${NextSteps} moment=${moment} picture=${picture} />
          <${Analysis} analysis=${analysis} retry=${retry} game=${game} own=${own} />
        </div>
      </div>
      ${report && html`<${TurningPoints}
        report=${report}
        game=${game}
        own=${own}
        branch=${branch}
        faces=${faces}
        open=${open}
      />`}
      ${report && html`<${Mistakes}
        report=${report}
        own=${own}
        faces=${faces}
        game=${game}
        open=${open}
        branch=${branch}
      />`}
      <div class="finis__more">
        <${Story} log=${log} story=${story} game=${game} faces=${faces} open=${open} />
        <div>
          ${report && html`<${LuckBalance} report=${report} own=${own} />`}
          <${SeedReceipt} game=${game} commitment=${moment.commitment} players=${moment.players} />
        </div>
      </div>
      ${openedCard}
      ${branchStart && html`<${BranchDialog}
        moment=${moment}
        step=${branchStart.step}
        by=${branchStart.by}
        close=${() => setBranchStart(null)}
      />`}
    </main>
    <${PageFooter} />
  `;
}
