// What one of the two asks the other, with its answers; and what may be claimed from somebody who does not play on.
import { html } from "../vendor/preact.js";
import { answerOffer, claimTime, comeBack, withdrawOffer } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Rematch } from "./Rematch.js";
import { otherPerson, ownPerson, personOf } from "./persons.js";

/** @import {Moment, Offer} from "../core/types" */
/** @import {Act} from "../table/types" */
/** @import {CompanySheet} from "./panels.js" */
/** @typedef {{moment: Moment, act: Act, lay: (sheet: CompanySheet) => void}} Props */

/** @param {{revealed: string[]}} props */
function Revealed({ revealed }) {
  const t = useTexts();
  if (!revealed.length) return html`<p class="offer-bar__known">${t("online.offer.nothing_revealed")}</p>`;
  return html`<details class="offer-bar__known">
    <summary>${t("online.offer.revealed", { n: revealed.length })}</summary>
    <ul>${revealed.map((text) => html`<li>${text}</li>`)}</ul>
  </details>`;
}

/** @param {Props & {offer: Offer}} props */
function Made({ moment, act, offer }) {
  const t = useTexts();
  const { kind, to, revealed } = offer;
  const by = personOf(moment, offer.by);
  const own = by === ownPerson(moment);
  const name = by ? moment.players[by].name : "";
  const watched = moment.seat === null;
  const answer = (/** @type {boolean} */ accept) =>
    act.ask((now) => answerOffer(moment.game, { ...now, kind, accept }));
  const text = own ? t(`online.offer.own.${kind}`) : t(`online.offer.other.${kind}`, { name });
  return html`<div class="offer-bar" role="group" aria-label=${text}>
    <p role=${own || watched ? undefined : "alert"}>
      ${text}
      ${kind === "takeback" && to !== null && html` <a href=${`/game/${moment.game}/at/${to}`}>
          ${t("online.offer.look", { step: to })}
        </a>
      `}
    </p>
    ${kind === "takeback" && html`<${Revealed} revealed=${revealed} />`}
    ${!watched && html`<p class="offer-bar__tools">
      ${own ? (
        html`<button
          class="btn"
          type="button"
          onClick=${() => act.ask((now) => withdrawOffer(moment.game, { ...now, kind }))}
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

/** The other one's time has run out: nothing ends by itself.
 * @param {Props} props */
function OutOfTime({ moment, act }) {
  const t = useTexts();
  const other = otherPerson(moment);
  if (!other || moment.may.time !== "") return null;
  const name = moment.players[other].name;
  return html`<div class="offer-bar" role="group" aria-label=${t("online.time.out", { name })}>
    <p role="alert">${t("online.time.out", { name })}</p>
    <p class="offer-bar__tools">
      <button class="btn btn--main" type="button" onClick=${() => act.ask((now) => claimTime(moment.game, now))}>
        ${t("online.time.claim")}
      </button>
    </p>
  </div>`;
}

/** The own seat is paused.
 * @param {Props} props */
function Paused({ moment, act }) {
  const t = useTexts();
  const other = otherPerson(moment);
  if (!other || moment.may.come_back !== "") return null;
  return html`<div class="offer-bar">
    <p role="status">${t("online.pause.text", { name: moment.players[other].name })}</p>
    <p class="offer-bar__tools">
      <button class="btn btn--main" type="button" onClick=${() => act.ask((now) => comeBack(moment.game, now))}>
        ${t("online.menu.come_back")}
      </button>
    </p>
  </div>`;
}

/** One need not wait for the other player any longer: one of ours may play on there.
 * @param {Props} props */
function Gone({ moment, lay }) {
  const t = useTexts();
  const other = otherPerson(moment);
  if (!other || moment.may.replace !== "") return null;
  const name = moment.players[other].name;
  const why = moment.company?.absent[other] || "away";
  return html`<div class="offer-bar">
    <p>${t(`online.gone.why.${why}`, { name })}</p>
    <p class="offer-bar__tools">
      <button class="btn" type="button" onClick=${() => lay("replace")}>${t("online.gone.replace")}</button>
    </p>
  </div>`;
}

/** Standing orders that were cancelled: whoever gives them anew has read it.
 * @param {Props} props */
function Cancelled({ moment, lay }) {
  const t = useTexts();
  const told = moment.company?.told ?? [];
  if (!told.length) return null;
  return html`<div class="offer-bar">
    ${told.map((text) => html`<p key=${text}>${text}</p>`)}
    <p class="offer-bar__tools">
      <button class="btn" type="button" onClick=${() => lay("orders")}>${t("online.orders.title")}</button>
    </p>
  </div>`;
}

/** Others play the same cards: how that stands is shown elsewhere.
 * @param {{deal: string}} props */
function Duplicate({ deal }) {
  const t = useTexts();
  return html`<div class="offer-bar"><p><a href=${`/deal/${deal}`}>${t("deals.title")}</a></p></div>`;
}

/** @param {Props} props */
export function Offers(props) {
  const { moment } = props;
  if (!moment.company || moment.step < moment.last) return null;
  const over = moment.view.phase === "over";
  return html`<div class="offers" aria-live="polite">
    ${!over && moment.company.offers.map((offer) => html`<${Made} key=${offer.kind} ...${props} offer=${offer} />`)}
    ${!over && moment.company.settled && html`<div class="offer-bar">
      <p role="status">${moment.company.settled}</p>
    </div>`}
    ${!over && html`
      <${OutOfTime} ...${props} />
      <${Gone} ...${props} />
      <${Paused} ...${props} />
      <${Cancelled} ...${props} />
    `}
    ${over && moment.company.deal && html`<${Duplicate} deal=${moment.company.deal} />`}
    ${over && moment.company.rematch && html`<${Rematch} moment=${moment} />`}
  </div>`;
}
