// How each kind of event is animated.
import { WaxSeal } from "../analysis/WaxSeal.js";
import { html } from "../vendor/preact.js";
import { Card, CardBack } from "../table/Card.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { chart } from "./chartAnimation.js";
import { STAMP_EASING, claimed, revealed } from "./claimAnimation.js";
import { boardCenter, centerOf, floatingFrames, renderElement } from "./floating.js";
import { EVENT_MS } from "./Timeline.js";

/** @import {Faith, EventView} from "../core/types" */
/** @import {Timeline} from "./Timeline" */
/** @import {Position} from "./floating" */
/** @typedef {(timeline: Timeline, event: EventView) => void} EventAnimation */

/** How long a card or a die is shown for reading. */
const READING_TIME_MS = 500;
/** How long the result is shown over the board after the last claim; then the question says it. */
const END_MS = 1000;
/** The winner's seal is stamped on it. */
const STAMP_AFTER_MS = 260;
const STAMP_MS = 200;
/** The width of a card that floats over the table: css/moments.css. */
const CARD_WIDTH_REM = 12.5;
const HOLDER_SELECTOR = ":scope > .token, :scope > .mark";

/** @param {Timeline} timeline
 * @param {string} card
 * @returns {HTMLElement | null} */
function cardElement(timeline, card) {
  const face = timeline.faces?.cards[card];
  return face ? renderElement(html`<${Card} face=${face} />`, "flying-card") : null;
}

/** @param {Timeline} timeline
 * @param {...string} names
 * @returns {Position | null} of the first name that is on the table, or was before */
function positionOf(timeline, ...names) {
  for (const name of names) {
    const box = timeline.boxes.get(name) ?? timeline.before.boxes.get(name);
    if (box) return centerOf(box);
  }
  return null;
}

/** Show a card to both players: it comes from a pile, stays in the middle for reading, and goes to a pile.
 * @param {Timeline} timeline
 * @param {string} card
 * @param {Position | null} from
 * @param {Position | null} to */
function showCard(timeline, card, from, to) {
  const element = cardElement(timeline, card);
  if (!element) return;
  const at = floatingFrames(timeline, element);
  const center = boardCenter(timeline);
  const ms = EVENT_MS + READING_TIME_MS;
  timeline.animate(
    element,
    [
      { ...at(from ?? center, 0.4, 0) },
      { ...at(center), offset: 0.3 },
      { ...at(center), offset: 0.8 },
      at(to ?? center, 0.3, 0),
    ],
    { ms },
  );
  timeline.advance(ms);
}

/** Move a card of the own hand to a pile.
 * @param {Timeline} timeline
 * @param {string} card
 * @param {DOMRect} from
 * @param {Position | null} to */
function moveCardFromHand(timeline, card, from, to) {
  const element = cardElement(timeline, card);
  if (!element) return;
  const at = floatingFrames(timeline, element);
  const size = from.width / (CARD_WIDTH_REM * parseFloat(getComputedStyle(document.documentElement).fontSize));
  timeline.animate(element, [at(centerOf(from), size), at(to ?? boardCenter(timeline), size / 3, 0.2)]);
  timeline.advance(EVENT_MS);
}

/** @type {EventAnimation} */
function cardLeavesHand(timeline, event) {
  const card = String(event.card);
  const own = timeline.before.boxes.get(`card:${card}`);
  const to = positionOf(
    timeline,
    event.event === "played" ? "resolving" : `discard:${event.by}`,
    `discard:${event.by}`,
    `deck:${event.by}`,
  );
  if (own) moveCardFromHand(timeline, card, own, to);
  else showCard(timeline, card, positionOf(timeline, `hand:${event.by}`), positionOf(timeline, `discard:${event.by}`));
}

