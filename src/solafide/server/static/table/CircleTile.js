// An Imperial Circle as it lies in the pyramid: in play, face down, or the place where it was claimed.
import { html } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { Fold } from "./CircleAnswers.js";
import { breakable } from "../core/hyphenate.js";
import { Icon, Token, faithIcon } from "../ui/Icon.js";
import { circleOption, placeKey, useScene } from "./TableContext.js";

/** @import {CircleFace, CircleView, Estate, Option} from "../core/types" */

/** @type {Estate[]} */
const ESTATES = ["nobility", "commoners"];

/**
 * @param {CircleView} view
 * @returns {Estate}
 */
export const dominant = (view) => ((view.power ?? 0) < 2 ? "nobility" : "commoners");

/** @param {{print: string, holder: string, name: string, place: string, option: boolean, fresh: boolean}} props */
function Slot({ print, holder, name, place, option, fresh }) {
  const kind = holder === "N" ? null : holder === print ? "mark" : "token";
  const style = `slot${option ? " is-option" : ""}${fresh ? " is-new" : ""}`;
  const faith = /** @type {"C" | "P"} */ (holder);
  return html`<li
    class=${style}
    data-print=${print.toLowerCase()}
    data-holder=${holder.toLowerCase()}
    data-territory=${place}
    data-note=${`slot:${place}`}
  >
    ${kind && html`<span class=${`${kind} ${kind}--${holder.toLowerCase()}`}>
      <${Icon} name=${faithIcon(faith)} />
    </span>`}
    ${name && html`<span class="slot__name">${name}</span>`}
  </li>`;
}

/** @param {{view: CircleView, face: CircleFace, side: Estate, asked: boolean, targets: Set<string>, named: boolean}}
 *   props */
function EstateRow({ view, face, side, asked, targets, named }) {
  const { t, changed } = useScene();
  const holders = view[side] ?? "";
  const rules = dominant(view) === side;
  const all = changed.has(`${view.circle}:${side}`);
  const longest = Math.max(...face[side].map((territory) => territory.name.length));
  return html`<div
    class=${`estate estate--${side}${asked ? " is-asked" : ""}`}
    data-dominant=${String(rules)}
    data-side=${side}
    data-lines=${longest > 27 ? 4 : longest > 20 ? 3 : longest > 10 ? 2 : 1}
  >
    <span class="estate__sign">
      <${Icon} name=${`estate-${side}`} />
      <span class="estate__label">${t(`table.estate.${side}`)}</span>
    </span>
    <ol class="slots" aria-hidden="true">
      ${face[side].map((territory, at) => {
        const place = `${view.circle}:${side}:${at}`;
        return html`<${Slot}
          key=${at}
          print=${territory.print}
          holder=${holders[at] ?? "N"}
          name=${named ? breakable(territory.name, t) : ""}
          place=${place}
          option=${targets.has(place)}
          fresh=${all || changed.has(place)}
        />`;
      })}
    </ol>
  </div>`;
}

