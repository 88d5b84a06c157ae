// The mistakes of a player one by one: the table at that moment, and on demand the better choice.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { CardText } from "../table/CardText.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { verdictOf } from "./guess.js";

/** @import {CardSetFaces, Faith} from "../core/types" */
/** @import {OpenCard} from "../table/CardText" */
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

/** What was chosen; the better choice once it is found or asked for; until then what the reader's last guess was.
 * @param {{mistake: Report["mistakes"][number], isShown: boolean, guess: string | null, show: () => void,
 *   faces: CardSetFaces, open: OpenCard}} props */
function MistakeText({ mistake, isShown, guess, show, faces, open }) {
  const t = useTranslation();
  const verdict = guess && verdictOf(mistake, guess);
  return html`<div class="mistake__text" aria-live="polite">
    <p><${CardText} text=${mistake.text} faces=${faces} open=${open} /></p>
    <p class="delta" title=${t("pages.result.wrong_cost", { change: mistake.change })}>${mistake.change}</p>
    ${verdict && html`<p class="mistake__verdict" data-verdict=${verdict}>${t(`result.guess.${verdict}`)}</p>`}
    ${isShown ? (
      html`
        <${ReasonList} reasons=${mistake.faults} />
        <p class="mistake__better"><${CardText} text=${mistake.better} faces=${faces} open=${open} /></p>
        <${ReasonList} reasons=${mistake.merits} />
        <p class="mistake__why">${mistake.reasons.join(" ")}</p>
      `
    ) : (
      html`<p class="mistake__ask-better">
        ${t("result.better_ask")}
        <button class="btn mistake__show" type="button" onClick=${show}>${t("result.better_show")}</button>
      </p>`
    )}
  </div>`;
}

/** @typedef {object} MistakeProps
 * @property {Report} report
 * @property {Faith[]} own
 * @property {CardSetFaces} faces
 * @property {string} game
 * @property {OpenCard} open
 * @property {((step: number, by: Faith) => void) | null} branch
 */

/** @param {{mistakes: Report["mistakes"]} & MistakeProps} props */
function MistakeStepper({ report, mistakes, faces, game, open, branch }) {
  const t = useTranslation();
  const [index, setIndex] = useState(0);
  const [isShown, setShown] = useState(false);
  const [guess, setGuess] = useState(/** @type {string | null} */ (null));
  const panel = useRef(/** @type {HTMLDivElement | null} */ (null));
  const table = useModule("analysis/ReviewTable.js");
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const mistake = mistakes[index];
  const turn = report.chances.findLast((point) => point.step <= mistake.step + 1)?.turn;
  const goTo = (/** @type {number} */ to) => {
    setShown(false);
    setGuess(null);
    setIndex(Math.min(Math.max(to, 0), mistakes.length - 1));
  };
  const show = () => {
    setGuess(null);
    setShown(true);
    // The button goes: the focus stays with the text that takes its place.
    panel.current?.focus({ preventScroll: true });
  };
  const choose = (/** @type {string} */ choice) => {
    setGuess(choice);
    setShown(isShown || verdictOf(mistake, choice) === "right");
  };
  const marked = guess ?? (isShown ? mistake.best : null);
  return html`<div class="review">
    <div class="mistake" ref=${panel} tabindex="-1">
      <p class="mistake__bar">
        <${FaithToken} faith=${mistake.by} label=${t(`pages.result.side.${mistake.by}`)} />
        <b>${turn ? t("pages.result.turn_no", { turn }) : ""}</b>
        <span>${mistake.grade}</span>
        <span class="lining">${t("pages.result.wrong_at", { n: index + 1, all: mistakes.length })}</span>
      </p>
      <${MistakeText} mistake=${mistake} isShown=${isShown} guess=${guess} show=${show} faces=${faces} open=${open} />
      <div class="mistake__foot">
        <${StepButtons} index=${index} count=${mistakes.length} goTo=${goTo} />
        <a class="btn" href=${`/game/${game}/at/${mistake.step}`}>${t("pages.result.open_moment")}</a>
        ${branch && html`<button class="btn" type="button" onClick=${() => branch(mistake.step, mistake.by)}>
          ${t("pages.result.go_on")}
        </button>`}
      </div>
    </div>
    ${table && html`<${table.default}
      game=${game}
      step=${mistake.step}
      seat=${mistake.by}
      faces=${faces}
      chosen=${marked}
      verdict=${marked && verdictOf(mistake, marked)}
      guess=${choose}
      open=${open}
    />`}
  </div>`;
}

/** @param {MistakeProps} props */
export function Mistakes(props) {
  const { report, own } = props;
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
  return html`<${MistakeStepper} ...${props} mistakes=${mistakes} />`;
}
