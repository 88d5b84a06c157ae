// A claimed circle: a banner in the colours of its winner, with arms, points and seal.
import { html } from "../vendor/preact.js";
import { hyphenate } from "../core/hyphenate.js";
import { faithIcon } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** @import {CircleFace, Faith} from "../core/types" */

const WAX =
  "M50 3c9-3 15 4 23 5s13 6 15 14 8 12 8 21-1 13-4 20-3 15-11 20-13 6-20 10-17 3-24 1-16-1-22-7-8-12-10-19S0 54 3 " +
  "45s1-15 7-22 12-6 19-12S40 6 50 3z";

/** Words of so many letters fit a banner in one piece. */
const UNBROKEN_LETTERS = 13;

/** @param {{faith: Faith}} props */
const WaxSeal = ({ faith }) => html`<span class=${`wax wax--${faith.toLowerCase()}`} aria-hidden="true">
  <svg viewBox="0 0 100 100">
    <path class="wax__drop" d=${WAX} />
    <circle class="wax__ring" cx="50" cy="50" r="35" />
    <circle class="wax__rim" cx="50" cy="50" r="31" />
  </svg>
  <${Icon} name=${faithIcon(faith)} class="wax__mark" />
</span>`;

/** @param {{face: CircleFace, owner: Faith}} props */
export function ClaimedCircle({ face, owner }) {
  const { t, log } = useTable();
  const claim = log.findLast((event) => event.event === "claimed" && event.circle === face.circle);
  const start = claim && log.findLast((event) => event.event === "turn" && event.version <= claim.version);
  const turn = start ? Number(start.number) : undefined;
  const hasReward = log.some((event) => event.event === "reward" && event.circle === face.circle);
  return html`
    <div class="won">
      <span class="won__pole"></span>
      <div class="won__cloth">
        <span class="won__arms"><${Icon} name=${`circle-${face.circle}`} /></span>
        <div class="won__text">
          <p class="won__name"><small>${face.circle}</small> ${hyphenate(face.short_name, t, UNBROKEN_LETTERS)}</p>
          <p class="won__by">
            ${turn === undefined
              ? t(`table.faith.${owner}`)
              : t("table.claimed_in", { faith: t(`table.faith.${owner}`), turn })}
          </p>
        </div>
        <p class="won__points">
          <b>${face.points}</b>
          ${face.points !== 1 && html`<span>${t("table.points_word")}</span>`}
        </p>
      </div>
    </div>
    <${WaxSeal} faith=${owner} />
    ${hasReward && html`<span class="won__reward"><${Icon} name="reward" /></span>`}
  `;
}
