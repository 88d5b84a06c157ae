// Shares of won games, each as a number, in words, and as a dot with its 95% range.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { useSetup } from "../core/useSetup.js";
import { FaithToken } from "../ui/FaithToken.js";
import { SHARE_WIDTH, percentText, shareOf, sharePositions } from "./figures.js";

/** @import {Faith, StatisticsView} from "../core/types" */
/** @import {Child} from "../vendor/preact" */
/** @typedef {StatisticsView["by_faith"][number]} WinShare */

/** @param {{share: WinShare}} props */
function ShareRange({ share }) {
  const t = useTranslation();
  const { language } = useSettings();
  const { dot, low, high } = sharePositions(share);
  const values = { share: shareOf(share), low: share.low, high: share.high };
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, percentText(value, language)]));
  return html`<svg viewBox=${`0 0 ${SHARE_WIDTH} 26`} role="img" aria-label=${t("record.share.interval", texts)}>
    <path class="share__axis" d=${`M0 20H${SHARE_WIDTH}M${SHARE_WIDTH / 2} 14v12`} />
    <path class="share__range" d=${`M${low} 10H${high}M${low} 5v10M${high} 5v10`} />
    <circle cx=${dot} cy="10" r="6" />
  </svg>`;
}

/** @param {{share: WinShare, name: string, picture?: Child, faith?: string}} props */
function ShareRow({ share, name, picture, faith }) {
  const t = useTranslation();
  const { language } = useSettings();
  return html`<li class=${faith ? `share share--${faith.toLowerCase()}` : "share"}>
    ${picture}
    <div>
      <b>${percentText(shareOf(share), language)}</b>
      <small>${name}: ${t("record.share.of", { won: share.wins, games: share.games })}</small>
    </div>
    <${ShareRange} share=${share} />
  </li>`;
}

/** @param {{statistics: StatisticsView}} props */
export function WinShares({ statistics }) {
  const t = useTranslation();
  const setup = useSetup();
  const opponentName = (/** @type {string} */ key) =>
    setup?.levels.find((level) => level.id === key)?.name ?? t("record.share.person");
  return html`
    <h2 class="head2">${t("record.share.faith")}</h2>
    <ul class="shares">
      ${statistics.by_faith.map((share) => html`<${ShareRow}
        key=${share.key}
        share=${share}
        name=${t(`record.share.${share.key}`)}
        faith=${share.key}
        picture=${html`<${FaithToken} faith=${/** @type {Faith} */ (share.key)} />`}
      />`)}
    </ul>
    <details class="more">
      <summary>${t("record.share.more")}</summary>
      <h3 class="head2">${t("record.share.mode")}</h3>
      <ul class="shares shares--plain">
        ${statistics.by_mode.map((share) => html`<${ShareRow}
          key=${share.key}
          share=${share}
          name=${t(`record.share.${share.key}`)}
        />`)}
      </ul>
      <h3 class="head2">${t("record.share.opponent")}</h3>
      <ul class="shares shares--plain">
        ${statistics.by_opponent.map((share) => html`<${ShareRow}
          key=${share.key}
          share=${share}
          name=${opponentName(share.key)}
        />`)}
      </ul>
    </details>
    <p class="note">${t("record.share.note")}</p>
  `;
}