/** @param {{view: CircleView, to: number[]}} props */
function Track({ view, to }) {
  const { changed } = useScene();
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

/** @param {{view: CircleView, face: CircleFace}} props */
function Body({ view, face }) {
  const { t, moment } = useScene();
  const needs = moment.said.circles.find((said) => said.circle === view.circle)?.needs;
  return html`<div class="tile__body">
    <span class="tile__big" aria-hidden="true">${face.circle}</span>
    <${Icon} name=${`circle-${face.circle}`} class="tile__emblem" />
    <div class="tile__text">
      <p class=${`tile__name${face.name.length > 27 ? " is-long" : ""}`}>
        <span class="tile__no">${face.circle}</span> <span class="tile__full">${face.name}</span>
        <span class="tile__short">${face.short}</span>
      </p>
      <div class="tile__line">
        ${needs && html`<p class="tile__needs">
          <span class=${`need need--c${needs.C === 1 ? " need--one" : ""}`}>${needs.C}</span>
          <span class=${`need need--p${needs.P === 1 ? " need--one" : ""}`}>${needs.P}</span>
          <span class="need__word">${t("table.to_claim")}</span>
        </p>`}
        <p class="tile__points">
          <b>${face.points}</b>
          ${face.points !== 1 && html`<span>${t("table.points_word")}</span>`}
        </p>
      </div>
    </div>
  </div>`;
}

/** What the options would change in a circle.
 * @param {Option[]} options */
function prospects(options) {
  const targets = new Set(options.flatMap((option) => option.changes.map(placeKey)));
  const to = options.flatMap((option) => (option.power ? [option.power.to] : []));
  const sides = new Set(options.flatMap((option) => (option.side ? [option.side] : [])));
  return { targets, to, sides };
}

/** @param {{view: CircleView, face: CircleFace, options: Option[], named?: boolean}} props named: its territories
 *   have their names under them */
export function TileInside({ view, face, options, named = false }) {
  const { changed } = useScene();
  const { targets, to, sides } = prospects(options.filter((option) => option.circle === view.circle));
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
      <${Body} view=${view} face=${face} />
      <${Track} view=${view} to=${to} />
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

/** @param {{view: CircleView, face: CircleFace}} props */
function Inside({ view, face }) {
  const { t, offer } = useScene();
  if (view.state === "claimed" && view.owner) {
    return html`<div class="tile__in">
      <div class="claim">
        <${Token} faith=${view.owner} />
        <span>
          <b><span class="tile__no">${face.circle}</span> <span class="claim__words">${face.short}</span></b>
          <span>${t("table.points", { n: face.points })}</span>
        </span>
      </div>
    </div>`;
  }
  if (view.state === "face_down") {
    return html`
      <div class="tile__back">
        <svg aria-hidden="true"><rect width="100%" height="100%" fill="url(#lattice)" /></svg>
      </div>
      <div class="tile__in">
        <p class="tile__label">
          <span><span class="tile__no">${face.circle}</span><span class="tile__nm">${face.short}</span></span>
        </p>
      </div>
    `;
  }
  return html`<${TileInside} view=${view} face=${face} options=${offer.circles.get(view.circle) ?? []} />`;
}

/** @type {Record<CircleView["state"], string>} */
const STATES = { in_play: "", face_down: "tile--down", claimed: "tile--claimed" };

/** @param {Option[]} options
 * @returns {Option | null} */
const only = (options) => (options.length === 1 ? options[0] : null);

/** The territory that an option would change looks like the one that was pointed at: one of the kind stands for all
 *   of it.
 * @param {Element} slot
 * @param {Option} option */
function isAlike(slot, option) {
  const changed = option.changes.map((place) =>
    slot.closest(".tile")?.querySelector(`[data-territory="${placeKey(place)}"]`),
  );
  return changed.some(
    (one) =>
      one instanceof HTMLElement &&
      slot instanceof HTMLElement &&
      one.parentElement === slot.parentElement &&
      one.dataset.print === slot.dataset.print &&
      one.dataset.holder === slot.dataset.holder,
  );
}

/** A click on a row, a territory or a space of the track that is asked for chooses it.
 * @param {Event} event
 * @param {Option[]} options
 * @returns {Option | null} */
function pointedAt(event, options) {
  const target = event.target instanceof Element ? event.target : null;
  const slot = target?.closest("[data-territory]");
  const place = slot?.getAttribute("data-territory");
  const exact = slot ? only(options.filter((option) => option.changes.some((one) => placeKey(one) === place))) : null;
  const alike =
    slot && options.every((option) => option.word === "kind")
      ? only(options.filter((option) => isAlike(slot, option)))
      : null;
  const space = target?.closest("[data-power]")?.getAttribute("data-power")?.split(":")[1];
  const spaced = space ? only(options.filter((option) => option.power?.to === Number(space))) : null;
  const side = target?.closest("[data-side]")?.getAttribute("data-side");
  return exact ?? alike ?? spaced ?? only(options.filter((option) => option.side === side));
}

/** @param {{view: CircleView, face: CircleFace, current: boolean}} props */
export function Tile({ view, face, current }) {
  const { moment, offer, chosen, pick, phone, touch, touched, changed, unfolded, unfold } = useScene();
  const circle = face.circle;
  const options = offer.circles.get(circle) ?? [];
  const one = circleOption(offer, circle);
  const said = moment.said.circles.find((each) => each.circle === circle);
  const why = moment.said.why[`circle:${circle}`];
  const barred = offer.circles.size > 0 && options.length === 0 && view.state === "in_play";
  const isChosen = options.some((each) => each.choice === chosen) || (phone && touched === circle);
  const style = classNames(
    `tile at-${circle}`,
    STATES[view.state],
    options.length > 0 && "is-target",
    isChosen && "is-chosen",
    barred && "is-barred",
    changed.has(`circle:${circle}`) && "is-new",
  );
  const click = (/** @type {Event} */ event) => {
    if (phone) return touch(circle);
    const option = one ?? only(options) ?? pointedAt(event, options);
    if (option) pick(option);
    else if (options.length) unfold(unfolded === circle ? null : circle);
  };
  const reason = why && !options.length ? `why-circle-${circle}` : undefined;
  return html`<li class=${style} data-circle=${circle} data-by=${view.owner?.toLowerCase()} onClick=${click}>
    <button
      class="tile__choose"
      type="button"
      data-note=${`circle:${circle}`}
      tabindex=${current ? 0 : -1}
      aria-disabled=${!phone && !options.length ? "true" : undefined}
      aria-expanded=${!phone && !one && options.length > 1 ? String(unfolded === circle) : undefined}
      aria-label=${said?.text ?? face.name}
      aria-describedby=${reason}
    ></button>
    <${Inside} view=${view} face=${face} />
    ${unfolded === circle && options.length > 1 && html`<${Fold} circle=${circle} options=${options} />`}
    ${reason && html`<span id=${reason} hidden>${why.text}</span>`}
  </li>`;
}
