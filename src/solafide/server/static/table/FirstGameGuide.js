// The guide: short notes beside parts of the table, during the first turn of a first game.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { SoundOffer } from "../animation/SoundOffer.js";
import { useTranslation } from "../core/i18n.js";
import { changeSettings } from "../core/settings.js";
import { readStored, writeStored } from "../core/storage.js";
import { PHONE } from "../core/useMediaQuery.js";
import { Icon } from "../ui/Icon.js";

/** @import {Moment} from "../core/types" */
/** @import {PanelProps} from "./types" */

const STORAGE_KEY = "guide";
const TILE_SELECTOR = ".pyramid .tile:not(.tile--down,.tile--claimed)";
/** The notes, and beside which element each stands: the first of these that is visible; none: in the middle.
 * @type {[string, string[]][]} */
const GUIDE_STEPS = [
  ["welcome", []],
  ["pyramid", [".pyramid"]],
  ["tile", [TILE_SELECTOR]],
  ["power", [`${TILE_SELECTOR} .track`]],
  ["needs", [`${TILE_SELECTOR} .tile__needs`]],
  ["hand", [".hand"]],
  ["question", [".question", ".dock"]],
  ["target", [".pyramid .tile.is-target", ".dock"]],
  ["log", [".log", ".side"]],
  ["opponent", [".corner--opponent"]],
  ["done", []],
];
const STEP_NAMES = GUIDE_STEPS.map(([place]) => place);
const stepIndex = (/** @type {string} */ place) => STEP_NAMES.indexOf(place);

function storedStep() {
  const index = STEP_NAMES.indexOf(String(readStored(STORAGE_KEY)));
  return index < 0 ? 0 : index;
}

/** Begin with the first note the next time. */
export function restartGuide() {
  writeStored(STORAGE_KEY, null);
}

/** @param {Moment} moment */
const asksForCircle = (moment) => moment.text.options.some((option) => option.circle !== null && option.card === null);

/** The note after a move: notes follow the game, and need not be read before playing.
 * @param {number} step
 * @param {Moment} moment
 * @param {number} turn in which the guide began */
export function nextStep(step, moment, turn) {
  const isTurnOver = moment.view.turn_number > turn || moment.view.turn !== moment.seat;
  if (step <= stepIndex("target") && isTurnOver) return stepIndex("log");
  if (step < stepIndex("target") && asksForCircle(moment)) return stepIndex("target");
  return step;
}

/** @param {string[]} selectors */
function visibleElement(selectors) {
  for (const selector of selectors) {
    for (const element of document.querySelectorAll(selector)) if (element.getClientRects().length) return element;
  }
  return null;
}

const GAP_PX = 14;
const EDGE_PX = 8;
const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
  Math.max(low, Math.min(value, high));

/** How many square pixels of elements that can be chosen a note would cover.
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height */
function coveredArea(left, top, width, height) {
  let area = 0;
  for (const target of document.querySelectorAll(".table .is-target, .answers .btn")) {
    const box = target.getBoundingClientRect();
    const across = Math.min(left + width, box.right) - Math.max(left, box.left);
    const down = Math.min(top + height, box.bottom) - Math.max(top, box.top);
    if (across > 0 && down > 0) area += across * down;
  }
  return area;
}

/** Put the note beside its anchor, where it fits and covers the least.
 * @param {HTMLElement} note
 * @param {Element | null} anchor */
function positionNote(note, anchor) {
  const { width, height } = note.getBoundingClientRect();
  const [wide, high] = [document.documentElement.clientWidth, document.documentElement.clientHeight];
  const box =
    (anchor?.closest(".tile") ?? anchor)?.getBoundingClientRect() ??
    new DOMRect(wide / 2, high / 2 - height / 2 - GAP_PX, 0, 0);
  const across = clamp(box.left + box.width / 2 - width / 2, EDGE_PX, wide - width - EDGE_PX);
  const beside = clamp(box.top + box.height / 2 - height / 2, EDGE_PX, high - height - EDGE_PX);
  /** @type {[number, number][]} */
  const candidates = [
    [across, box.bottom + GAP_PX],
    [across, box.top - height - GAP_PX],
    [box.right + GAP_PX, beside],
    [box.left - width - GAP_PX, beside],
    [
      across,
      Math.max(
        0,
        ...[...document.querySelectorAll(".pyramid .tile.is-target")].map(
          (each) => each.getBoundingClientRect().bottom,
        ),
      ) + GAP_PX,
    ],
    [across, (document.querySelector(".dock")?.getBoundingClientRect().top ?? high) - height - GAP_PX],
  ];
  const fits = candidates.filter(
    ([x, y]) => x >= EDGE_PX && y >= EDGE_PX && x + width <= wide - EDGE_PX && y + height <= high - EDGE_PX,
  );
  const areas = new Map(fits.map((spot) => [spot, coveredArea(...spot, width, height)]));
  const least = Math.min(...areas.values());
  const [left, top] = fits.find((spot) => areas.get(spot) === least) ?? [
    across,
    clamp(box.top + GAP_PX, EDGE_PX, high - height - EDGE_PX),
  ];
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}

