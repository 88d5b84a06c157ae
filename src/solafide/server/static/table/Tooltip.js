// The note in the margin: what the thing is that one points at, what would come of it, or why not.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { Ref } from "./Question.js";
import { circleOption, useScene } from "./TableContext.js";

/** @import {Estate, Told} from "../core/types" */
/** @import {Scene} from "./TableContext" */
/** @typedef {{lines: string[], why: Told | null, places?: string[]}} Noted */
/** @typedef {{thing: Element, focused: boolean}} Pointed a reader with a keyboard cannot point at a territory: the
 *   circle names them all */

const DELAY_MS = 180;
const AWAY_MS = 240;

/**
 * @param {Scene} scene
 * @param {number} circle
 * @param {Estate} side
 * @param {number} at
 */
function territory({ moment, faces, t }, circle, side, at) {
  const face = faces.circles[circle - 1][side][at];
  const holder = moment.view.circles[circle - 1][side]?.[at] ?? "N";
  return t(holder !== face.print && holder !== "N" ? "table.territory_token" : "table.territory", {
    name: face.name,
    holder: t(`table.faith.${holder}`),
    print: t(`table.faith.${face.print}`),
  });
}

/**
 * @param {Scene} scene
 * @param {number} circle
 * @param {boolean} whole
 * @returns {Noted}
 */
function aboutCircle(scene, circle, whole) {
  const { moment, faces, offer, t } = scene;
  const view = moment.view.circles[circle - 1];
  const option = circleOption(offer, circle);
  const lines = option?.consequence ? [option.consequence] : [];
  const why = offer.circles.has(circle) ? null : (moment.said.why[`circle:${circle}`] ?? null);
  /** @type {Estate[]} */
  const sides = ["nobility", "commoners"];
  const places =
    whole && view.state === "in_play"
      ? sides.map((side) =>
          t(`table.names.${side}`, { names: faces.circles[circle - 1][side].map((each) => each.name).join(", ") }),
        )
      : [];
  return { lines, why, places };
}

/**
 * @param {Scene} scene
 * @param {string[]} parts
 * @returns {Noted}
 */
function aboutSlot(scene, [circle, side, at]) {
  const place = `${circle}:${side}:${at}`;
  const { why } = scene.moment.said;
  const options = scene.offer.circles.get(Number(circle)) ?? [];
  const reason =
    why[`territory:${place}`] ??
    why[`side:${circle}:${side}`] ??
    (options.length ? null : why[`circle:${circle}`]) ??
    null;
  const one = circleOption(scene.offer, Number(circle));
  const lines = [territory(scene, Number(circle), /** @type {Estate} */ (side), Number(at))];
  if (one?.consequence) lines.push(one.consequence);
  return { lines, why: reason };
}

/**
 * @param {Scene} scene
 * @param {string} key
 * @param {boolean} focused
 * @returns {Noted | null}
 */
function noted(scene, key, focused) {
  const { moment, t, offer } = scene;
  const [kind, ...rest] = key.split(":");
  const said = (/** @type {string} */ text) => ({ lines: text ? [text] : [], why: null });
  if (kind === "slot") return aboutSlot(scene, rest);
  if (kind === "circle") return aboutCircle(scene, Number(rest[0]), focused);
  if (kind === "track") {
    const reason = offer.circles.has(Number(rest[0])) ? null : (moment.said.why[`circle:${rest[0]}`] ?? null);
    return { lines: [t("table.track", { space: t(`table.space.${rest[1]}`) })], why: reason };
  }
  if (kind === "disputation") return { lines: [t("table.disputation")], why: { text: "", section: "2.6" } };
  if (kind === "question")
    return { lines: [moment.said.explain.text], why: { text: "", section: moment.said.explain.section } };
  if (kind === "takeback")
    return said(moment.may.undo === "" || moment.may.takeback === "" ? "" : moment.may.undo || moment.may.takeback);
  if (kind === "hint") return said(moment.may.hint);
  if (kind === "answer")
    return said(moment.said.options.find((option) => option.choice === rest.join(":"))?.consequence ?? "");
  const option =
    kind === "card" ? offer.cards.get(rest[0]) : kind === "deck" ? offer.decks.get(rest[0]) : offer.words.get(kind);
  if (option) return said(option.consequence);
  return { lines: [], why: moment.said.why[key] ?? null };
}

/** @param {Noted | null} note */
const isEmpty = (note) => !note || (!note.lines.some(Boolean) && !note.why && !note.places?.length);

/** The margin beside a thing is the free paper left or right of it; a whole circle's note may lie on its neighbours.
 * @param {Element} thing
 * @param {DOMRect} at
 * @param {number} width
 * @returns {"left" | "right" | "over"} */
