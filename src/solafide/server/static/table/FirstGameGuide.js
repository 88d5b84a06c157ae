// Short notes at the right places, through the first turn of a first game.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { keep, recalled } from "../core/storage.js";
import { PHONE } from "../core/useMediaQuery.js";
import { set } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";

/** @import {Moment} from "../core/types" */
/** @import {PartProps} from "./types" */

const STORE = "guide";
const TILE = ".pyramid .tile:not(.tile--down,.tile--claimed)";
/** Where each note stands: the first of these places that can be seen; none: in the middle.
 * @type {[string, string[]][]} */
const NOTES = [
  ["welcome", []],
  ["pyramid", [".pyramid"]],
  ["tile", [TILE]],
  ["power", [`${TILE} .track`]],
  ["needs", [`${TILE} .tile__needs`]],
  ["hand", [".hand"]],
  ["question", [".question", ".dock"]],
  ["target", [".pyramid .tile.is-target", ".dock"]],
  ["log", [".log", ".side"]],
  ["opponent", [".corner--opponent"]],
  ["done", []],
];
const PLACES = NOTES.map(([place]) => place);
const at = (/** @type {string} */ place) => PLACES.indexOf(place);

function reached() {
  const found = PLACES.indexOf(String(recalled(STORE)));
  return found < 0 ? 0 : found;
}

/** From the first note again, the next time that notes are shown. */
export function again() {
  keep(STORE, null);
}

/** @param {Moment} moment */
const asksForCircle = (moment) => moment.said.options.some((option) => option.circle !== null && option.card === null);

/** The notes follow what is done at the table, so that nobody must read before playing.
 * @param {number} note
 * @param {Moment} moment
 * @param {number} turn in which the notes began */
export function following(note, moment, turn) {
  const over = moment.view.turn_number > turn || moment.view.turn !== moment.seat;
  if (note <= at("target") && over) return at("log");
  if (note < at("target") && asksForCircle(moment)) return at("target");
  return note;
}

/** @param {string[]} places */
function anchored(places) {
  for (const place of places) {
    for (const found of document.querySelectorAll(place)) if (found.getClientRects().length) return found;
  }
  return null;
}

const GAP = 14;
const EDGE = 8;
const within = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
  Math.max(low, Math.min(value, high));

/** How much of what may be chosen would lie under a note.
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height */
function covered(left, top, width, height) {
  let area = 0;
  for (const target of document.querySelectorAll(".table .is-target, .detail__act .btn, .answers .btn")) {
    const box = target.getBoundingClientRect();
    const across = Math.min(left + width, box.right) - Math.max(left, box.left);
    const down = Math.min(top + height, box.bottom) - Math.max(top, box.top);
    if (across > 0 && down > 0) area += across * down;
  }
  return area;
}

/** Beside the thing where there is room, and where it hides the least.
 * @param {HTMLElement} note
 * @param {Element | null} thing */
function place(note, thing) {
  const { width, height } = note.getBoundingClientRect();
  const [wide, high] = [document.documentElement.clientWidth, document.documentElement.clientHeight];
  const box =
    (thing?.closest(".tile") ?? thing)?.getBoundingClientRect() ??
    new DOMRect(wide / 2, high / 2 - height / 2 - GAP, 0, 0);
  const across = within(box.left + box.width / 2 - width / 2, EDGE, wide - width - EDGE);
  const beside = within(box.top + box.height / 2 - height / 2, EDGE, high - height - EDGE);
  /** @type {[number, number][]} */
  const spots = [
    [across, box.bottom + GAP],
    [across, box.top - height - GAP],
    [box.right + GAP, beside],
    [box.left - width - GAP, beside],
    [
      across,
      Math.max(
        0,
        ...[...document.querySelectorAll(".pyramid .tile.is-target")].map(
          (each) => each.getBoundingClientRect().bottom,
        ),
      ) + GAP,
    ],
    [across, (document.querySelector(".dock")?.getBoundingClientRect().top ?? high) - height - GAP],
  ];
  const fits = spots.filter(
    ([x, y]) => x >= EDGE && y >= EDGE && x + width <= wide - EDGE && y + height <= high - EDGE,
  );
  const hides = new Map(fits.map((spot) => [spot, covered(...spot, width, height)]));
  const least = Math.min(...hides.values());
  const [left, top] = fits.find((spot) => hides.get(spot) === least) ?? [
    across,
    within(box.top + GAP, EDGE, high - height - EDGE),
  ];
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}