/** Keep the note beside its anchor while the page scrolls or changes.
 * @param {string[]} selectors
 * @param {string} key changes when the note must be placed again */
export function useNotePosition(selectors, key) {
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const element = visibleElement(selectors);
    // On a phone some elements are far below the circles: do not scroll there.
    const anchor = element?.closest(".side") && matchMedia(PHONE).matches ? null : element;
    anchor?.setAttribute("data-guided", "");
    anchor?.scrollIntoView({ block: "nearest" });
    const position = () =>
      void (
        note.current && positionNote(note.current, !anchor || anchor.isConnected ? anchor : visibleElement(selectors))
      );
    position();
    addEventListener("resize", position);
    addEventListener("scroll", position, { passive: true, capture: true });
    return () => {
      anchor?.removeAttribute("data-guided");
      removeEventListener("resize", position);
      removeEventListener("scroll", position, { capture: true });
    };
  }, [key]);
  return note;
}

/** @param {{note: number, version: number, next: () => void, end: () => void}} props */
function GuideNote({ note: step, version, next, end }) {
  const t = useTranslation();
  const [name, places] = GUIDE_STEPS[step];
  const element = useNotePosition(places, `${name}/${version}`);
  const isWaiting = name === "question" || name === "target";
  const isLast = step === GUIDE_STEPS.length - 1;
  return html`<aside ref=${element} class="note-panel" aria-label=${t("moments.guide.title")} data-note=${name}>
    <div aria-live="polite">
      <h2><span aria-hidden="true">☞ </span>${t(`guide.${name}.title`)}</h2>
      <p>${t(`guide.${name}.text`)}</p>
    </div>
    ${step === 0 && html`<${SoundOffer} />`}
    <p class="note-panel__tools">
      <span class="quiet lining">${t("moments.guide.place", { place: step + 1, all: GUIDE_STEPS.length })}</span>
      ${!isLast && html`<button class="btn btn--bare" type="button" onClick=${end}>${t("moments.guide.skip")}</button>`}
      ${!isWaiting && html`<button class="btn btn--main" type="button" onClick=${isLast ? end : next}>
        ${t(isLast ? "moments.guide.end" : "moments.guide.next")}
        ${!isLast && html`<${Icon} name="ui-next" />`}
      </button>`}
    </p>
  </aside>`;
}

/** @param {PanelProps} props */
export default function FirstGameGuide({ moment, settings }) {
  const [step, setStep] = useState(storedStep);
  // The guide belongs to the player's own first turn, even if the opponent begins.
  const firstTurn = useRef(/** @type {number | null} */ (null));
  const { phase, turn, turn_number } = moment.view;
  const isActive = phase === "play" && moment.seat !== null && moment.step === moment.last_step;
  if (isActive && firstTurn.current === null && turn === moment.seat) firstTurn.current = turn_number;
  const endGuide = () => {
    restartGuide();
    changeSettings({ guide: false });
  };
  const hadOptions = useRef(false);
  useEffect(() => {
    if (!isActive || !settings.guide || firstTurn.current === null) return;
    // After a second choice the last note closes: it must not cover the question.
    const hasChosen = hadOptions.current;
    hadOptions.current = moment.text.options.length > 0;
    if (hasChosen && step === STEP_NAMES.length - 1) endGuide();
    else setStep(hasChosen && step >= stepIndex("log") ? step + 1 : nextStep(step, moment, firstTurn.current));
  }, [moment.version]);
  useEffect(() => {
    if (settings.guide) setStep(storedStep());
  }, [settings.guide]);
  useEffect(() => writeStored(STORAGE_KEY, STEP_NAMES[step]), [step]);
  if (!settings.guide || !isActive || firstTurn.current === null) return null;
  return html`<${GuideNote}
    key=${step}
    note=${step}
    version=${moment.version}
    next=${() => setStep(step + 1)}
    end=${endGuide}
  />`;
}
