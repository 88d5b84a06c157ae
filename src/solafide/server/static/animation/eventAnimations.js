// How each kind of event is shown.
import { html, render } from "../vendor/preact.js";
import { Back, Card } from "../table/Card.js";
import { Icon, Token } from "../ui/Icon.js";
import { EVENT_MS } from "./Timeline.js";

/** @import {Child} from "../vendor/preact" */
/** @import {Faith, Happening} from "../core/types" */
/** @import {Stage} from "./Timeline.js" */
/** @typedef {(stage: Stage, event: Happening) => void} Movement */

/** How long a card, a die or a banner is held so that it can be read. */
const READING_MS = 850;
const HOLDER = ":scope > .token, :scope > .mark";

/** @param {Child} tree
 * @param {string} style */
function made(tree, style) {
  const home = document.createElement("div");
  home.className = style;
  render(tree, home);
  return home;
}

/** @param {DOMRect} box */
const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** @param {Stage} stage
 * @returns {{x: number, y: number}} */
function centre(stage) {
  const board =
    stage.root.querySelector(".pyramid")?.getBoundingClientRect() ?? document.documentElement.getBoundingClientRect();
  return {
    x: board.left + board.width / 2,
    y: Math.min(Math.max(board.top + board.height / 2, 130), innerHeight - 200),
  };
}

/** Something in the air over the table; it is placed by its middle.
 * @param {Stage} stage
 * @param {HTMLElement} thing */
function airborne(stage, thing) {
  thing.classList.add("airborne");
  stage.invite(thing, document.body);
  const { width, height } = thing.getBoundingClientRect();
  return (/** @type {{x: number, y: number}} */ { x, y }, scale = 1, opacity = 1) => ({
    transform: `translate(${x - width / 2}px, ${y - height / 2}px) scale(${scale})`,
    opacity,
  });
}

/** @param {Stage} stage
 * @param {string} card
 * @returns {HTMLElement | null} */
function cardFace(stage, card) {
  const face = stage.faces?.cards[card];
  return face ? made(html`<${Card} face=${face} />`, "flying-card") : null;
}

/** @param {Stage} stage
 * @param {...string} names
 * @returns {{x: number, y: number} | null} the first of these places that there is, or was */
function where(stage, ...names) {
  for (const name of names) {
    const box = stage.after.get(name) ?? stage.before.places.get(name);
    if (box) return middle(box);
  }
  return null;
}

/** A card that everybody sees comes from somewhere, is held up to be read, and goes where it belongs.
 * @param {Stage} stage
 * @param {string} card
 * @param {{x: number, y: number} | null} from
 * @param {{x: number, y: number} | null} to */
function heldUp(stage, card, from, to) {
  const thing = cardFace(stage, card);
  if (!thing) return;
  const at = airborne(stage, thing);
  const high = centre(stage);
  const ms = EVENT_MS + READING_MS;
  stage.move(
    thing,
    [
      { ...at(from ?? high, 0.4, 0) },
      { ...at(high), offset: 0.3 },
      { ...at(high), offset: 0.8 },
      at(to ?? high, 0.3, 0),
    ],
    { ms },
  );
  stage.pass(ms);
}

/** One's own card flies from the hand to where it belongs.
 * @param {Stage} stage
 * @param {string} card
 * @param {DOMRect} from
 * @param {{x: number, y: number} | null} to */
function laidDown(stage, card, from, to) {
  const thing = cardFace(stage, card);
  if (!thing) return;
  const at = airborne(stage, thing);
  const size = from.width / thing.getBoundingClientRect().width;
  stage.move(thing, [at(middle(from), size), at(to ?? centre(stage), size / 3, 0.2)]);
  stage.pass(EVENT_MS);
}

/** @type {Movement} */
function leavesHand(stage, event) {
  const card = String(event.card);
  const own = stage.before.places.get(`card:${card}`);
  const to = where(
    stage,
    event.event === "played" ? "resolving" : `discard:${event.by}`,
    `discard:${event.by}`,
    `deck:${event.by}`,
  );
  if (own) laidDown(stage, card, own, to);
  else heldUp(stage, card, where(stage, `hand:${event.by}`), where(stage, `discard:${event.by}`));
}

