// The mistakes of a player one by one: the board, the choice, and on demand the better one.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { MomentBoard } from "./MomentBoard.js";

/** @import {CircleFace, Faith} from "../core/types" */
/** @import {Report} from "./chartLayout" */

/** @param {{reasons: string[]}} props */
function ReasonList({ reasons }) {
  return reasons.length ? (
    html`<ul class="mistake__why">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`
  ) : null;
}

/** The buttons to the mistakes before and after one.
 * @param {{index: number, count: number, goTo: (index: number) => void}} props */
function StepButtons({ index, count, goTo }) {
  const t = useTranslation();
  return html`
    <button class="btn" type="button" aria-disabled=${index === 0} onClick=${() => goTo(index - 1)}>
      <${Icon} name="ui-prev" />
      ${t("pages.result.wrong_previous")}
    </button>
    <button class="btn" type="button" aria-disabled=${index === count - 1} onClick=${() => goTo(index + 1)}>
      ${t("pages.result.wrong_next")}
      <${Icon} name="ui-next" />
    </button>
  `;
}

/** @param {{report: Report, mistakes: Report["mistakes"], own: Faith[], faces: CircleFace[], game: string,
 *   branch: ((goTo: number, by: Faith) => void) | null}} props */
function MistakeStepper({ report, mistakes, own, faces, game, branch }) {
  const t = useTranslation();
  const [index, setIndex] = useState(0);
  const [shown, setShown] = useState(/** @type {number | null} */ (null));
  const panel = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const mistake = mistakes[index];
  const turn = report.chances.findLast((point) => point.step <= mistake.step + 1)?.turn;
  const goTo = (/** @type {number} */ to) => {
    setShown(null);
    setIndex(Math.min(Math.max(to, 0), mistakes.length - 1));
  };
  const show = () => {
    setShown(index);
    // The button goes: the focus stays with the text that takes its place.
    panel.current?.focus({ preventScroll: true });
  };
  const seat = own.includes(mistake.by) ? mistake.by : undefined;
  return html`<div class="review">
    <div class="mistake" ref=${panel} tabindex="-1">
      <p class="mistake__bar">
        <${FaithToken} faith=${mistake.by} label=${t(`pages.result.side.${mistake.by}`)} />
        <b>${turn ? t("pages.result.turn_no", { turn }) : ""}</b>
        <span>${mistake.grade}</span>
        <span class="lining">${t("pages.result.wrong_at", { n: index + 1, all: mistakes.length })}</span>
      </p>
      <div class="mistake__text" aria-live="polite">
        <p>${mistake.text}</p>
        <p class="delta" title=${t("pages.result.wrong_cost", { change: mistake.change })}>${mistake.change}</p>
        ${shown === index ? (
          html`
            <${ReasonList} reasons=${mistake.faults} />
            <p class="mistake__better">${mistake.better}</p>
            <${ReasonList} reasons=${mistake.merits} />
            <p class="mistake__why">${mistake.reasons.join(" ")}</p>
          `
        ) : (
          html`<p class="mistake__ask-better">
            ${t("result.better_ask")}
            <button class="btn mistake__show" type="button" onClick=${show}>${t("result.better_show")}</button>
          </p>`
        )}
      </div>
      <div class="mistake__foot">
        <${StepButtons} index=${index} count=${mistakes.length} goTo=${goTo} />
        <a class="btn" href=${`/game/${game}/at/${mistake.step}`}>${t("pages.result.open_moment")}</a>
        ${branch && html`<button class="btn" type="button" onClick=${() => branch(mistake.step, mistake.by)}>
          ${t("pages.result.go_on")}
        </button>`}
      </div>
    </div>
    <${MomentBoard} game=${game} step=${mistake.step} seat=${seat} faces=${faces} />
  </div>`;
}

/**
 * @param {{report: Report, own: Faith[], faces: CircleFace[], game: string,
 *   branch: ((step: number, by: Faith) => void) | null}} props
 */
export function Mistakes({ report, own, faces, game, branch }) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const hasOneSeat = own.length === 1;
  const mistakes = report.mistakes.filter((mistake) => !hasOneSeat || mistake.by === own[0]);
  if (!mistakes.length)
    return html`<p class="note">${t(hasOneSeat ? "pages.result.wrong_none" : "pages.result.wrong_none_either")}</p>`;
  if (!isOpen)
    return html`<p class="mistake__ask">
      <button class="btn btn--main" type="button" onClick=${() => setOpen(true)}>
        <${Icon} name="ui-lamp" />
        ${t(hasOneSeat ? "pages.result.wrong" : "pages.result.wrong_either")}
      </button>
    </p>`;
  return html`<${MistakeStepper}
    report=${report}
    mistakes=${mistakes}
    own=${own}
    faces=${faces}
    game=${game}
    branch=${branch}
  />`;
}
