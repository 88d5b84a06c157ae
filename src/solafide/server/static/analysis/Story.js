// The story of a game: the sentences of the analysis, or until then every claim with the card that made it.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { FaithToken } from "../ui/FaithToken.js";
import { RuleLink } from "../ui/RuleLink.js";
import { claimChapters } from "./chapters.js";

/** @import {EventView} from "../core/types" */
/** @import {Report} from "./chartLayout" */
/** @typedef {Report["story"][number]} Passage */

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
