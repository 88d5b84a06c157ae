// An Imperial Circle on the board: in play, face down, or claimed.
import { html } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { hyphenate } from "../core/hyphenate.js";
import { faithIcon } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { circlesAbove } from "./boardLayout.js";
import { CircleAnswers } from "./CircleAnswers.js";
import { ClaimedCircle } from "./ClaimedCircle.js";
import { circleOption, placeKey } from "./placeOptions.js";
import { useTable } from "./TableContext.js";

/** @import {CircleFace, CircleView, Estate, Option} from "../core/types" */

/** A longer name of a territory is set in narrower type where five stand side by side in a narrow tile; that of a
 * circle has hyphens where it takes two lines. */
const MAX_SHORT_NAME = 8;
/** @type {Estate[]} */
const ESTATES = ["nobility", "commoners"];

/**
 * @param {CircleView} view
 * @returns {Estate}
 */
export const dominant = (view) => ((view.power ?? 0) < 2 ? "nobility" : "commoners");

/** @param {{print: string, holder: string, name: string, place: string, option: boolean, fresh: boolean}} props */
function TerritorySlot({ print, holder, name, place: key, option, fresh }) {
  const owner = holder.toLowerCase();
  const style = `slot${option ? " is-option" : ""}${fresh ? " is-new" : ""}`;
  const faith = /** @type {"C" | "P"} */ (holder);
  return html`<li
    class=${style}
    data-print=${print.toLowerCase()}
    data-holder=${owner}
    data-territory=${key}
    data-note=${`slot:${key}`}
  >
    <span class="slot__mark" data-holder=${owner}>
      ${holder !== "N" && html`<span class=${holder === print ? `mark mark--${owner}` : `token token--${owner}`}>
        <${Icon} name=${faithIcon(faith)} />
      </span>`}
    </span>
    <span class="slot__name" data-long=${name.length > MAX_SHORT_NAME ? "" : undefined}>${name}</span>
  </li>`;
}

/** @param {{view: CircleView, face: CircleFace, side: Estate, asked: boolean, targets: Set<string>, named: boolean}}
 *   props */
function EstateRow({ view, face, side, asked: isAsked, targets, named }) {
  const { t, changed } = useTable();
  const holders = view[side] ?? "";
  const isDominant = dominant(view) === side;
  const wholeEstateChanged = changed.has(`${view.circle}:${side}`);
  return html`<div
    class=${`estate estate--${side}${isAsked ? " is-asked" : ""}`}
    data-dominant=${String(isDominant)}
    data-side=${side}
  >
    <span class="estate__sign">
      <${Icon} name=${`estate-${side}`} />
      <span class="estate__label">${t(`table.estate.${side}`)}</span>
    </span>
    <ol class="slots" aria-hidden="true">
      ${face[side].map((territory, at) => {
        const place = `${view.circle}:${side}:${at}`;
        return html`<${TerritorySlot}
          key=${at}
          print=${territory.print}
          holder=${holders[at] ?? "N"}
          name=${named ? hyphenate(territory.name, t) : territory.short_name}
          place=${place}
          option=${targets.has(place)}
          fresh=${wholeEstateChanged || changed.has(place)}
        />`;
      })}
    </ol>
  </div>`;
}

/** @param {{view: CircleView, to: number[]}} props */
function PowerTrack({ view, to }) {
  const { changed } = useTable();
  const fresh = changed.has(`power:${view.circle}`);
  return html`<ol class="track" data-dominant=${dominant(view)} aria-hidden="true">
    ${[0, 1, 2, 3].map((space) => html`<li
      key=${space}
      class=${classNames(
        "track__space",
        view.power === space && "has-power",
        to.includes(space) && "is-option",
        fresh && view.power === space && "is-new",
      )}
      data-power=${`${view.circle}:${space}`}
      data-note=${`track:${view.circle}:${space}`}
    >
      ${view.power === space && html`<span class="power"><${Icon} name="power" /></span>`}
    </li>`)}
  </ol>`;
}

