// The moment in which a circle is claimed, and the next ones are turned over: a second, and half of it for each claim
// after the first.
import { html } from "../vendor/preact.js";
import { centerOf, floatingFrames, renderElement } from "./floating.js";

/** @import {EventView} from "../core/types" */
/** @import {Timeline} from "./Timeline" */
/** @typedef {(timeline: Timeline, event: EventView) => void} EventAnimation */

/** When each part begins and how long it takes, in milliseconds after the last token has been laid. */
const UNFURL_MS = { after: 0, ms: 420 };
const MAP_MS = { after: 220, ms: 480 };
const STAMP_MS = { after: 420, ms: 180 };
const RAYS_MS = { after: 520, ms: 380 };
const POINTS_MS = { after: 500, ms: 420 };
export const CLAIM_MS = 700;
export const REVEAL_MS = 300;
export const STAMP_EASING = "cubic-bezier(.3,0,.5,1.6)";
/** How far the rays go, measured by the seal. */
const RAYS_PER_SEAL = 3.4;
const RAYS = Array.from({ length: 24 }, (_, at) => ({ degrees: at * 15, isLong: at % 2 === 0 }));

/** A part of a claim that is shown faster.
 * @param {{after: number, ms: number}} part
 * @param {number} factor */
const scaled = ({ after, ms }, factor) => ({ after: after * factor, ms: ms * factor });

/** The points rise from the circle to the score.
 * @param {Timeline} timeline
 * @param {EventView} event
 * @param {Element} tile
 * @param {number} factor */
function raisePoints(timeline, event, tile, factor) {
  const score = timeline.root.querySelector(`[data-pile="score:${event.by}"]`);
  if (!score) return;
  const faith = String(event.by).toLowerCase();
  const points = renderElement(html`+${event.points}`, `flying-points flying-points--${faith}`);
  const at = floatingFrames(timeline, points);
  const from = centerOf(tile.getBoundingClientRect());
  const to = centerOf(score.getBoundingClientRect());
  const frames = [at(from, 0.7, 0), { ...at(from, 1.25), offset: 0.3 }, { ...at(to), offset: 0.92 }, at(to, 0.7, 0)];
  timeline.animate(points, frames, scaled(POINTS_MS, factor));
  const bounce = [{ transform: "none" }, { transform: "scale(1.12)" }, { transform: "none" }];
  const { after, ms } = scaled(POINTS_MS, factor);
  timeline.animate(score, bounce, { after: after + ms * 0.6, ms });
}

/** The cloth that is still rolled up goes along the edge of the banner, from the pole to its end.
 * @param {Timeline} timeline
 * @param {HTMLElement} tile
 * @param {{after: number, ms: number}} unfurl */
function unrollCloth(timeline, tile, unfurl) {
  const cloth = /** @type {HTMLElement | null} */ (tile.querySelector(".won__cloth"));
  if (!cloth) return;
  const roll = renderElement(null, "unfurl-roll");
  const width = cloth.offsetWidth;
  timeline.animate(
    timeline.addTemporary(roll, tile),
    [
      { transform: "translateX(0)", opacity: 1 },
      { transform: `translateX(${width * 0.94}px) scaleX(.55)`, opacity: 1, offset: 0.94 },
      { transform: `translateX(${width}px) scaleX(.2)`, opacity: 0 },
    ],
    unfurl,
  );
}

/** Rays go out from the seal when it is stamped.
 * @param {Timeline} timeline
 * @param {HTMLElement} tile
 * @param {number} factor */
function burstRays(timeline, tile, factor) {
  const seal = tile.querySelector(".won ~ .wax");
  if (!seal) return;
  const rays = renderElement(
    html`<svg viewBox="-100 -100 200 200">
      ${RAYS.map(({ degrees, isLong }) => html`<path
        transform=${`rotate(${degrees})`}
        d=${isLong ? "M-2.6 -50L0 -98L2.6 -50Z" : "M-1.6 -50L0 -84L1.6 -50Z"}
      />`)}
    </svg>`,
    "seal-rays",
  );
  const [own, around] = [seal.getBoundingClientRect(), tile.getBoundingClientRect()];
  const center = centerOf(own);
  rays.style.left = `${center.x - around.left}px`;
  rays.style.top = `${center.y - around.top}px`;
  rays.style.width = `${own.width * RAYS_PER_SEAL}px`;
  timeline.animate(
    timeline.addTemporary(rays, tile),
    [
      { opacity: 0, transform: "scale(.45)" },
      { opacity: 1, transform: "scale(.95)", offset: 0.35 },
      { opacity: 0, transform: "scale(1.2)" },
    ],
    { ...scaled(RAYS_MS, factor), easing: "ease-out" },
  );
}

/** The banner unfurls from its pole while what lay in the circle goes; its land takes the winner's colour; the seal is
 * stamped; the points rise.
 * @type {EventAnimation} */
export function claimed(timeline, event) {
  const circle = Number(event.circle);
  const former = timeline.formerTiles.get(circle);
  timeline.formerTiles.delete(circle);
  const tile = timeline.tile(circle);
  if (!tile) return;
  const factor = timeline.claims > 0 ? 0.5 : 1;
  timeline.claims += 1;
  const unfurl = scaled(UNFURL_MS, factor);
  timeline.animate(former, [{ clipPath: "inset(-1rem)" }, { clipPath: "inset(-1rem -1rem -1rem 100%)" }], unfurl);
  unrollCloth(timeline, tile, unfurl);
  burstRays(timeline, tile, factor);
  const cloth = tile.querySelector(".won");
  timeline.animate(cloth, [{ clipPath: "inset(-1rem 100% -1rem -1rem)" }, { clipPath: "inset(-1rem)" }], unfurl);
  for (const land of timeline.root.querySelectorAll(`.empire use[href$="#circle-${circle}"]`))
    timeline.animate(land, [{ opacity: 0 }, { opacity: 1 }], scaled(MAP_MS, factor));
  timeline.animate(
    tile.querySelector(".wax"),
    [
      { opacity: 0, transform: "scale(2.2) rotate(-14deg)" },
      { opacity: 1, transform: "none" },
    ],
    { ...scaled(STAMP_MS, factor), easing: STAMP_EASING },
  );
  raisePoints(timeline, event, tile, factor);
  timeline.advance(CLAIM_MS * factor);
}

/** A circle is turned over; two turn together.
 * @type {EventAnimation} */
export function revealed(timeline, event) {
  const circle = Number(event.circle);
  const back = timeline.formerTiles.get(circle);
  timeline.formerTiles.delete(circle);
  const face = timeline.tile(circle);
  const half = REVEAL_MS / 2;
  // One that follows at once starts with the one before it.
  const after = timeline.revealedAt === timeline.now ? -REVEAL_MS : 0;
  timeline.animate(
    back,
    [{ transform: "perspective(60rem) rotateY(0)" }, { transform: "perspective(60rem) rotateY(90deg)" }],
    { ms: half, after, easing: "ease-in" },
  );
  timeline.animate(
    face,
    [{ transform: "perspective(60rem) rotateY(-90deg)" }, { transform: "perspective(60rem) rotateY(0)" }],
    { ms: half, after: after + half, easing: "ease-out" },
  );
  if (!after) timeline.advance(REVEAL_MS);
  timeline.revealedAt = timeline.now;
}
