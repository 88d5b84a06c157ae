// The story of a game: every circle that was claimed, with the card that did it.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Token } from "../ui/Icon.js";
import { Section } from "../ui/RuleLink.js";

/** @import {Faith, Happening} from "../core/types" */
/** @import {Report} from "./ChanceChart" */
/** @typedef {Report["story"][number]} Passage */
/** @typedef {{turn: number, by: Faith, version: number, told: Happening[]}} Chapter */

const CARDS = ["played", "used", "foreign", "chart"];

/** What was claimed in which turn, after the card that was last seen before it.
 * @param {Happening[]} log
 * @returns {Chapter[]} */
function chapters(log) {
  /** @type {Chapter[]} */
  const found = [];
  let turn = 0;
  /** @type {Happening | null} */
  let card = null;
  for (const event of log) {
    if (event.event === "turn") {
      turn = Number(event.number);
      card = null;
    } else if (CARDS.includes(event.event)) card = event;
    else if (event.event === "claimed") {
      found.push({
        turn,
        by: event.by === "P" ? "P" : "C",
        version: event.version,
        told: card ? [card, event] : [event],
      });
      card = null;
    } else if (event.event === "reward") found.at(-1)?.told.push(event);
  }
  return found;
}

/** What can be told before the analysis is there.
 * @param {{log: Happening[], game: string}} props */
function Chapters({ log, game }) {
  const t = useTexts();
  return html`<ol class="chapters">
    ${chapters(log).map(({ turn, by, version, told }) => html`<li key=${version}>
      <a href=${`/game/${game}/at/${version}`}>
        <${Token} faith=${by} label=${t(`pages.result.side.${by}`)} />
        <span>${t("pages.result.turn_no", { turn })}</span>
      </a>
      <p>${told.map(({ text }) => `${text} `)}</p>
    </li>`)}
  </ol>`;
}

/**
 * @param {{log: Happening[], story: Passage[], game: string}} props `story`: what the analysis tells, once it is there
 */
export function Story({ log, story, game }) {
  const t = useTexts();
  const told = html`<ol class="story">
    ${story.map(({ text, section, step }) => html`<li>
      <a href=${`/game/${game}/at/${step}`}>${text}</a>
      <${Section} section=${section} />
    </li>`)}
  </ol>`;
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.story")}</h2>
    ${story.length ? told : html`<${Chapters} log=${log} game=${game} />`}
  </section>`;
}
