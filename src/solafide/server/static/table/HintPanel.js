// The adviser: the best choices with their chances and reasons, and what speaks against another one.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getHint, Refused } from "../core/api.js";
import { PHONE } from "../core/useMediaQuery.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";
import { Section } from "../ui/RuleLink.js";
import { marked, pointedOut, unmark } from "./highlight.js";

/** @import {HintSaid, Moment} from "../core/types" */
/** @import {PartProps} from "./types" */
/** @typedef {HintSaid["choices"][number]} Advice */

/** Asks once for each choice in mind; whatever comes too late is dropped.
 * @param {Moment} moment
 * @param {string} language
 * @param {string | null} mind */
function useHint(moment, language, mind) {
  const [said, show] = useState(/** @type {HintSaid | null} */ (null));
  const [problem, complain] = useState("");
  const [asking, ask] = useState(true);
  useEffect(() => {
    let wanted = true;
    ask(true);
    getHint(moment.game, { seat: moment.seat, version: moment.version, mind })
      .then(
        (found) => void (wanted && (show(found), complain(""))),
        (refused) => void (wanted && complain(refused instanceof Refused ? refused.message : String(refused))),
      )
      .finally(() => void (wanted && ask(false)));
    return () => void (wanted = false);
  }, [moment.game, moment.version, language, mind]);
  return { said, problem, asking };
}

const NET = html`<svg class="icons" aria-hidden="true">
  <defs>
    <pattern id="advice-net" width="5" height="5" patternUnits="userSpaceOnUse">
      <rect class="pat-cbg" width="5" height="5" />
      <path class="pat-c" d="M.5 0V5M0 .5H5" />
    </pattern>
  </defs>
</svg>`;

/** @param {{advice: Pick<Advice, "chance" | "chance_text">}} props */
function Chance({ advice }) {
  const t = useTexts();
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
  const t = useTexts();
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
function Item({ advice, place, language, choose, point }) {
  const t = useTexts();
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(advice.share);
  return html`<li
    class=${place === 0 ? "is-best" : ""}
    onMouseEnter=${() => point(advice.choice, false)}
    onMouseLeave=${unmark}
  >
    <span class="no" aria-hidden="true">${place + 1}</span>
    <h3>${advice.label}</h3>
    <${Chance} advice=${advice} />
    <${Reasons} reasons=${advice.reasons} />
    ${advice.reply && html`<p class="advice__reply">${advice.reply}</p>`}
    <div class="advice__tools">
      ${advice.share > 0 && html`<span class="quiet">${t("moments.hint.share", { share })}</span>`}
      <button class="btn" type="button" onClick=${() => point(advice.choice, true)}>${t("moments.hint.show")}</button>
      <button
        class=${`btn${place === 0 ? " btn--main" : ""}`}
        type="button"
        data-choice=${advice.choice}
        onClick=${() => choose(advice.choice)}
      >
        ${t("moments.hint.do")}
      </button>
    </div>
  </li>`;
}

/** "Why not this one?": any other choice beside the best.
 * @param {{moment: Moment, said: HintSaid | null, mind: string | null, ask: (choice: string | null) => void}} props */
function Mind({ moment, said, mind, ask }) {
  const t = useTexts();
  const best = said?.choices[0]?.choice;
  const others = moment.said.options.filter((option) => option.choice !== best);
  if (!best || !others.length) return null;
  const pick = (/** @type {Event} */ event) => ask(/** @type {HTMLSelectElement} */ (event.target).value || null);
  return html`<div class="mind">
    <label for="mind">${t("moments.hint.why_not")}</label>
    <select id="mind" value=${mind ?? ""} onChange=${pick}>
      <option value="">${t("moments.hint.pick")}</option>
      ${others.map((option) => html`<option value=${option.choice}>${option.label}</option>`)}
    </select>
    <div role="status">
      ${mind && said?.mind && html`<p>${said.mind.text}</p><${Reasons} reasons=${said.mind.reasons} />`}
    </div>
  </div>`;
}

/** @param {PartProps} props */
export default function Hint({ moment, send, settings, close }) {
  const t = useTexts();
  const [mind, think] = useState(/** @type {string | null} */ (null));
  const { said, problem, asking } = useHint(moment, settings.language, mind);
  useEffect(() => unmark, []);
  useEffect(() => {
    if (said && said.version !== moment.view.version && said.version !== moment.version) close();
  }, [moment.version]);
  const choose = (/** @type {string} */ choice) => {
    close();
    send(choice);
  };
  const point = (/** @type {string} */ choice, /** @type {boolean} */ show) => {
    const option = moment.said.options.find((one) => one.choice === choice);
    // On a small screen the leaf lies over what it speaks of.
    if (show && matchMedia(PHONE).matches) {
      close();
      setTimeout(() => pointedOut(option));
    } else marked(option, show);
  };
  const { explain } = moment.said;
  return html`<${Leaf} title=${t("moments.hint.title")} close=${close} class="leaf--hint">
    <p class="leaf__lead">${moment.said.question} <${Section} section=${explain.section} /></p>
    <div role="status" aria-busy=${asking}>
      ${asking && !said && html`<p class="asking">
        ${t("moments.hint.asking")}
        <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      </p>`}
      ${problem && html`<p class="leaf__problem">${problem}</p>`}
      ${said?.deck && html`<p>${said.deck}</p>`}
    </div>
    ${said && html`
      ${NET}
      <ol class="advice">
        ${said.choices.map((advice, i) => html`<${Item}
          key=${advice.choice}
          advice=${advice}
          place=${i}
          language=${settings.language}
          choose=${choose}
          point=${point}
        />`)}
      </ol>
    `}
    ${!problem && html`<${Mind} moment=${moment} said=${said} mind=${mind} ask=${think} />`}
    <p class="leaf__note">${t("moments.hint.fair")}</p>
  <//>`;
}
