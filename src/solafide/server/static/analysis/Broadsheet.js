// The end of a game as an illustrated sheet: the map, the points, and the story in columns.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { PlateMap } from "./PlateMap.js";
import { WaxSeal } from "./WaxSeal.js";

/** @import {CardSetFaces, Moment} from "../core/types" */
/** @import {SheetContent, SheetSide} from "./sheetContent" */

/** @param {{side: SheetSide}} props */
function Side({ side }) {
  const { faith, name, points, won } = side;
  return html`<div class=${`broadsheet__side broadsheet__side--${faith.toLowerCase()}`}>
    <${WaxSeal} faith=${faith} class="broadsheet__seal" />
    <b class="broadsheet__points">${points}</b>
    <p class="broadsheet__who">${name}<small>${won}</small></p>
  </div>`;
}

/** @param {{moment: Moment, faces: CardSetFaces, content: SheetContent}} props */
export function Broadsheet({ moment, faces, content }) {
  const t = useTranslation();
  const [catholic, protestant] = content.sides;
  return html`<article class="broadsheet" aria-label=${t("result.sheet")}>
    <${Icon} name="ornament-corner" class="broadsheet__corner" />
    <${Icon} name="ornament-corner" class="broadsheet__corner broadsheet__corner--right" />
    <header>
      <p class="broadsheet__over">${content.over}</p>
      <p class="broadsheet__title">${content.title}</p>
      <p class="broadsheet__date">${content.date}</p>
    </header>
    <div class="broadsheet__map"><${PlateMap} circles=${moment.view.circles} faces=${faces.circles} /></div>
    <div class="broadsheet__score"><${Side} side=${catholic} /><${Side} side=${protestant} /></div>
    <p class="broadsheet__story">
      ${content.story.map((line) => html`<span class="broadsheet__line" key=${line}>${line} </span>`)}
    </p>
    <footer><span>${content.foot}</span><${Icon} name="fleuron" /><span>${content.end}</span></footer>
  </article>`;
}