/** @type {EventAnimation} */
function drew(timeline, event) {
  const deck = positionOf(timeline, `deck:${event.by}`);
  const hand = event.card ? timeline.root.querySelector(`.hand [data-card="${event.card}"]`) : null;
  if (deck && hand) {
    const { x, y } = centerOf(hand.getBoundingClientRect());
    timeline.animate(hand, [
      { transform: `translate(${deck.x - x}px, ${deck.y - y}px) scale(.3)`, opacity: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ]);
    timeline.advance(EVENT_MS);
    return;
  }
  const to = positionOf(timeline, `hand:${event.by}`);
  if (!deck || !to) return;
  const element = renderElement(html`<${CardBack} faith=${event.by} />`, "flying-back");
  const at = floatingFrames(timeline, element);
  timeline.animate(element, [at(deck, 1, 0), { ...at(deck), offset: 0.15 }, { ...at(to), offset: 0.85 }, at(to, 1, 0)]);
  timeline.advance(EVENT_MS);
}

/** @type {EventAnimation} */
function recovered(timeline, event) {
  showCard(
    timeline,
    String(event.card),
    positionOf(timeline, `discard:${event.by}`),
    positionOf(timeline, `card:${event.card}`, `hand:${event.by}`),
  );
}

/** @type {EventAnimation} */
function foreign(timeline, event) {
  showCard(
    timeline,
    String(event.card),
    positionOf(timeline, `land:${event.deck}`),
    positionOf(timeline, `land:${event.deck}`),
  );
}

/** Let a pile grow for a moment.
 * @param {string} name of the pile; "?" stands for the faith of the event, "*" for its deck
 * @returns {EventAnimation} */
function pulse(name) {
  return (timeline, event) => {
    const pile = name.replace("?", String(event.by)).replace("*", String(event.deck));
    timeline.animate(timeline.root.querySelector(`[data-pile="${pile}"]`), [
      { transform: "none" },
      { transform: "scale(1.12) rotate(-1.5deg)" },
      { transform: "none" },
    ]);
    timeline.advance(EVENT_MS);
  };
}

/** @param {Element | null | undefined} tile
 * @param {EventView} event
 * @returns {Element | null} */
function slotOf(tile, event) {
  return (
    tile?.querySelector(`.estate--${event.side} .slot:nth-child(${Number(event.territory) + 1}) .slot__mark`) ?? null
  );
}

/** Keep the former marker of a territory until the event starts, then fade it out.
 * @param {Timeline} timeline
 * @param {Element} slot
 * @param {Element | null | undefined} slotBefore the same slot in the snapshot */
function fadeOldMarker(timeline, slot, slotBefore) {
  const marker = slotBefore?.querySelector(HOLDER_SELECTOR)?.cloneNode(true);
  if (!(marker instanceof Element)) return;
  timeline.animate(timeline.addTemporary(marker, slot), [{ opacity: 1 }, { opacity: 0, transform: "scale(.6)" }], {
    ms: EVENT_MS / 2,
  });
}

const LAY_DOWN_FRAMES = [
  { opacity: 0, transform: "translateY(-1.4rem) scale(1.8)" },
  { opacity: 1, transform: "translateY(-.15rem) scale(1.1)", offset: 0.7 },
  { opacity: 1, transform: "none" },
];

/** @type {EventAnimation} */
function converted(timeline, event) {
  const circle = Number(event.circle);
  const tile = timeline.tile(circle);
  const slot = slotOf(tile, event);
  if (!slot) return;
  if (timeline.formerTiles.has(circle)) {
    timeline.animate(slot.querySelector(HOLDER_SELECTOR), [{ opacity: 1 }, { opacity: 0 }], { ms: EVENT_MS / 2 });
    const marker = renderElement(html`<${FaithToken} faith=${/** @type {Faith} */ (event.by)} />`, "slot__guest");
    timeline.animate(timeline.addTemporary(marker, slot), LAY_DOWN_FRAMES);
  } else {
    timeline.animate(slot.querySelector(HOLDER_SELECTOR), LAY_DOWN_FRAMES);
    fadeOldMarker(timeline, slot, slotOf(timeline.before.tiles.get(circle), event));
  }
  timeline.advance(EVENT_MS);
}

/** @type {EventAnimation} */
function neutralised(timeline, event) {
  const circle = Number(event.circle);
  const tile = timeline.tile(circle);
  const tileBefore = timeline.before.tiles.get(circle);
  tile?.querySelectorAll(`.estate--${event.side} .slot__mark`).forEach((slot, territory) => {
    const slotBefore = slotOf(tileBefore, { ...event, territory });
    if (slotBefore?.getAttribute("data-holder") !== slot.getAttribute("data-holder"))
      fadeOldMarker(timeline, slot, slotBefore);
  });
  timeline.advance(EVENT_MS);
}

/** @type {EventAnimation} */
function shifted(timeline, event) {
  const tile = timeline.tile(Number(event.circle));
  const power = tile?.querySelector(".power");
  const spaces = [...(tile?.querySelectorAll(".track__space") ?? [])].map(
    (space) => centerOf(space.getBoundingClientRect()).y,
  );
  if (!power || spaces.length < 4) return;
  const own = centerOf(power.getBoundingClientRect()).y;
  const at = (/** @type {unknown} */ space) => ({ transform: `translateY(${spaces[Number(space)] - own}px)` });
  timeline.animate(power, [at(event.from), at(event.to)]);
  timeline.advance(EVENT_MS);
}

/** @type {EventAnimation} */
function disputation(timeline, event) {
  const figure = timeline.tile(Number(event.circle))?.querySelector(".figure");
  const from = timeline.before.boxes.get("figure") ?? timeline.boxes.get("disputation");
  if (!figure || !from) return;
  const target = centerOf(figure.getBoundingClientRect());
  const start = centerOf(from);
  const [x, y] = [start.x - target.x, start.y - target.y];
  timeline.animate(figure, [
    { transform: `translate(${x}px, ${y}px)` },
    { transform: `translate(${x / 2}px, ${y / 2 - 24}px)` },
    { transform: "none" },
  ]);
  timeline.advance(EVENT_MS);
}

/** @type {EventAnimation} */
function reward(timeline, event) {
  const tile = timeline.tile(Number(event.circle));
  if (!tile) return;
  const laurel = renderElement(html`<${Icon} name="reward" />`, "flying-sign");
  const at = floatingFrames(timeline, laurel);
  const from = centerOf(tile.getBoundingClientRect());
  timeline.animate(
    laurel,
    [
      at(from, 0.5, 0),
      { ...at({ x: from.x, y: from.y - 10 }, 1.2), offset: 0.4 },
      at({ x: from.x, y: from.y - 50 }, 1, 0),
    ],
    { ms: EVENT_MS * 1.5 },
  );
  timeline.advance(EVENT_MS);
}

/** @param {number} value */
const diceFaces = (value) => [((value + 1) % 6) + 1, ((value + 3) % 6) + 1, value];

/** @type {EventAnimation} */
function rolled(timeline, event) {
  if (event.for === "military") return; // the chart shows it
  const die = renderElement(
    html`
      ${diceFaces(Number(event.value)).map((face) => html`<${Icon} name=${`die-${face}`} />`)}
      <span>${event.standalone_text}</span>
    `,
    "flying-die",
  );
  const at = floatingFrames(timeline, die);
  const { x, y } = boardCenter(timeline);
  const ms = EVENT_MS + READING_TIME_MS;
  timeline.animate(
    die,
    [
      at({ x: x - 60, y: y - 60 }, 0.7, 0),
      { ...at({ x, y }), offset: 0.35 },
      { ...at({ x, y }), offset: 0.92 },
      at({ x, y }, 1, 0),
    ],
    { ms },
  );
  const [first, second, last] = die.querySelectorAll("svg");
  const turn = EVENT_MS / 3;
  timeline.animate(
    first,
    [
      { opacity: 1, transform: "rotate(-40deg)" },
      { opacity: 1, transform: "rotate(30deg)", offset: 0.99 },
      { opacity: 0 },
    ],
    { ms: turn },
  );
  timeline.animate(
    second,
    [
      { opacity: 0 },
      { opacity: 1, transform: "rotate(-30deg)", offset: 0.01 },
      { opacity: 1, transform: "rotate(25deg)", offset: 0.99 },
      { opacity: 0 },
    ],
    { ms: turn, after: turn },
  );
  timeline.animate(
    last,
    [{ opacity: 0 }, { opacity: 1, transform: "rotate(-25deg)", offset: 0.01 }, { opacity: 1, transform: "none" }],
    { ms: turn, after: 2 * turn },
  );
  timeline.advance(ms);
}

/** The result of the game, over the whole board.
 * @type {EventAnimation} */
function over(timeline, event) {
  const winner = /** @type {Faith | null} */ (event.winner);
  const banner = renderElement(
    html`
      <${Icon} name="ornament-rule" class="flying-end__rule" />
      ${winner && html`<${WaxSeal} faith=${winner} class="flying-end__seal" />`}
      <p>${event.standalone_text}</p>
      <${Icon} name="ornament-rule" class="flying-end__rule" />
    `,
    `flying-end${winner ? ` flying-end--${winner.toLowerCase()}` : ""}`,
  );
  timeline.animate(
    banner.querySelector(".flying-end__seal"),
    [
      { opacity: 0, transform: "scale(2.4) rotate(-18deg)" },
      { opacity: 1, transform: "none" },
    ],
    { ms: STAMP_MS, after: STAMP_AFTER_MS, easing: STAMP_EASING },
  );
  const at = floatingFrames(timeline, banner);
  const { x, y } = boardCenter(timeline);
  const ms = END_MS;
  timeline.animate(
    banner,
    [
      at({ x, y: y + 20 }, 0.97, 0),
      { ...at({ x, y }), offset: 0.12 },
      { ...at({ x, y }), offset: 0.92 },
      at({ x, y }, 1, 0),
    ],
    { ms },
  );
  timeline.advance(ms);
}

/** Animations by event; events without one appear in the log only.
 * @type {Record<string, EventAnimation>} */
export const EVENT_ANIMATIONS = {
  played: cardLeavesHand,
  discarded: cardLeavesHand,
  drew,
  recovered,
  foreign,
  converted,
  neutralised,
  shifted,
  disputation,
  claimed,
  reward,
  revealed,
  rolled,
  chart,
  over,
  used: pulse("front:?"),
  front: pulse("front:?"),
  chosen_deck: pulse("land:*"),
  reshuffled: pulse("deck:?"),
};
