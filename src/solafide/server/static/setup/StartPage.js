// The frame of the first page: the map with the title, a game in progress, and ways to play.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useTitle } from "../core/title.js";
import { EmpireMap } from "../table/EmpireMap.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";
import { WaysToPlay } from "./WaysToPlay.js";

/** @import {CircleView, Faith} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @import {WayToPlay} from "./WaysToPlay" */

const CIRCLES = 10;
/** Who has claimed which circle on the map of the title.
 * @type {Record<number, Faith>} */
const OWNERS = { 1: "P", 2: "C", 3: "P", 6: "C", 7: "C", 9: "P", 10: "C" };
const TITLE_MAP = Array.from(
  { length: CIRCLES },
  (_, i) => /** @type {CircleView} */ ({ circle: i + 1, owner: OWNERS[i + 1] ?? null }),
);

function Title() {
  const t = useTranslation();
  return html`<div class="hero">
    <${EmpireMap} circles=${TITLE_MAP} />
    <div class="hero__title">
      <${Icon} name="ornament-rule" class="hero__rule" />
      <h1>Sola Fide</h1>
      <p class="hero__sub">${t("pages.new.sub")}</p>
      <p class="hero__what">${t("pages.new.what")}</p>
      <${Icon} name="ornament-rule" class="hero__rule" />
    </div>
  </div>`;
}

/** @param {{resume: Child, children?: Child, ways: WayToPlay[], more: Child}} props `resume`: a game in progress */
export function StartPage({ resume, children, ways, more }) {
  const t = useTranslation();
  useTitle(`Sola Fide: ${t("pages.new.sub")}`);
  return html`
    <${PageHeader} here="/" />
    <main class="start">
      <${Title} />
      <div class="start__in">${resume}${children}<${WaysToPlay} ways=${ways} />${more}</div>
    </main>
  `;
}
