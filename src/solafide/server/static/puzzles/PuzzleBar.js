// The bar of a puzzle in place of the header: the task, what came of the choice, and the next puzzle.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { navigate } from "../core/router.js";
import { Icon } from "../ui/Icon.js";
import { nextPuzzle, puzzleProgress } from "./puzzleProgress.js";

/** @import {PuzzleSummary, PuzzleView} from "../core/types" */
/** @typedef {{view: PuzzleView, puzzles: PuzzleSummary[] | null, choose: (choice: string) => Promise<void>,
 *   takeBack: () => Promise<void>, giveUp: () => void}} PuzzleBarProps */

/** The task, or the choice that leads on; what a wrong choice leaves open; or why the answer is right.
 * @param {{view: PuzzleView, shown: string}} props */
function PuzzleText({ view: { status, title, about, note, reasons }, shown }) {
  return html`<div
    class="lesson__text puzzle__text"
    role="status"
    aria-live="polite"
    data-status=${status === "solved" ? "done" : status}
  >
    ${shown && html`<p key=${shown}><span aria-hidden="true">☞ </span>${shown}</p>`}
    ${!shown && status === "open" && html`<p>${title}</p><p class="puzzle__about">${about}</p>`}
    ${!shown && status !== "open" && html`<p key=${note}>
      <b>${note}</b>
      ${reasons.map((reason) => html`<span class="puzzle__reason"> ${reason}</span>`)}
    </p>`}
  </div>`;
}

/** @param {PuzzleBarProps & {label: string, show: () => void}} props */
function PuzzleTools({ view, puzzles, choose, takeBack, label, show }) {
  const t = useTranslation();
  const main = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const { status, shown, puzzle } = view;
  // The only thing left to do: the keyboard is there.
  useEffect(() => void (status !== "open" && main.current?.focus({ preventScroll: true })), [status, puzzle]);
  const goOn = () => {
    const others = (puzzles ?? []).filter((each) => each.puzzle !== puzzle);
    const next = nextPuzzle(others, puzzleProgress(), Math.random());
    navigate(next ? `/puzzles/${next.puzzle}` : "/puzzles");
    scrollTo(0, 0);
  };
  return html`<div class="lesson__tools">
    ${status === "wrong" && html`<button ref=${main} class="btn btn--main" type="button" onClick=${takeBack}>
      <${Icon} name="ui-undo" />
      <span>${t("puzzles.page.try_again")}</span>
    </button>`}
    ${status === "solved" && html`<button ref=${main} class="btn btn--main" type="button" onClick=${goOn}>
      <${Icon} name="ui-next" />
      <span>${t("puzzles.page.next")}</span>
    </button>`}
    ${status === "open" && html`
      ${shown && label ? (
        html`<button class="btn" type="button" onClick=${() => choose(shown)}>
          <${Icon} name="ui-check" />
          <span>${t("learn.do_it")}</span>
        </button>`
      ) : (
        html`<button class="btn" type="button" disabled=${!shown} onClick=${show}>
          <${Icon} name="ui-lamp" />
          <span>${t("puzzles.page.give_up")}</span>
        </button>`
      )}
      <button class="btn btn--bare lesson__skip" type="button" title=${t("puzzles.page.next")} onClick=${goOn}>
        <span>${t("puzzles.page.next")}</span>
        <${Icon} name="ui-next" />
      </button>
    `}
  </div>`;
}

/** @param {PuzzleBarProps} props */
export function PuzzleBar(props) {
  const t = useTranslation();
  const { view, giveUp } = props;
  const [hasGivenUp, setGivenUp] = useState(false);
  const option = view.moment.text.options.find(({ choice }) => choice === view.shown);
  const label = hasGivenUp && option ? option.label : "";
  const show = () => {
    giveUp();
    setGivenUp(true);
  };
  const { rating, change, streak } = puzzleProgress();
  const name = t("puzzles.page.rated", { rating: view.rating });
  return html`<header class="head--lesson" aria-label=${`${view.title}: ${name}`}>
    <p class="lesson__where">
      <a class="btn btn--bare" href="/puzzles" aria-label=${t("puzzles.page.leave")}><${Icon} name="ui-prev" /></a>
      <span>
        <span class="lesson__no">${name}</span>
        <span class="lesson__title lining">
          ${t("puzzles.page.own", { rating: Math.round(rating.rating), change: signed(change), streak })}
        </span>
      </span>
    </p>
    <${PuzzleText} view=${view} shown=${label} />
    <${PuzzleTools} ...${props} label=${label} show=${show} />
  </header>`;
}

/** A difference with its sign.
 * @param {number} number */
export const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
