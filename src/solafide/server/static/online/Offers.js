// Bars above the question in an online game: offers, expiry, time claims, absence, pause, cancelled orders, rematch.
import { html } from "../vendor/preact.js";
import { answerOffer, claimTime, resumeSeat, withdrawOffer } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { otherPerson, ownPerson, personOf } from "../core/moment.js";
import { useSettings } from "../core/settings.js";
import { Rematch } from "./Rematch.js";

/** @import {Moment, Offer} from "../core/types" */
/** @import {GameActions} from "../table/types" */
/** @import {OnlinePanel} from "./panels.js" */
/** @typedef {{moment: Moment, actions: GameActions, openPanel: (panel: OnlinePanel) => void}} Props */

/** @param {{revealed: string[]}} props */
function RevealedList({ revealed }) {
  const t = useTranslation();
  if (!revealed.length) return html`<p class="offer-bar__known">${t("online.offer.nothing_revealed")}</p>`;
  return html`<details class="offer-bar__known">
    <summary>${t("online.offer.revealed", { n: revealed.length })}</summary>
    <ul>${revealed.map((text) => html`<li>${text}</li>`)}</ul>
  </details>`;
}

/** @param {Props & {offer: Offer}} props */
function OfferBar({ moment, actions, offer }) {
  const t = useTranslation();
  const { kind, to, revealed } = offer;
  const by = personOf(moment, offer.by);
  const isOwn = by === ownPerson(moment);
  const name = by ? moment.players[by].name : "";
  const isSpectator = moment.seat === null;
  const answer = (/** @type {boolean} */ accept) =>
    actions.request((header) => answerOffer(moment.game, { ...header, kind, accept }));
  const text = isOwn ? t(`online.offer.own.${kind}`) : t(`online.offer.other.${kind}`, { name });
  return html`<div class="offer-bar" role="group" aria-label=${text}>
    <p role=${isOwn || isSpectator ? undefined : "alert"}>
      ${text}
      ${kind === "takeback" && to !== null && html` <a href=${`/game/${moment.game}/at/${to}`}>
          ${t("online.offer.look", { step: to })}
        </a>
      `}
    </p>
    ${kind === "takeback" && html`<${RevealedList} revealed=${revealed} />`}
    ${!isSpectator && html`<p class="offer-bar__tools">
      ${isOwn ? (
        html`<button
          class="btn"
          type="button"
          onClick=${() => actions.request((header) => withdrawOffer(moment.game, { ...header, kind }))}
        >
          ${t("online.offer.withdraw")}
        </button>`
      ) : (
        html`
          <button class="btn btn--main" type="button" onClick=${() => answer(true)}>
            ${t(`online.offer.accept.${kind}`)}
          </button>
          <button class="btn" type="button" onClick=${() => answer(false)}>${t("online.offer.decline")}</button>
        `
      )}
    </p>`}
  </div>`;
}

/** The opponent's time has run out: the game ends only if the player claims it.
 * @param {Props} props */
function TimeClaimBar({ moment, actions }) {
  const t = useTranslation();
  const other = otherPerson(moment);
  if (!other || moment.permissions.claim_time !== "") return null;
  const name = moment.players[other].name;
  return html`<div class="offer-bar" role="group" aria-label=${t("online.time.out", { name })}>
    <p role="alert">${t("online.time.out", { name })}</p>
    <p class="offer-bar__tools">
      <button
        class="btn btn--main"
        type="button"
        onClick=${() => actions.request((header) => claimTime(moment.game, header))}
      >
        ${t("online.time.claim")}
      </button>
    </p>
  </div>`;
}

/** The player has paused the own seat.
 * @param {Props} props */
function PausedBar({ moment, actions }) {
  const t = useTranslation();
  const other = otherPerson(moment);
  if (!other || moment.permissions.resume !== "") return null;
  return html`<div class="offer-bar">
    <p role="status">${t("online.pause.text", { name: moment.players[other].name })}</p>
    <p class="offer-bar__tools">
      <button
        class="btn btn--main"
        type="button"
        onClick=${() => actions.request((header) => resumeSeat(moment.game, header))}
      >
        ${t("online.menu.come_back")}
      </button>
    </p>
  </div>`;
}

/** The opponent is absent for so long that a computer player may take over.
 * @param {Props} props */
function AbsentBar({ moment, openPanel }) {
  const t = useTranslation();
  const other = otherPerson(moment);
  if (!other || moment.permissions.replace !== "") return null;
  const name = moment.players[other].name;
  const why = moment.online?.absent[other] || "away";
  return html`<div class="offer-bar">
    <p>${t(`online.gone.why.${why}`, { name })}</p>
    <p class="offer-bar__tools">
      <button class="btn" type="button" onClick=${() => openPanel("replace")}>${t("online.gone.replace")}</button>
    </p>
  </div>`;
}

/** Why standing orders were cancelled; saving new ones removes this.
 * @param {Props} props */
function CancelledOrdersBar({ moment, openPanel }) {
  const t = useTranslation();
  const messages = moment.online?.cancelled_orders ?? [];
  if (!messages.length) return null;
  return html`<div class="offer-bar">
    ${messages.map((text) => html`<p key=${text}>${text}</p>`)}
    <p class="offer-bar__tools">
      <button class="btn" type="button" onClick=${() => openPanel("orders")}>${t("online.orders.title")}</button>
    </p>
  </div>`;
}

/** Nobody has played on for long: the day on which the server closes the game.
 * @param {{closesAt: string}} props */
function ExpiryBar({ closesAt }) {
  const t = useTranslation();
  const { language } = useSettings();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(Date.parse(closesAt));
  return html`<div class="offer-bar"><p role="status">${t("online.closes", { date })}</p></div>`;
}

const DAILY_PREFIX = "daily-";

/** A link to the results of the duplicate deal of this game, or to those of its day.
 * @param {{deal: string}} props */
function DuplicateDealBar({ deal }) {
  const t = useTranslation();
  if (deal.startsWith(DAILY_PREFIX))
    return html`<div class="offer-bar"><p><a href="/daily">${t("daily.title")}</a></p></div>`;
  return html`<div class="offer-bar"><p><a href=${`/deal/${deal}`}>${t("deals.title")}</a></p></div>`;
}

/** @param {Props} props */
export function Offers(props) {
  const { moment } = props;
  if (!moment.online || moment.step < moment.last_step) return null;
  const isOver = moment.view.phase === "over";
  return html`<div class="offers" aria-live="polite">
    ${!isOver &&
      moment.online.offers.map((offer) => html`<${OfferBar} key=${offer.kind} ...${props} offer=${offer} />`)}
    ${!isOver && moment.online.offer_result && html`<div class="offer-bar">
      <p role="status">${moment.online.offer_result}</p>
    </div>`}
    ${moment.online.closes_at && html`<${ExpiryBar} closesAt=${moment.online.closes_at} />`}
    ${!isOver && html`
      <${TimeClaimBar} ...${props} />
      <${AbsentBar} ...${props} />
      <${PausedBar} ...${props} />
      <${CancelledOrdersBar} ...${props} />
    `}
    ${isOver && moment.online.deal && html`<${DuplicateDealBar} deal=${moment.online.deal} />`}
    ${isOver && moment.online.rematch && html`<${Rematch} moment=${moment} />`}
  </div>`;
}
