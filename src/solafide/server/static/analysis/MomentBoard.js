// The circles as they stood at a step of a finished game: the map, and what each circle in play lacked.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getMoment } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { PlateMap } from "./PlateMap.js";

/** @import {CircleFace, Faith, Moment} from "../core/types" */

/** @param {string} game
 * @param {number} step
 * @param {Faith | undefined} seat
 * @returns {Moment | null} null until it is there, and if it cannot be had */
function usePastMoment(game, step, seat) {
  const { language } = useSettings();
  const [moment, setMoment] = useState(/** @type {Moment | null} */ (null));
  useEffect(() => {
    let active = true;
    getMoment(game, { seat, at: step }).then(
      (received) => void (active && setMoment(received)),
      () => void (active && setMoment(null)),
    );
    return () => void (active = false);
  }, [game, step, seat, language]);
  return moment?.step === step ? moment : null;
}

/** @param {{game: string, step: number, seat: Faith | undefined, faces: CircleFace[]}} props */
export function MomentBoard({ game, step, seat, faces }) {
  const t = useTranslation();
  const moment = usePastMoment(game, step, seat);
  const open = moment?.view.circles.filter(({ state }) => state === "in_play").map(({ circle }) => circle) ?? [];
  return html`<section class="moment-board" aria-label=${t("result.board")} aria-busy=${String(!moment)}>
    <div class="moment-board__map">
      ${moment && html`<${PlateMap} circles=${moment.view.circles} faces=${faces} />`}
    </div>
    <ul>
      ${moment?.text.circles
        .filter(({ circle }) => open.includes(circle))
        .map(({ circle, text }) => html`<li key=${circle}>${text}</li>`)}
    </ul>
  </section>`;
}