/** @param {string[]} places @param {string} key what must be shown anew */
function usePlace(places, key) {
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const found = anchored(places);
    // On a small screen some things lie far below the circles, and nobody wants to be carried there.
    const thing = found?.closest(".side") && matchMedia(PHONE).matches ? null : found;
    thing?.setAttribute("data-guided", "");
    thing?.scrollIntoView({ block: "nearest" });
    const put = () =>
      void (note.current && place(note.current, !thing || thing.isConnected ? thing : anchored(places)));
    put();
    addEventListener("resize", put);
    addEventListener("scroll", put, { passive: true, capture: true });
    return () => {
      thing?.removeAttribute("data-guided");
      removeEventListener("resize", put);
      removeEventListener("scroll", put, { capture: true });
    };
  }, [key]);
  return note;
}

/** @param {{note: number, version: number, next: () => void, end: () => void}} props */
function Note({ note, version, next, end }) {
  const t = useTexts();
  const [name, places] = NOTES[note];
  const box = usePlace(places, `${name}/${version}`);
  const waits = name === "question" || name === "target";
  const last = note === NOTES.length - 1;
  return html`<aside ref=${box} class="note-leaf" aria-label=${t("moments.guide.title")} data-note=${name}>
    <div aria-live="polite">
      <h2><span aria-hidden="true">☞ </span>${t(`guide.${name}.title`)}</h2>
      <p>${t(`guide.${name}.text`)}</p>
    </div>
    <p class="note-leaf__tools">
      <span class="quiet lining">${t("moments.guide.place", { place: note + 1, all: NOTES.length })}</span>
      ${!last && html`<button class="btn btn--bare" type="button" onClick=${end}>${t("moments.guide.skip")}</button>`}
      ${!waits && html`<button class="btn btn--main" type="button" onClick=${last ? end : next}>
        ${t(last ? "moments.guide.end" : "moments.guide.next")}
        ${!last && html`<${Icon} name="ui-next" />`}
      </button>`}
    </p>
  </aside>`;
}

/** @param {PartProps} props */
export default function Guide({ moment, settings }) {
  const [note, go] = useState(reached);
  // Whoever begins: the notes belong to the reader's own first turn.
  const began = useRef(/** @type {number | null} */ (null));
  const { phase, turn, turn_number } = moment.view;
  const asked = phase === "play" && moment.seat !== null && moment.step === moment.last;
  if (asked && began.current === null && turn === moment.seat) began.current = turn_number;
  const end = () => {
    again();
    set({ guide: false });
  };
  const offered = useRef(false);
  useEffect(() => {
    if (!asked || !settings.guide || began.current === null) return;
    // Whoever has chosen again does without the rest: the last notes must not lie over what is asked.
    const chose = offered.current;
    offered.current = moment.said.options.length > 0;
    if (chose && note === PLACES.length - 1) end();
    else go(chose && note >= at("log") ? note + 1 : following(note, moment, began.current));
  }, [moment.version]);
  useEffect(() => {
    if (settings.guide) go(reached());
  }, [settings.guide]);
  useEffect(() => keep(STORE, PLACES[note]), [note]);
  if (!settings.guide || !asked || began.current === null) return null;
  return html`<${Note} key=${note} note=${note} version=${moment.version} next=${() => go(note + 1)} end=${end} />`;
}
