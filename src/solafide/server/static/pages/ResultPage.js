// The result of a game: the score, the analysis, the story, the receipt, and what to do next.
import { html, useRef, useState } from "../vendor/preact.js";
import { Analysis, useAnalysis } from "../analysis/Analysis.js";
import { Story } from "../analysis/Story.js";
import { rematch } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { ownResult } from "../core/moment.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { navigate } from "../core/router.js";
import { SeedReceipt } from "../fairness/SeedReceipt.js";
import BranchDialog from "../setup/BranchDialog.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { PageFooter } from "../ui/PageFooter.js";
import { PageHeader } from "../ui/PageHeader.js";
import { ProblemList } from "../ui/ProblemList.js";
import { RecordDownload } from "../ui/RecordDownload.js";

/** @import {CardSetFaces, Faith, Moment} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @import {PanelProps} from "../table/types" */

/** @param {{moment: Moment, faces: CardSetFaces, faith: Faith}} props */
function ResultSide({ moment, faces, faith }) {
  const t = useTranslation();
  const { points, circles, rewards } = moment.view.faiths[faith];
  const player = [moment.players[1], moment.players[2]].find((each) => each.faith === faith);
  const won = circles.toSorted((a, b) => a - b).map((circle) => faces.circles[circle - 1]);
  return html`<div class="final-score__side">
    <${FaithToken} faith=${faith} label=${t(`pages.result.side.${faith}`)} />
    <p class=${`final-score__n ${faith.toLowerCase()}-ink`}>${points}</p>
    ${player && html`<p class="final-score__who">
      ${moment.seats.length === 1 && moment.seats[0] === faith ? t("pages.result.you") : player.name}
    </p>`}
    <ul class="final-score__list">
      ${!won.length && html`<li>${t("pages.result.nothing")}</li>`}
      ${won.map((circle) => html`<li key=${circle.circle}>
        ${circle.circle} ${circle.short_name} <b>${circle.points}</b>
      </li>`)}
      ${rewards > 0 && html`<li>${t("pages.result.rewards", { n: rewards })}</li>`}
    </ul>
  </div>`;
}

/** @param {{moment: Moment, faces: CardSetFaces}} props */
function Outcome({ moment, faces }) {
  const t = useTranslation();
  const result = ownResult(moment);
  return html`<section class="final-score" aria-label=${t("pages.result.aria")}>
    <${ResultSide} moment=${moment} faces=${faces} faith="C" />
    <div class="final-score__mid">
      <h1>${t("pages.result.finis")}</h1>
      <${Icon} name="ornament-rule" />
      <p role="status">
        ${result && html`<b class="final-score__how">${t(`pages.result.ended.${result}`)}</b> `}
        ${moment.text.question}
      </p>
    </div>
    <${ResultSide} moment=${moment} faces=${faces} faith="P" />
  </section>`;
}

/** @param {{moment: Moment}} props */
function NextSteps({ moment }) {
  const t = useTranslation();
  const [problem, setProblem] = useState("");
  const idempotencyKey = useRef(newIdempotencyKey());
  const onlineModule = useModule(moment.online ? "online/Rematch.js" : null);
  const startRematch = async () => {
    try {
      navigate(`/game/${(await rematch(moment.game, idempotencyKey.current)).game}`);
      scrollTo(0, 0);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
    }
  };
  return html`<section class="block again">
    <h2 class="head2">${t("pages.result.again")}</h2>
    ${onlineModule ? (
      html`<${onlineModule.Rematch} moment=${moment} />`
    ) : (
      !moment.online && html`<button class="btn btn--main" type="button" onClick=${startRematch}>
        ${t("pages.result.rematch")}
      </button>`
    )}
    ${problem && html`<${ProblemList} title=${t("pages.new.failed")} text=${problem} />`}
    <a class="btn" href="/">${t("pages.result.new")}</a>
    <div class="two">
      <a class="btn" href=${`/game/${moment.game}/at/0`}>${t("pages.games.replay")}</a>
      <${RecordDownload} game=${moment.game} />
    </div>
    <a class="btn btn--bare" href=${`/game/${moment.game}/at/${moment.last_step}`}>${t("pages.result.table")}</a>
  </section>`;
}

/** @param {PanelProps & {problem?: string, onlineBar?: Child}} props */
export default function ResultPage({ moment, faces, log, problem, onlineBar }) {
  const t = useTranslation();
  const { analysis, retry } = useAnalysis(moment.game);
  const [branchStart, setBranchStart] = useState(/** @type {{step: number, by?: Faith} | null} */ (null));
  const own = moment.seats;
  // Only a local server can start a game from a step of another one.
  const branch = moment.online
    ? null
    : (/** @type {number} */ step, /** @type {Faith | undefined} */ by) => setBranchStart({ step, by });
  return html`
    <${PageHeader} />
    <main class="sheet">
      ${onlineBar}
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <${Outcome} moment=${moment} faces=${faces} />
      <div class="result">
        <aside class="result__again" aria-label=${t("pages.result.again")}><${NextSteps} moment=${moment} /></aside>
        <div class="result__main">
          <${Analysis} analysis=${analysis} retry=${retry} game=${moment.game} own=${own} branch=${branch} />
          <${Story} log=${log} story=${analysis?.report?.story ?? []} game=${moment.game} />
        </div>
        <div class="result__proof">
          <${SeedReceipt} game=${moment.game} commitment=${moment.commitment} players=${moment.players} />
        </div>
      </div>
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
