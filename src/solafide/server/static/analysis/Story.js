// The story of a game: the sentences of the analysis, or until then every claim with the card that made it.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { FaithToken } from "../ui/FaithToken.js";
import { RuleLink } from "../ui/RuleLink.js";

/** @import {Faith, EventView} from "../core/types" */
/** @import {Report} from "./chartLayout" */
/** @typedef {Report["story"][number]} Passage */
/** @typedef {{turn: number, by: Faith, version: number, events: EventView[]}} Chapter */

const CARD_EVENTS = ["played", "used", "foreign", "chart"];

/** Every claim, with the last card before it in the same turn and its Rewards.
 * @param {EventView[]} log
 * @returns {Chapter[]} */
export function claimChapters(log) {
  /** @type {Chapter[]} */
  const chapters = [];
  let turn = 0;
  /** @type {EventView | null} */
  let card = null;
  for (const event of log) {
    if (event.event === "turn") {
      turn = Number(event.number);
      card = null;
    } else if (CARD_EVENTS.includes(event.event)) card = event;
    else if (event.event === "claimed") {
      chapters.push({
        turn,
        by: event.by === "P" ? "P" : "C",
        version: event.version,
        events: card ? [card, event] : [event],
      });
      card = null;
    } else if (event.event === "reward") chapters.at(-1)?.events.push(event);
  }
  return chapters;
}

/** Shown until the analysis is there.
 * @param {{log: EventView[], game: string}} props */
function ChapterList({ log, game }) {
  const t = useTranslation();
  return html`<ol class="chapters">
    ${claimChapters(log).map(({ turn, by, version, events }) => html`<li key=${version}>
      <a href=${`/game/${game}/at/${version}`}>
        <${FaithToken} faith=${by} label=${t(`pages.result.side.${by}`)} />
        <span>${t("pages.result.turn_no", { turn })}</span>
      </a>
      <p>${events.map(({ text }) => `${text} `)}</p>
    </li>`)}
  </ol>`;
}

/** @param {{log: EventView[], story: Passage[], game: string}} props `story`: of the analysis, [] until it is there */
export function Story({ log, story, game }) {
  const t = useTranslation();
  const passages = html`<ol class="story">
    ${story.map(({ text, section, step }) => html`<li>
      <a href=${`/game/${game}/at/${step}`}>${text}</a>
      <${RuleLink} section=${section} />
    </li>`)}
  </ol>`;
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.story")}</h2>
    ${story.length ? passages : html`<${ChapterList} log=${log} game=${game} />`}
  </section>`;
}