function margin(thing, at, width) {
  const circle = Number(thing.getAttribute("data-circle"));
  if ((circle === 2 || circle === 4) && at.left - width > 20) return "left";
  if ((circle === 3 || circle === 6) && at.right + width < document.documentElement.clientWidth - 20) return "right";
  return "over";
}

/** In the margin where there is one, else over the thing or under it, always inside the window.
 * @param {HTMLElement} note
 * @param {Element} thing */
function place(note, thing) {
  const at = thing.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const gap = 10;
  const wide = document.documentElement.clientWidth;
  const high = document.documentElement.clientHeight;
  const side = margin(thing, at, width);
  const over = at.top - height - gap > 4 ? at.top - height - gap : at.bottom + gap;
  const left =
    side === "left" ? at.left - width - gap : side === "right" ? at.right + gap : at.left + at.width / 2 - width / 2;
  const top = side === "over" ? over : at.top + at.height / 2 - height / 2;
  note.dataset.side = side;
  note.style.left = `${Math.max(6, Math.min(left, wide - width - 6))}px`;
  note.style.top = `${Math.max(6, Math.min(top, high - height - 6))}px`;
}

/** Which thing is pointed at, by pointer, focus or touch.
 * @param {{current: HTMLElement | null}} root */
function usePointed(root) {
  const [pointed, set] = useState(/** @type {Pointed | null} */ (null));
  const timer = useRef(0);
  useEffect(() => {
    const soon = (/** @type {Element | null} */ thing, /** @type {number} */ wait, focused = false) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => set(thing && { thing, focused }), wait);
    };
    const found = (/** @type {EventTarget | null} */ target) =>
      target instanceof Element ? target.closest("[data-note]") : null;
    const over = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "mouse") return;
      if (event.target instanceof Element && event.target.closest(".margin-note")) clearTimeout(timer.current);
      else if (found(event.target)) soon(found(event.target), DELAY_MS);
      else soon(null, AWAY_MS);
    };
    const focus = (/** @type {FocusEvent} */ event) => {
      if (event.target instanceof Element && event.target.closest(".margin-note")) clearTimeout(timer.current);
      else
        soon(
          event.target instanceof Element && event.target.matches(":focus-visible") ? found(event.target) : null,
          0,
          true,
        );
    };
    const tap = (/** @type {MouseEvent} */ event) => {
      // A note that lies over what one wants goes away when it is touched, unless its link was meant.
      if (event.target instanceof Element && event.target.closest(".margin-note a")) return;
      const barred =
        event.target instanceof Element
          ? event.target.closest("[aria-disabled=true][data-note],.is-barred [data-note],.slot[data-note]")
          : null;
      soon(barred, 0);
    };
    const key = (/** @type {KeyboardEvent} */ event) => void (event.key === "Escape" && soon(null, 0));
    const gone = () => soon(null, 0);
    const home = root.current;
    home?.addEventListener("pointerover", over);
    home?.addEventListener("focusin", focus);
    home?.addEventListener("click", tap);
    addEventListener("keydown", key);
    addEventListener("scroll", gone, { passive: true });
    return () => {
      clearTimeout(timer.current);
      home?.removeEventListener("pointerover", over);
      home?.removeEventListener("focusin", focus);
      home?.removeEventListener("click", tap);
      removeEventListener("keydown", key);
      removeEventListener("scroll", gone);
    };
  }, []);
  return pointed;
}

/** @param {{root: {current: HTMLElement | null}}} props */
export function Note({ root }) {
  const scene = useScene();
  const pointed = usePointed(root);
  const thing = pointed?.thing;
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  const key = thing?.isConnected ? thing.getAttribute("data-note") : null;
  const content = key ? noted(scene, key, pointed?.focused ?? false) : null;
  useLayoutEffect(() => {
    if (note.current && thing)
      place(
        note.current,
        thing.closest(".tile") && !thing.matches(".slot,.track__space,.figure")
          ? /** @type {Element} */ (thing.closest(".tile"))
          : thing,
      );
  });
  if (!content || isEmpty(content)) return null;
  const { lines, why, places } = content;
  return html`<aside class=${`margin-note${why ? "" : " margin-note--plain"}`} ref=${note} role="note">
    ${lines.map((line, i) => line && html`<p key=${i}>${line}</p>`)}
    ${why && html`<p class="margin-note__why">${why.text} <${Ref} section=${why.section} /></p>`}
    ${places && places.length > 0 && html`<ul class="margin-note__places">
      ${places.map((each, i) => html`<li key=${i}>${each}</li>`)}
    </ul>`}
  </aside>`;
}
