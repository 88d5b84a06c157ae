// The end of a game: how it stands, how it came to that, and what can be done next.
import { html, useRef, useState } from "../vendor/preact.js";
import { Refused, clientId, rematch } from "../core/api.js";
import { navigate } from "../core/router.js";
import { useTexts } from "../core/i18n.js";
import { Icon, Token } from "../ui/Icon.js";
import { usePart } from "../core/lazy.js";
import { ended } from "../table/TableContext.js";
import { Analysis, useAnalysis } from "../analysis/Analysis.js";
import Branch from "../setup/BranchDialog.js";
import { Head } from "../ui/PageHeader.js";
import { Problems } from "../ui/ProblemList.js";
import { Receipt } from "../fairness/SeedReceipt.js";
import { SaveRecord } from "../ui/RecordDownload.js";
import { Story } from "../analysis/Story.js";

/** @import {Faces, Faith, Moment} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @import {PartProps} from "../table/types" */

/** @param {{moment: Moment, faces: Faces, faith: Faith}} props */
function Side({ moment, faces, faith }) {
  const t = useTexts();
  const { points, circles, rewards } = moment.view.faiths[faith];
  const player = [moment.players[1], moment.players[2]].find((each) => each.faith === faith);
  const won = circles.toSorted((a, b) => a - b).map((circle) => faces.circles[circle - 1]);
  return html`<div class="finis__side">
    <${Token} faith=${faith} label=${t(`pages.result.side.${faith}`)} />
    <p class=${`finis__n ${faith.toLowerCase()}-ink`}>${points}</p>
    ${player && html`<p class="finis__who">
      ${moment.seats.length === 1 && moment.seats[0] === faith ? t("pages.result.you") : player.name}
    </p>`}
    <ul class="finis__list">
      ${!won.length && html`<li>${t("pages.result.nothing")}</li>`}
      ${won.map((circle) => html`<li key=${circle.circle}>
        ${circle.circle} ${circle.short} <b>${circle.points}</b>
      </li>`)}
      ${rewards > 0 && html`<li>${t("pages.result.rewards", { n: rewards })}</li>`}
    </ul>
  </div>`;
}

/** @param {{moment: Moment, faces: Faces}} props */
function Finis({ moment, faces }) {
  const t = useTexts();
  const how = ended(moment);
  return html`<section class="finis" aria-label=${t("pages.result.aria")}>
    <${Side} moment=${moment} faces=${faces} faith="C" />
    <div class="finis__mid">
      <h1>${t("pages.result.finis")}</h1>
      <${Icon} name="ornament-rule" />
      <p role="status">
        ${how && html`<b class="finis__how">${t(`pages.result.ended.${how}`)}</b> `}
        ${moment.said.question}
      </p>
    </div>
    <${Side} moment=${moment} faces=${faces} faith="P" />
  </section>`;
}

/** @param {{moment: Moment}} props */
function Again({ moment }) {
  const t = useTexts();
  const [problem, setProblem] = useState("");
  const client = useRef(clientId());
  const far = usePart(moment.company ? "online/Rematch.js" : null);
  const again = async () => {
    try {
      navigate(`/game/${(await rematch(moment.game, client.current)).game}`);
      scrollTo(0, 0);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setProblem(refused.message || t("table.unreachable"));
    }
  };
  return html`<section class="block again">
    <h2 class="head2">${t("pages.result.again")}</h2>
    ${far ? (
      html`<${far.Rematch} moment=${moment} />`
    ) : (
      !moment.company && html`<button class="btn btn--main" type="button" onClick=${again}>
        ${t("pages.result.rematch")}
      </button>`
    )}
    ${problem && html`<${Problems} title=${t("pages.new.failed")} text=${problem} />`}
    <a class="btn" href="/">${t("pages.result.new")}</a>
    <div class="two">
      <a class="btn" href=${`/game/${moment.game}/at/0`}>${t("pages.games.replay")}</a>
      <${SaveRecord} game=${moment.game} />
    </div>
    <a class="btn btn--bare" href=${`/game/${moment.game}/at/${moment.last}`}>${t("pages.result.table")}</a>
  </section>`;
}

/** @param {PartProps & {problem?: string, company?: Child}} props */
export default function Result({ moment, faces, log, problem, company }) {
  const t = useTexts();
  const { analysis, again } = useAnalysis(moment.game);
  const [from, setFrom] = useState(/** @type {{step: number, by?: Faith} | null} */ (null));
  const own = moment.seats;
  // Games that begin in the middle of another one are played at home.
  const branch = moment.company
    ? null
    : (/** @type {number} */ step, /** @type {Faith | undefined} */ by) => setFrom({ step, by });
  return html`
    <${Head} />
    <main class="sheet">
      ${company}
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <${Finis} moment=${moment} faces=${faces} />
      <div class="result">
        <aside class="result__again" aria-label=${t("pages.result.again")}><${Again} moment=${moment} /></aside>
        <div class="result__main">
          <${Analysis} analysis=${analysis} again=${again} game=${moment.game} own=${own} branch=${branch} />
          <${Story} log=${log} story=${analysis?.report?.story ?? []} game=${moment.game} />
        </div>
        <div class="result__proof">
          <${Receipt} game=${moment.game} promised=${moment.commitment} players=${moment.players} />
        </div>
      </div>
      ${from && html`<${Branch} moment=${moment} step=${from.step} by=${from.by} close=${() => setFrom(null)} />`}
    </main>
  `;
}
