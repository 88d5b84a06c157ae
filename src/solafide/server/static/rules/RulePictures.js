// The pictures of a section of the rules, drawn by the components of the table from positions of the real engine.
import { html, useMemo } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { Card, CardThumb, ChartResult } from "../table/Card.js";
import { TileContent } from "../table/CircleTile.js";
import { TableProvider } from "../table/TableContext.js";
import { changedPlaces } from "./changedPlaces.js";

/** @import {CardSetFaces, CircleText, CircleView, RuleExample, RulePicture} from "../core/types" */
/** @import {TableState} from "../table/TableContext" */

const NO_OPTIONS = {
  circles: new Map(),
  cards: new Map(),
  decks: new Map(),
  words: new Map(),
  answers: [],
  offeredCards: [],
};

/** The state that the components of a circle read: only what a picture has.
 * @param {RulePicture} picture
 * @param {RulePicture | undefined} before
 * @param {CardSetFaces} faces
 * @returns {TableState} */
function usePictureState(picture, before, faces) {
  const t = useTranslation();
  const settings = useSettings();
  return useMemo(() => {
    const moment = { seat: null, view: { circles: picture.circles }, text: { circles: picture.circle_texts } };
    const changed = changedPlaces(before?.circles ?? [], picture.circles);
    const state = { moment, faces, t, settings, changed, log: [], optionsAt: NO_OPTIONS };
    return /** @type {TableState} */ (/** @type {unknown} */ (state));
  }, [picture, before, faces, t, settings]);
}

/** @type {Record<CircleView["state"], string>} */
const STATE_CLASSES = { in_play: "tile--open", face_down: "tile--down", claimed: "tile--claimed" };

/** @param {{view: CircleView, text: CircleText, faces: CardSetFaces, isOnBoard: boolean}} props */
const CirclePicture = ({ view, text, faces, isOnBoard }) => html`<li
  class=${`tile ${STATE_CLASSES[view.state]} ${isOnBoard ? `at-${view.circle}` : "tile--detail"}`}
  data-circle=${view.circle}
  data-by=${view.owner?.toLowerCase()}
>
  <span class="sr">${text.text}</span>
  <${TileContent} view=${view} face=${faces.circles[view.circle - 1]} />
</li>`;

/** @param {{picture: RulePicture, faces: CardSetFaces}} props */
const Circles = ({ picture: { circles, circle_texts: texts, board }, faces }) => html`<div
  class=${board ? "rule-board" : undefined}
>
  <ol class=${board ? "tiles" : "rule-circles"}>
    ${circles.map((view, at) => html`<${CirclePicture}
      key=${view.circle}
      view=${view}
      text=${texts[at]}
      faces=${faces}
      isOnBoard=${board}
    />`)}
  </ol>
</div>`;

/** @param {{picture: RulePicture, faces: CardSetFaces}} props */
function Cards({ picture: { cards, rolls, small }, faces }) {
  const shown = cards.map((card) => faces.cards[card]);
  if (small)
    return html`<ul class="rule-cards rule-cards--small">
      ${shown.map((face) => html`<li key=${face.card}><${CardThumb} face=${face} /><span>${face.name}</span></li>`)}
    </ul>`;
  return html`<ul class="rule-cards">
    ${shown.map((face) => html`<li key=${face.card}><${Card} face=${face} /></li>`)}
    ${rolls.map((roll) => html`<li key=${roll}><${ChartResult} result=${faces.results[roll - 1]} /></li>`)}
  </ul>`;
}

/** @param {{picture: RulePicture, before: RulePicture | undefined, faces: CardSetFaces}} props */
function Picture({ picture, before, faces }) {
  const state = usePictureState(picture, before, faces);
  return html`<div class=${picture.board ? "rule-picture rule-picture--board" : "rule-picture"}>
    ${picture.title && html`<p class="rule-picture__title">${picture.title}</p>`}
    ${picture.cards.length + picture.rolls.length > 0 && html`<${Cards} picture=${picture} faces=${faces} />`}
    ${picture.circles.length > 0 && html`<${TableProvider} value=${state}>
      <${Circles} picture=${picture} faces=${faces} />
    <//>`}
  </div>`;
}

/** @param {{section: string, example: RuleExample, faces: CardSetFaces | null}} props */
export function RulePictures({ section, example, faces }) {
  const t = useTranslation();
  const { caption, pictures, play } = example;
  return html`<figure class="rule-example">
    ${faces ? (
      html`<div class="rule-example__pictures">
        ${pictures.map((picture, at) => html`<${Picture}
          key=${at}
          picture=${picture}
          before=${pictures[at - 1]}
          faces=${faces}
        />`)}
      </div>`
    ) : (
      html`<p class="loading">${t("pages.rules.loading")}</p>`
    )}
    <figcaption>
      <span>${caption}</span>
      <a class="btn" href=${`/rules/${play}/example`}>
        ${play === section ? t("pages.rules.play") : t("pages.rules.play_of", { section: `§${play}` })}
      </a>
    </figcaption>
  </figure>`;
}
