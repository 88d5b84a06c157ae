// The story of a game: the sentences of the analysis, or until then every claim with the card that made it.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { FaithToken } from "../ui/FaithToken.js";
import { CardText } from "../table/CardText.js";
import { RuleLink } from "../ui/RuleLink.js";
import { claimChapters } from "./chapters.js";

/** @import {CardSetFaces, EventView} from "../core/types" */
/** @import {OpenCard} from "../table/CardText" */
/** @import {Report} from "./chartLayout" */
/** @typedef {Report["story"][number]} Passage */

/** Shown until the analysis is there.
 * @param {{log: EventView[], game: string, faces: CardSetFaces, open: OpenCard}} props */
function ChapterList({ log, game, faces, open }) {
  const t = useTranslation();
  return html`<ol class="chapters">
    ${claimChapters(log).map(({ turn, by, version, events }) => html`<li key=${version}>
      <a href=${`/game/${game}/at/${version}`}>
        <${FaithToken} faith=${by} label=${t(`pages.result.side.${by}`)} />
        <span>${t("pages.result.turn_no", { turn })}</span>
      </a>
      <p><${CardText} text=${events.map(({ text }) => text).join(" ")} faces=${faces} open=${open} /></p>
    </li>`)}
  </ol>`;
}

/** @typedef {object} StoryProps
 * @property {EventView[]} log
 * @property {Passage[]} story of the analysis, [] until it is there
 * @property {string} game
 * @property {CardSetFaces} faces
 * @property {OpenCard} open
 */

/** @param {StoryProps} props */
export function Story({ log, story, game, faces, open }) {
  const t = useTranslation();
  const passages = html`<ol class="story">
    ${story.map(({ text, section, step }) => html`<li>
      <${CardText} text=${text} faces=${faces} open=${open} href=${`/game/${game}/at/${step}`} />
      <${RuleLink} section=${section} />
    </li>`)}
  </ol>`;
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.story")}</h2>
    ${story.length ? passages : html`<${ChapterList} log=${log} game=${game} faces=${faces} open=${open} />`}
  </section>`;
}
