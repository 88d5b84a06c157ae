// The hint: the best choices with their chances and reasons, and why another choice is worse.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getHint } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { PHONE } from "../core/useMediaQuery.js";
import { Panel } from "../ui/Panel.js";
import { RuleLink } from "../ui/RuleLink.js";
import { clearHighlight, highlight, highlightUntilInput } from "./highlight.js";

/** @import {HintResponse, Moment} from "../core/types" */
/** @import {PanelProps} from "./types" */
/** @typedef {HintResponse["choices"][number]} Advice */

/** Fetch the hint, with a comparison to the choice that the player has in mind.
 * @param {Moment} moment
 * @param {string} language
 * @param {string | null} choice */
function useHint(moment, language, choice) {
  const [hint, setHint] = useState(/** @type {HintResponse | null} */ (null));
  const [problem, setProblem] = useState("");
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    let active = true;
    setLoading(true);
    getHint(moment.game, { seat: moment.seat, version: moment.version, compare: choice })
      .then(
        (received) => void (active && (setHint(received), setProblem(""))),
        (error) => void (active && setProblem(error instanceof RequestRefused ? error.message : String(error))),
      )
      .finally(() => void (active && setLoading(false)));
    return () => void (active = false);
  }, [moment.game, moment.version, language, choice]);
  return { hint, problem, isLoading };
}

const CHANCE_PATTERN = html`<svg class="icons" aria-hidden="true">
  <defs>
    <pattern id="advice-net" width="5" height="5" patternUnits="userSpaceOnUse">
      <rect class="pat-cbg" width="5" height="5" />
      <path class="pat-c" d="M.5 0V5M0 .5H5" />
    </pattern>
  </defs>
</svg>`;

/** @param {{advice: Pick<Advice, "chance" | "chance_text">}} props */
function ChanceBar({ advice }) {
  const t = useTranslation();
  if (advice.chance === null) return null;
  const width = `${Math.round(100 * advice.chance)}%`;
  return html`
    <span class="chance__what" aria-hidden="true">${t("moments.hint.winning")}</span>
    <svg class="chance" role="img" aria-label=${t("moments.hint.chance", { chance: advice.chance_text })}>
      <rect class="chance__part" width=${width} height="100%" />
      <line class="chance__end" x1=${width} x2=${width} y1="0" y2="100%" />
    </svg>
    <span class="pc" aria-hidden="true">${advice.chance_text}</span>
  `;
}

/** @param {{reasons: Advice["reasons"]}} props */
function Reasons({ reasons }) {
  const t = useTranslation();
  return html`<ul class="reasons">
    ${reasons.map(({ text, good }) => html`<li class=${good ? "is-good" : "is-bad"}>
      <span class="sr">${t(good ? "moments.hint.good" : "moments.hint.bad")} </span>
      ${text}
    </li>`)}
  </ul>`;
}

/**
 * @param {{advice: Advice, place: number, language: string, choose: (choice: string) => void, point: (choice: string,
 *   scroll: boolean) => void}} props */
function AdviceItem({ advice, place: rank, language, choose, point }) {
  const t = useTranslation();
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(advice.share);
  return html`<li
    class=${rank === 0 ? "is-best" : ""}
    onMouseEnter=${() => point(advice.choice, false)}
    onMouseLeave=${clearHighlight}
  >
    <span class="no" aria-hidden="true">${rank + 1}</span>
    <h3>${advice.label}</h3>
    <${ChanceBar} advice=${advice} />
    <${Reasons} reasons=${advice.reasons} />
    ${advice.reply && html`<p class="advice__reply">${advice.reply}</p>`}
    <div class="advice__tools">
      ${advice.share > 0 && html`<span class="quiet">${t("moments.hint.share", { share })}</span>`}
      <button class="btn" type="button" onClick=${() => point(advice.choice, true)}>${t("moments.hint.show")}</button>
      <button
        class=${`btn${rank === 0 ? " btn--main" : ""}`}
        type="button"
        data-choice=${advice.choice}
        onClick=${() => choose(advice.choice)}
      >
        ${t("moments.hint.do")}
      </button>
    </div>
  </li>`;
}

/** Compares any other choice with the best one.
 * @param {{moment: Moment, hint: HintResponse | null, mind: string | null,
 *   ask: (choice: string | null) => void}} props */
function WhyNot({ moment, hint, mind, ask }) {
  const t = useTranslation();
  const best = hint?.choices[0]?.choice;
  const others = moment.text.options.filter((option) => option.choice !== best);
  if (!best || !others.length) return null;
  const onChange = (/** @type {Event} */ event) => ask(/** @type {HTMLSelectElement} */ (event.target).value || null);
  return html`<div class="mind">
    <label for="mind">${t("moments.hint.why_not")}</label>
    <select id="mind" value=${mind ?? ""} onChange=${onChange}>
      <option value="">${t("moments.hint.pick")}</option>
      ${others.map((option) => html`<option value=${option.choice}>${option.label}</option>`)}
    </select>
    <div role="status">
      ${mind && hint?.comparison && html`
        <p>${hint.comparison.text}</p>
        <${Reasons} reasons=${hint.comparison.reasons} />
      `}
    </div>
  </div>`;
}

/** @param {PanelProps} props */
export default function HintPanel({ moment, send, settings, close }) {
  const t = useTranslation();
  const [mind, setMind] = useState(/** @type {string | null} */ (null));
  const { hint, problem, isLoading } = useHint(moment, settings.language, mind);
  useEffect(() => clearHighlight, []);
  useEffect(() => {
    if (hint && hint.version !== moment.view.version && hint.version !== moment.version) close();
  }, [moment.version]);
  const choose = (/** @type {string} */ choice) => {
    close();
    send(choice);
  };
  const point = (/** @type {string} */ choice, /** @type {boolean} */ show) => {
    const option = moment.text.options.find((each) => each.choice === choice);
    // On a phone the panel covers the table.
    if (show && matchMedia(PHONE).matches) {
      close();
      setTimeout(() => highlightUntilInput(option));
    } else highlight(option, show);
  };
  const { explanation } = moment.text;
  return html`<${Panel} title=${t("moments.hint.title")} close=${close} class="panel--hint">
    <p class="panel__lead">${moment.text.question} <${RuleLink} section=${explanation.section} /></p>
    <div role="status" aria-busy=${isLoading}>
      ${isLoading && !hint && html`<p class="asking">
        ${t("moments.hint.asking")}
        <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      </p>`}
      ${problem && html`<p class="panel__problem">${problem}</p>`}
      ${hint?.deck && html`<p>${hint.deck}</p>`}
    </div>
    ${hint && html`
      ${CHANCE_PATTERN}
      <ol class="advice">
        ${hint.choices.map((advice, i) => html`<${AdviceItem}
          key=${advice.choice}
          advice=${advice}
          place=${i}
          language=${settings.language}
          choose=${choose}
          point=${point}
        />`)}
      </ol>
    `}
    ${!problem && html`<${WhyNot} moment=${moment} hint=${hint} mind=${mind} ask=${setMind} />`}
    <p class="panel__note">${t("moments.hint.fair")}</p>
  <//>`;
}