/** @param {{view: CircleView, face: CircleFace, named: boolean}} props */
function CircleBody({ view, face, named }) {
  const { t, moment } = useTable();
  const needs = moment.text.circles.find((circleText) => circleText.circle === view.circle)?.needs;
  return html`<div class="tile__body">
    <${Icon} name=${`circle-${face.circle}`} class="tile__emblem" />
    <div class="tile__text">
      <p class="tile__name">
        <b class="tile__no">${face.circle}</b> <span>
          ${named ? face.name : hyphenate(face.short_name, t, MAX_SHORT_NAME)}
        </span>
      </p>
      ${needs && html`<p class="tile__needs">
        <span class=${`need need--c${needs.C === 1 ? " need--one" : ""}`}>${needs.C}</span>
        <span class=${`need need--p${needs.P === 1 ? " need--one" : ""}`}>${needs.P}</span>
        <span class="need__word">${t("table.to_claim")}</span>
      </p>`}
    </div>
    <p class="tile__points">
      <b>${face.points}</b>
      ${face.points !== 1 && html`<span>${t("table.points_word")}</span>`}
    </p>
  </div>`;
}

/** What the options would change in a circle.
 * @param {Option[]} options */
function optionEffects(options) {
  const targets = new Set(options.flatMap((option) => option.changes.map(placeKey)));
  const to = options.flatMap((option) => (option.power ? [option.power.to] : []));
  const sides = new Set(options.flatMap((option) => (option.side ? [option.side] : [])));
  return { targets, to, sides };
}

/** `named`: show the names of its territories.
 * @param {{view: CircleView, face: CircleFace, options: Option[], named?: boolean}} props */
export function CircleContent({ view, face, options, named = false }) {
  const { changed } = useTable();
  const { targets, to, sides } = optionEffects(options.filter((option) => option.circle === view.circle));
  return html`
    <div class="tile__in" data-disputation=${view.disputation ? "here" : undefined}>
      ${ESTATES.map((side) => html`<${EstateRow}
        key=${side}
        view=${view}
        face=${face}
        side=${side}
        asked=${sides.has(side)}
        targets=${targets}
        named=${named}
      />`)}
      <${CircleBody} view=${view} face=${face} named=${named} />
      <${PowerTrack} view=${view} to=${to} />
    </div>
    ${view.disputation && html`<span
      class=${`figure${changed.has("disputation") ? " is-new" : ""}`}
      data-disputation=""
      data-note="disputation"
    >
      <${Icon} name="disputation" />
    </span>`}
  `;
}

/** @param {{face: CircleFace}} props */
function FaceDownCircle({ face }) {
  const { t, faces } = useTable();
  const [one, two] = circlesAbove(face.circle, faces.circles);
  return html`
    <span class="tile__ghost"><${Icon} name=${`circle-${face.circle}`} /></span>
    <p class="tile__label">
      <b class="tile__no">${face.circle}</b>
      <span class="tile__nm">${face.short_name}</span>
      <small>${two ? t("table.opens_after_either", { one, two }) : t("table.opens_after", { one })}</small>
    </p>
  `;
}

/** A circle in its state.
 * @param {{view: CircleView, face: CircleFace}} props */
export function TileContent({ view, face }) {
  const { optionsAt } = useTable();
  if (view.state === "claimed" && view.owner) return html`<${ClaimedCircle} face=${face} owner=${view.owner} />`;
  if (view.state === "face_down") return html`<${FaceDownCircle} face=${face} />`;
  const options = optionsAt.circles.get(view.circle) ?? [];
  return html`<${CircleContent} view=${view} face=${face} options=${options} />`;
}

/** @type {Record<CircleView["state"], string>} */
const STATE_CLASSES = { in_play: "tile--open", face_down: "tile--down", claimed: "tile--claimed" };

/** @param {Option[]} options
 * @returns {Option | null} */
const onlyOption = (options) => (options.length === 1 ? options[0] : null);

