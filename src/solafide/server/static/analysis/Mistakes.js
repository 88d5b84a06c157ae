// "Show me where I went wrong": one mistake after the other, with what was better.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Icon, Token } from "../ui/Icon.js";

/** @import {Faith} from "../core/types" */
/** @import {Report} from "./ChanceChart" */

/** @param {{told: string[]}} props */
function Reasons({ told }) {
  return told.length ? html`<ul class="wrong__why">${told.map((reason) => html`<li>${reason}</li>`)}</ul>` : null;
}

/** @param {{report: Report, found: Report["mistakes"], game: string, branch: ((step: number, by: Faith) => void) |
 *   null}} props */
function Stepper({ report, found, game, branch }) {
  const t = useTexts();
  const [at, go] = useState(0);
  const panel = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const mistake = found[at];
  const turn = report.chances.findLast((point) => point.step <= mistake.step + 1)?.turn;
  const step = (/** @type {number} */ to) => go(Math.min(Math.max(to, 0), found.length - 1));
  return html`<div class="wrong" ref=${panel} tabindex="-1">
    <p class="wrong__bar">
      <${Token} faith=${mistake.by} label=${t(`pages.result.side.${mistake.by}`)} />
      <b>${turn ? t("pages.result.turn_no", { turn }) : ""}</b>
      <span>${mistake.grade}</span>
      <span class="lining">${t("pages.result.wrong_at", { n: at + 1, all: found.length })}</span>
    </p>
    <div class="wrong__text" aria-live="polite">
      <p>${mistake.text}</p>
      <p class="delta" title=${t("pages.result.wrong_cost", { change: mistake.change })}>${mistake.change}</p>
      <${Reasons} told=${mistake.faults} />
      <p class="wrong__better">${mistake.better}</p>
      <${Reasons} told=${mistake.merits} />
      <p class="wrong__why">${mistake.reasons.join(" ")}</p>
    </div>
    <div class="wrong__foot">
      <button class="btn" type="button" aria-disabled=${at === 0} onClick=${() => step(at - 1)}>
        <${Icon} name="ui-prev" />
        ${t("pages.result.wrong_previous")}
      </button>
      <button class="btn" type="button" aria-disabled=${at === found.length - 1} onClick=${() => step(at + 1)}>
        ${t("pages.result.wrong_next")}
        <${Icon} name="ui-next" />
      </button>
      <a class="btn" href=${`/game/${game}/at/${mistake.step}`}>${t("pages.result.open_moment")}</a>
      ${branch && html`<button class="btn" type="button" onClick=${() => branch(mistake.step, mistake.by)}>
        ${t("pages.result.go_on")}
      </button>`}
    </div>
  </div>`;
}

/**
 * @param {{report: Report, own: Faith[], game: string, branch: ((step: number, by: Faith) => void) | null}} props
 */
export function Mistakes({ report, own, game, branch }) {
  const t = useTexts();
  const [shown, show] = useState(false);
  const mine = own.length === 1;
  const found = report.mistakes.filter((mistake) => !mine || mistake.by === own[0]);
  if (!found.length)
    return html`<p class="note">${t(mine ? "pages.result.wrong_none" : "pages.result.wrong_none_either")}</p>`;
  if (!shown)
    return html`<p class="wrong__ask">
      <button class="btn btn--main" type="button" onClick=${() => show(true)}>
        <${Icon} name="ui-lamp" />
        ${t(mine ? "pages.result.wrong" : "pages.result.wrong_either")}
      </button>
    </p>`;
  return html`<${Stepper} report=${report} found=${found} game=${game} branch=${branch} />`;
}