/** @type {Movement} */
function drew(stage, event) {
  const deck = where(stage, `deck:${event.by}`);
  const hand = event.card ? stage.root.querySelector(`.hand [data-card="${event.card}"]`) : null;
  if (deck && hand) {
    const { x, y } = middle(hand.getBoundingClientRect());
    stage.move(hand, [
      { transform: `translate(${deck.x - x}px, ${deck.y - y}px) scale(.3)`, opacity: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ]);
    stage.pass(EVENT_MS);
    return;
  }
  const to = where(stage, `hand:${event.by}`);
  if (!deck || !to) return;
  const thing = made(html`<${Back} faith=${event.by} />`, "flying-back");
  const at = airborne(stage, thing);
  stage.move(thing, [at(deck, 1, 0), { ...at(deck), offset: 0.15 }, { ...at(to), offset: 0.85 }, at(to, 1, 0)]);
  stage.pass(EVENT_MS);
}

/** @type {Movement} */
function recovered(stage, event) {
  heldUp(
    stage,
    String(event.card),
    where(stage, `discard:${event.by}`),
    where(stage, `card:${event.card}`, `hand:${event.by}`),
  );
}

/** @type {Movement} */
function foreign(stage, event) {
  heldUp(stage, String(event.card), where(stage, `land:${event.deck}`), where(stage, `land:${event.deck}`));
}

/** @param {string} name of a pile, with the faith in place of a question mark
 * @returns {Movement} */
function pulse(name) {
  return (stage, event) => {
    const pile = name.replace("?", String(event.by)).replace("*", String(event.deck));
    stage.move(stage.root.querySelector(`[data-pile="${pile}"]`), [
      { transform: "none" },
      { transform: "scale(1.12) rotate(-1.5deg)" },
      { transform: "none" },
    ]);
    stage.pass(EVENT_MS);
  };
}

/** @param {Element | null | undefined} tile
 * @param {Happening} event
 * @returns {Element | null} */
function slot(tile, event) {
  return tile?.querySelector(`.estate--${event.side} .slot:nth-child(${Number(event.territory) + 1})`) ?? null;
}

/** What lay in a slot stays in sight until its time has come.
 * @param {Stage} stage
 * @param {Element} place
 * @param {Element | null | undefined} former the same slot before */
function linger(stage, place, former) {
  const held = former?.querySelector(HOLDER)?.cloneNode(true);
  if (!(held instanceof Element)) return;
  stage.move(stage.invite(held, place), [{ opacity: 1 }, { opacity: 0, transform: "scale(.6)" }], { ms: EVENT_MS / 2 });
}

const LAID = [
  { opacity: 0, transform: "translateY(-1.4rem) scale(1.8)" },
  { opacity: 1, transform: "translateY(-.15rem) scale(1.1)", offset: 0.7 },
  { opacity: 1, transform: "none" },
];

/** @type {Movement} */
function converted(stage, event) {
  const circle = Number(event.circle);
  const tile = stage.tile(circle);
  const place = slot(tile, event);
  if (!place) return;
  if (stage.ghosts.has(circle)) {
    stage.move(place.querySelector(HOLDER), [{ opacity: 1 }, { opacity: 0 }], { ms: EVENT_MS / 2 });
    const home = made(html`<${Token} faith=${/** @type {Faith} */ (event.by)} />`, "slot__guest");
    stage.move(stage.invite(home, place), LAID);
  } else {
    stage.move(place.querySelector(HOLDER), LAID);
    linger(stage, place, slot(stage.before.tiles.get(circle), event));
  }
  stage.pass(EVENT_MS);
}

/** @type {Movement} */
function neutralised(stage, event) {
  const circle = Number(event.circle);
  const tile = stage.tile(circle);
  const former = stage.before.tiles.get(circle);
  tile?.querySelectorAll(`.estate--${event.side} .slot`).forEach((place, territory) => {
    const was = slot(former, { ...event, territory });
    if (was?.getAttribute("data-holder") !== place.getAttribute("data-holder")) linger(stage, place, was);
  });
  stage.pass(EVENT_MS);
}

/** @type {Movement} */
function shifted(stage, event) {
  const tile = stage.tile(Number(event.circle));
  const power = tile?.querySelector(".power");
  const spaces = [...(tile?.querySelectorAll(".track__space") ?? [])].map(
    (space) => middle(space.getBoundingClientRect()).y,
  );
  if (!power || spaces.length < 4) return;
  const own = middle(power.getBoundingClientRect()).y;
  const at = (/** @type {unknown} */ space) => ({ transform: `translateY(${spaces[Number(space)] - own}px)` });
  stage.move(power, [at(event.from), at(event.to)]);
  stage.pass(EVENT_MS);
}

/** @type {Movement} */
function disputation(stage, event) {
  const figure = stage.tile(Number(event.circle))?.querySelector(".figure");
  const from = stage.before.places.get("figure") ?? stage.after.get("disputation");
  if (!figure || !from) return;
  const here = middle(figure.getBoundingClientRect());
  const there = middle(from);
  const [x, y] = [there.x - here.x, there.y - here.y];
  stage.move(figure, [
    { transform: `translate(${x}px, ${y}px)` },
    { transform: `translate(${x / 2}px, ${y / 2 - 24}px)` },
    { transform: "none" },
  ]);
  stage.pass(EVENT_MS);
}

/** The banner lies across the circle that was, then the circle goes and its place remains.
 * @type {Movement} */
function claimed(stage, event) {
  const circle = Number(event.circle);
  const tile = stage.tile(circle);
  if (!tile) return;
  const faith = /** @type {Faith} */ (event.by);
  const banner = made(
    html`<${Token} faith=${faith} /><span>${event.alone}</span>`,
    `banner banner--${faith.toLowerCase()}`,
  );
  stage.invite(banner, tile);
  const ms = EVENT_MS + READING_MS;
  stage.move(
    banner,
    [{ clipPath: "inset(0 100% 0 0)" }, { clipPath: "inset(0 0 0 0)", offset: 0.25 }, { clipPath: "inset(0 0 0 0)" }],
    { ms },
  );
  stage.pass(ms);
  stage.move(stage.root.querySelector(`[data-pile="score:${faith}"]`), [
    { transform: "none" },
    { transform: "scale(1.12)" },
    { transform: "none" },
  ]);
  if (stage.ghosts.has(circle))
    stage.move(tile, [{ opacity: 1 }, { opacity: 0, transform: "scale(.96)" }], { ms: EVENT_MS / 2 });
  stage.ghosts.delete(circle);
}

/** @type {Movement} */
function reward(stage, event) {
  const tile = stage.tile(Number(event.circle));
  if (!tile) return;
  const laurel = made(html`<${Icon} name="reward" />`, "flying-sign");
  const at = airborne(stage, laurel);
  const from = middle(tile.getBoundingClientRect());
  stage.move(
    laurel,
    [
      at(from, 0.5, 0),
      { ...at({ x: from.x, y: from.y - 10 }, 1.2), offset: 0.4 },
      at({ x: from.x, y: from.y - 50 }, 1, 0),
    ],
    { ms: EVENT_MS * 1.5 },
  );
  stage.pass(EVENT_MS);
}

/** A circle is turned over.
 * @type {Movement} */
function revealed(stage, event) {
  const circle = Number(event.circle);
  const back = stage.ghosts.get(circle);
  stage.ghosts.delete(circle);
  const face = stage.tile(circle);
  const half = EVENT_MS / 2;
  stage.move(
    back,
    [{ transform: "perspective(60rem) rotateY(0)" }, { transform: "perspective(60rem) rotateY(90deg)" }],
    { ms: half, easing: "ease-in" },
  );
  stage.move(
    face,
    [{ transform: "perspective(60rem) rotateY(-90deg)" }, { transform: "perspective(60rem) rotateY(0)" }],
    { ms: half, after: half, easing: "ease-out" },
  );
  stage.pass(EVENT_MS);
}

/** @param {number} value */
const faces = (value) => [((value + 1) % 6) + 1, ((value + 3) % 6) + 1, value];

/** The whole chart, the line that fell between two rules.
 * @type {Movement} */
function chart(stage, event) {
  if (!stage.faces) return;
  const rows = stage.faces.results.map(({ roll, name, text }) => html`<tr class=${roll === event.roll ? "is-now" : ""}>
    <th><${Icon} name=${`die-${roll}`} /></th>
    <td><b>${name}</b></td>
    <td>${text.join(" ")}</td>
  </tr>`);
  const sheet = made(
    html`
      <${Icon} name=${`die-${event.roll}`} class="flying-chart__die" />
      <p>${event.alone}</p>
      <table class="rolls"><tbody>${rows}</tbody></table>
    `,
    "flying-chart",
  );
  const at = airborne(stage, sheet);
  const middle = centre(stage);
  const ms = EVENT_MS + 3 * READING_MS;
  stage.move(
    sheet,
    [at(middle, 0.95, 0), { ...at(middle), offset: 0.1 }, { ...at(middle), offset: 0.95 }, at(middle, 1, 0)],
    { ms },
  );
  stage.move(
    sheet.querySelector(".flying-chart__die"),
    [{ transform: "rotate(-200deg) scale(.6)" }, { transform: "none" }],
    { ms: EVENT_MS },
  );
  stage.pass(ms);
}

/** @type {Movement} */
function rolled(stage, event) {
  if (event.for === "military") return; // the chart shows it
  const die = made(
    html`
      ${faces(Number(event.value)).map((face) => html`<${Icon} name=${`die-${face}`} />`)}
      <span>${event.alone}</span>
    `,
    "flying-die",
  );
  const at = airborne(stage, die);
  const { x, y } = centre(stage);
  const ms = EVENT_MS + READING_MS;
  stage.move(
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
  stage.move(
    first,
    [
      { opacity: 1, transform: "rotate(-40deg)" },
      { opacity: 1, transform: "rotate(30deg)", offset: 0.99 },
      { opacity: 0 },
    ],
    { ms: turn },
  );
  stage.move(
    second,
    [
      { opacity: 0 },
      { opacity: 1, transform: "rotate(-30deg)", offset: 0.01 },
      { opacity: 1, transform: "rotate(25deg)", offset: 0.99 },
      { opacity: 0 },
    ],
    { ms: turn, after: turn },
  );
  stage.move(
    last,
    [{ opacity: 0 }, { opacity: 1, transform: "rotate(-25deg)", offset: 0.01 }, { opacity: 1, transform: "none" }],
    { ms: turn, after: 2 * turn },
  );
  stage.pass(ms);
}

/** The end, held up over the whole board.
 * @type {Movement} */
function over(stage, event) {
  const winner = /** @type {Faith | null} */ (event.winner);
  const sheet = made(
    html`${winner && html`<${Token} faith=${winner} />`}<p>${event.alone}</p>`,
    `flying-end${winner ? ` flying-end--${winner.toLowerCase()}` : ""}`,
  );
  const at = airborne(stage, sheet);
  const { x, y } = centre(stage);
  const ms = EVENT_MS + 3 * READING_MS;
  stage.move(
    sheet,
    [
      at({ x, y: y + 20 }, 0.97, 0),
      { ...at({ x, y }), offset: 0.12 },
      { ...at({ x, y }), offset: 0.92 },
      at({ x, y }, 1, 0),
    ],
    { ms },
  );
  stage.pass(ms);
}

/** What is not named here is told by the log alone.
 * @type {Record<string, Movement>} */
export const MOVEMENTS = {
  played: leavesHand,
  discarded: leavesHand,
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
