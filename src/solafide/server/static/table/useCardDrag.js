// Cards of the hand can be dragged onto the table: that answers the question as a click on them does.
import { useEffect, useRef } from "../vendor/preact.js";
import { useDrag } from "../ui/useDrag.js";
import { dropAnswer, dropPlace, droppedCard, isAskedByDrop } from "./cardDrop.js";

/** @import {Option} from "../core/types" */
/** @import {Ref} from "../vendor/preact" */
/** @import {DropPlace, DroppedCard} from "./cardDrop" */
/** @import {TableState} from "./TableContext" */

/** @param {string} selector
 * @returns {HTMLElement[]} those that are shown */
const shown = (selector) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))].filter(
    (each) => each.getClientRects().length > 0,
  );

/** The elements of the table on which a card can be dropped.
 * @param {DropPlace} place
 * @param {TableState} table
 * @returns {HTMLElement[]} */
function targetsOf(place, { near }) {
  if (place.kind === "circles")
    return place.circles.flatMap((circle) => shown(`.pyramid .tiles > .tile[data-circle="${circle}"]`));
  const pile = place.kind === "discard" ? shown(`.me [data-pile="discard:${near}"]`) : [];
  return pile.length ? pile : shown(".board:not(:has(.text-table))");
}

/** Answer the question about the circle after a card was dropped on one, as soon as it is asked.
 * @param {TableState} table
 * @returns {(dropped: DroppedCard | null) => void} */
function useDroppedCard(table) {
  const { moment, optionsAt, isPhone, choose, selectCircle, expandCircle } = table;
  const dropped = useRef(/** @type {DroppedCard | null} */ (null));
  useEffect(() => {
    // A player who does something else has given up the drop.
    const forget = () => void (dropped.current = null);
    addEventListener("pointerdown", forget, true);
    addEventListener("keydown", forget, true);
    return () => {
      removeEventListener("pointerdown", forget, true);
      removeEventListener("keydown", forget, true);
    };
  }, []);
  useEffect(() => {
    const card = dropped.current;
    if (!card || moment.version === card.version) return;
    dropped.current = null;
    if (!isAskedByDrop(moment, card) || !optionsAt.circles.has(card.circle)) return;
    const answer = dropAnswer(optionsAt, card.circle);
    if (answer) choose(answer);
    else if (isPhone) selectCircle(card.circle);
    else expandCircle(card.circle);
  }, [moment.version, moment.step, moment.seat]);
  return (next) => void (dropped.current = next);
}

/** @param {TableState} table
 * @param {Ref<HTMLElement | null>} dock the part of the page with the hand
 * @param {boolean} busy */
export function useCardDrag(table, dock, busy) {
  const { moment, optionsAt, isPast, choose } = table;
  const setDropped = useDroppedCard(table);
  const drop = (/** @type {Option} */ option, /** @type {HTMLElement} */ target) => {
    setDropped(droppedCard(option, Number(target.dataset.circle), moment));
    choose(option);
  };
  const planOf = (/** @type {Element} */ pressed) => {
    const thing = pressed.closest(".hand [data-card]");
    const option = thing instanceof HTMLElement ? optionsAt.cards.get(thing.dataset.card ?? "") : undefined;
    if (!(thing instanceof HTMLElement) || !option || isPast || busy) return null;
    const targets = targetsOf(dropPlace(option), table);
    if (!targets.length) return null;
    return { thing, look: "hand", targets, drop: (/** @type {HTMLElement} */ target) => drop(option, target) };
  };
  useDrag(dock, planOf, `${moment.version}/${moment.step}/${moment.seat}`);
}