/** Whether an option changes a territory of the same kind as the clicked one: one stands for all of its kind.
 * @param {Element} slot
 * @param {Option} option */
function isSameKind(slot, option) {
  const changed = option.changes.map((place) =>
    slot.closest(".tile")?.querySelector(`[data-territory="${placeKey(place)}"]`),
  );
  return changed.some(
    (territory) =>
      territory instanceof HTMLElement &&
      slot instanceof HTMLElement &&
      territory.parentElement === slot.parentElement &&
      territory.dataset.print === slot.dataset.print &&
      territory.dataset.holder === slot.dataset.holder,
  );
}

/** The option that a click on a territory, an estate or a space of the track chooses, if there is exactly one.
 * @param {Event} event
 * @param {Option[]} options
 * @returns {Option | null} */
function clickedOption(event, options) {
  const target = event.target instanceof Element ? event.target : null;
  const slot = target?.closest("[data-territory]");
  const place = slot?.getAttribute("data-territory");
  const byTerritory = slot
    ? onlyOption(options.filter((option) => option.changes.some((changed) => placeKey(changed) === place)))
    : null;
  const byKind =
    slot && options.every((option) => option.verb === "kind")
      ? onlyOption(options.filter((option) => isSameKind(slot, option)))
      : null;
  const space = target?.closest("[data-power]")?.getAttribute("data-power")?.split(":")[1];
  const bySpace = space ? onlyOption(options.filter((option) => option.power?.to === Number(space))) : null;
  const side = target?.closest("[data-side]")?.getAttribute("data-side");
  return byTerritory ?? byKind ?? bySpace ?? onlyOption(options.filter((option) => option.side === side));
}

/** @param {{view: CircleView, face: CircleFace, current: boolean}} props */
export function CircleTile({ view, face, current }) {
  const {
    moment,
    optionsAt,
    pendingChoice,
    choose,
    isPhone,
    selectCircle,
    selectedCircle,
    changed,
    expandedCircle,
    expandCircle,
  } = useTable();
  const circle = face.circle;
  const options = optionsAt.circles.get(circle) ?? [];
  const direct = circleOption(optionsAt, circle);
  const circleText = moment.text.circles.find((each) => each.circle === circle);
  const why = moment.text.why_not[`circle:${circle}`];
  const isBarred = optionsAt.circles.size > 0 && options.length === 0 && view.state === "in_play";
  const isChosen = options.some((each) => each.choice === pendingChoice) || (isPhone && selectedCircle === circle);
  const className = classNames(
    `tile at-${circle}`,
    STATE_CLASSES[view.state],
    options.length > 0 && "is-target",
    isChosen && "is-chosen",
    isBarred && "is-barred",
    changed.has(`circle:${circle}`) && "is-new",
  );
  const click = (/** @type {Event} */ event) => {
    if (isPhone) return selectCircle(circle);
    const option = direct ?? onlyOption(options) ?? clickedOption(event, options);
    if (option) choose(option);
    else if (options.length) expandCircle(expandedCircle === circle ? null : circle);
  };
  const reason = why && !options.length ? `why-circle-${circle}` : undefined;
  return html`<li class=${className} data-circle=${circle} data-by=${view.owner?.toLowerCase()} onClick=${click}>
    <button
      class="tile__choose"
      type="button"
      data-note=${`circle:${circle}`}
      tabindex=${current ? 0 : -1}
      aria-disabled=${!isPhone && !options.length ? "true" : undefined}
      aria-expanded=${!isPhone && !direct && options.length > 1 ? String(expandedCircle === circle) : undefined}
      aria-label=${circleText?.text ?? face.name}
      aria-describedby=${reason}
    ></button>
    <${TileContent} view=${view} face=${face} />
    ${expandedCircle === circle && options.length > 1 && html`<${CircleAnswers} circle=${circle} options=${options} />`}
    ${reason && html`<span id=${reason} hidden>${why.text}</span>`}
  </li>`;
}
