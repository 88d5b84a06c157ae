// The table as it stood at a mistake: the board and the cards, on which the reader chooses again.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { getMoment } from "../core/api.js";
import { classNames } from "../core/classNames.js";
import { useTranslation } from "../core/i18n.js";
import { nearFaith } from "../core/moment.js";
import { useSettings } from "../core/settings.js";
import { PHONE, useMediaQuery } from "../core/useMediaQuery.js";
import { AnswerButton } from "../table/AnswerButton.js";
import { Board } from "../table/Board.js";
import { Card } from "../table/Card.js";
import { EmpireMap } from "../table/EmpireMap.js";
import { handWithPlayedCard } from "../table/Hand.js";
import { isPlayedFromHand } from "../table/LastPlayed.js";
import { placeOptions } from "../table/placeOptions.js";
import { TableProvider, useTable } from "../table/TableContext.js";

/** @import {CardSetFaces, Faith, Moment} from "../core/types" */
/** @import {GameActions} from "../table/types" */
/** @import {OpenCard} from "../table/CardText" */
/** @import {TableState} from "../table/TableContext" */
/** @import {Verdict} from "./guess" */

/** Nothing can be done in a game that is over.
 * @type {GameActions} */
const NO_ACTIONS = {
  send: async () => {},
  undo: async () => {},
  takeBack: async () => {},
  stop: async () => {},
  takeSeat: () => {},
  showStep: () => {},
  request: async () => {},
  reload: () => {},
};
const NOTHING_CHANGED = /** @type {Set<string>} */ (new Set());
const doNothing = () => {};

/** @param {string} game
 * @param {number} step
 * @param {Faith} seat
 * @returns {Moment | null} with all events before it; null until it is there, and if it cannot be had */
function usePastMoment(game, step, seat) {
  const { language } = useSettings();
  const [moment, setMoment] = useState(/** @type {Moment | null} */ (null));
  useEffect(() => {
    let active = true;
    getMoment(game, { seat, at: step, since: 0 }).then(
      // To choose again, it must be the present.
      (received) => void (active && setMoment({ ...received, last_step: received.step })),
      () => void (active && setMoment(null)),
    );
    return () => void (active = false);
  }, [game, step, seat, language]);
  return moment?.step === step ? moment : null;
}

/** @typedef {object} ReviewProps
 * @property {string | null} chosen the choice that is marked
 * @property {Verdict | null} verdict on it
 * @property {(choice: string) => void} guess
 * @property {OpenCard} open
 */

/** The state that the components of the table share.
 * @param {Moment} moment
 * @param {CardSetFaces} faces
 * @param {ReviewProps} review
 * @returns {TableState} */
function useReviewState(moment, faces, { chosen, guess, open }) {
  const t = useTranslation();
  const settings = useSettings();
  const [expandedCircle, expandCircle] = useState(/** @type {number | null} */ (null));
  const optionsAt = useMemo(() => placeOptions(moment), [moment]);
  const near = nearFaith(moment);
  const choose = (/** @type {{choice: string}} */ option) => {
    expandCircle(null);
    guess(option.choice);
  };
  const inspect = (/** @type {Parameters<TableState["inspect"]>[0]} */ what) =>
    void (what.kind === "card" && open(what.card));
  return {
    ...{ moment, faces, settings, t, optionsAt, inspect, expandedCircle, expandCircle, choose, near },
    ...{ actions: NO_ACTIONS, log: moment.events, changed: NOTHING_CHANGED, pendingChoice: chosen },
    ...{ isPhone: false, isNarrow: false, hasDetail: false, isPast: false, selectedCircle: null },
    ...{ confirmChoice: choose, cancelChoice: doNothing, selectCircle: doNothing, openLog: doNothing },
    ...{ openNames: doNothing, watching: null },
    far: near === "C" ? "P" : "C",
  };
}

/** @param {{card: string, isPlaying: boolean, size: "hand" | "strip"}} props */
function ReviewCard({ card, isPlaying, size }) {
  const { moment, faces, optionsAt, pendingChoice, choose, inspect } = useTable();
  const face = faces.cards[card];
  const option = optionsAt.cards.get(card);
  if (!face) return null;
  return html`<li>
    <${Card}
      face=${face}
      size=${size}
      steps=${isPlaying ? (moment.text.resolving?.steps ?? []) : []}
      class=${classNames(
        option && "is-target",
        option && pendingChoice === option.choice && "is-chosen",
        isPlaying && "is-playing",
      )}
      data-opens=${card}
      onClick=${() => (option ? choose(option) : inspect({ kind: "card", card }))}
      aria-keyshortcuts="O"
    />
  </li>`;
}

/** The cards from which the choice was made: those that the question offered, else the hand.
 * @param {{isPhone: boolean}} props */
function ReviewCards({ isPhone }) {
  const { moment, optionsAt, near, t } = useTable();
  const { offeredCards } = optionsAt;
  const playing = isPlayedFromHand(moment, near) ? (moment.text.resolving?.card ?? null) : null;
  const cards = offeredCards.length ? offeredCards : handWithPlayedCard([], moment.view.own?.hand ?? [], playing);
  if (!cards.length) return null;
  return html`<ol class="review__cards" aria-label=${t(offeredCards.length ? "table.offered" : "table.hand")}>
    ${cards.map((card) => html`<${ReviewCard}
      key=${card}
      card=${card}
      isPlaying=${card === playing}
      size=${isPhone ? "strip" : "hand"}
    />`)}
  </ol>`;
}

/** Answers that stand on no circle and no card. */
function ReviewAnswers() {
  const { optionsAt, expandedCircle, t } = useTable();
  const answers = optionsAt.answers.filter(({ circle }) => circle === null || circle !== expandedCircle);
  if (!answers.length) return null;
  return html`<ul class="answers review__answers" aria-label=${t("table.answers")}>
    ${answers.map((option) => html`<${AnswerButton} key=${option.choice} option=${option} />`)}
  </ul>`;
}

/** @param {{moment: Moment, faces: CardSetFaces, review: ReviewProps}} props */
function ReviewedMoment({ moment, faces, review }) {
  const table = useReviewState(moment, faces, review);
  const isPhone = useMediaQuery(PHONE);
  return html`<${TableProvider} value=${table}>
    <div class="review__moment" data-verdict=${review.verdict ?? undefined}>
      <p class="review__question">${moment.text.question}</p>
      <div class="review__board">
        <${EmpireMap} circles=${moment.view.circles} />
        <div class="pyramid"><${Board} /></div>
      </div>
      <${ReviewAnswers} />
      <${ReviewCards} isPhone=${isPhone} />
    </div>
  <//>`;
}

/** @param {{game: string, step: number, seat: Faith, faces: CardSetFaces} & ReviewProps} props */
export default function ReviewTable({ game, step, seat, faces, ...review }) {
  const t = useTranslation();
  const moment = usePastMoment(game, step, seat);
  return html`<section class="review__table" aria-label=${t("result.board")} aria-busy=${String(!moment)}>
    ${moment ? (
      html`<${ReviewedMoment} key=${step} moment=${moment} faces=${faces} review=${review} />`
    ) : (
      html`<div class="review__board"></div>`
    )}
  </section>`;
}
