// Standing orders: what is to be answered while one is away, so that no day is lost for a trifle.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Refused, getOrders, putOrders } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";
import { LANDS } from "../table/OpponentArea.js";

/** @import {Estate, Faces, Moment, Orders, OrdersSaid} from "../core/types" */
/** @import {Say} from "../core/i18n" */
/** @import {PartProps} from "../table/types" */
/** @typedef {"convert" | "shift" | "neutralise" | "disputation" | "dice" | "decks" | "foreign" | "discards" |
 *   "claims"} Ranked */
/** @typedef {{value: unknown, label: string}} Wish */

/** @type {Ranked[]} */
const KINDS = ["discards", "claims", "decks", "dice", "convert", "shift", "neutralise", "disputation", "foreign"];
/** @type {Estate[]} */
const SIDES = ["nobility", "commoners"];
const DICE = [1, 2, 3, 4, 5, 6];

/** What may be wished for, by the kind of order.
 * @param {Moment} moment
 * @param {Faces} faces
 * @param {Say} t
 * @returns {Record<Ranked, Wish[]>} */
function wishes({ view }, faces, t) {
  const open = view.circles
    .filter(({ state }) => state !== "claimed")
    .map(({ circle }) => ({ value: circle, label: `${circle} ${faces.circles[circle - 1].short}` }));
  const aims = open.flatMap(({ value, label }) =>
    SIDES.map((side) => ({ value: { circle: value, side }, label: `${label}, ${t(`online.orders.side.${side}`)}` })),
  );
  const own = [
    ...(view.own?.hand ?? []),
    ...(view.own?.deck ?? []),
    ...(view.faiths[view.seat === "P" ? "P" : "C"].discard ?? []),
  ];
  const card = (/** @type {string} */ id) => ({ value: id, label: faces.cards[id].name });
  const foreign = Object.values(faces.cards).filter((face) => face.deck);
  return {
    discards: [...new Set(own)].filter((id) => faces.cards[id]).map(card),
    claims: open,
    decks: LANDS.map(([deck, country]) => ({
      value: deck,
      label: `${t(`table.land.${country}`)}: ${t(`table.does.${deck}`)}`,
    })),
    dice: DICE.map((roll) => ({
      value: roll,
      label: `${roll}: ${faces.results.find((each) => each.roll === roll)?.name ?? ""}`,
    })),
    convert: aims,
    shift: aims,
    neutralise: aims,
    disputation: open,
    foreign: foreign.map((face) => ({ value: face.card, label: face.name })),
  };
}

/** A list in which the first comes first.
 * @param {{kind: Ranked, possible: Wish[], value: unknown[], change: (value: unknown[]) => void}} props */
function Rank({ kind, possible, value, change }) {
  const t = useTexts();
  const key = (/** @type {unknown} */ wish) => JSON.stringify(wish);
  const chosen = value.map(key);
  const labels = new Map(possible.map((wish) => [key(wish.value), wish.label]));
  const left = possible.filter((wish) => !chosen.includes(key(wish.value)));
  const add = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLSelectElement} */ (event.target);
    if (field.value) change([...value, JSON.parse(field.value)]);
    field.value = "";
  };
  const up = (/** @type {number} */ at) =>
    change(value.map((wish, i) => (i === at - 1 ? value[at] : i === at ? value[at - 1] : wish)));
  return html`<details class="more">
    <summary>
      ${t(`online.orders.kind.${kind}`)} <span class="quiet">
        ${value.length ? t("online.orders.some", { n: value.length }) : t("online.orders.none")}
      </span>
    </summary>
    <div class="arrival__more">
      <ol class="rank">
        ${value.map((wish, at) => {
          const label = labels.get(key(wish)) ?? key(wish);
          return html`<li key=${key(wish)}>
            <span>${at + 1}. ${label}</span>
            ${at > 0 && html`<button
              class="btn btn--bare"
              type="button"
              aria-label=${t("online.orders.earlier", { what: label })}
              onClick=${() => up(at)}
            >
              ↑
            </button>`}
            <button
              class="btn btn--bare"
              type="button"
              aria-label=${t("online.orders.remove", { what: label })}
              onClick=${() => change(value.filter((_, i) => i !== at))}
            >
              ×
            </button>
          </li>`;
        })}
      </ol>
      ${left.length > 0 && html`<label class="rank__add">
        <span class="sr">${t("online.orders.add")}</span>
        <select onChange=${add}>
          <option value="">${t("online.orders.add")}</option>
          ${left.map((wish) => html`<option value=${key(wish.value)}>${wish.label}</option>`)}
        </select>
      </label>`}
    </div>
  </details>`;
}

/** @param {PartProps} props */
export default function StandingOrders({ moment, faces, close }) {
  const t = useTexts();
  const [said, show] = useState(/** @type {OrdersSaid | null} */ (null));
  const [wish, setWish] = useState(/** @type {Orders | null} */ (null));
  const [problem, complain] = useState("");
  const [saved, tell] = useState(false);
  const hear = (/** @type {Promise<OrdersSaid>} */ answer, /** @type {boolean} */ given) =>
    answer.then(
      (found) => {
        show(found);
        setWish(found.orders);
        tell(given);
        complain("");
      },
      (refused) => complain((refused instanceof Refused && refused.message) || t("table.unreachable")),
    );
  useEffect(() => void hear(getOrders(moment.game), false), [moment.game]);
  const change = (/** @type {Partial<Orders>} */ part) => {
    tell(false);
    setWish((before) => before && { ...before, ...part });
  };
  const give = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (wish) hear(putOrders(moment.game, wish), true);
  };
  const possible = wishes(moment, faces, t);
  return html`<${Leaf} title=${t("online.orders.title")} close=${close} class="leaf--orders">
    <p class="leaf__note">${t("online.orders.text")}</p>
    ${said?.told.map((word) => html`<p class="leaf__problem" key=${`${word.turn}${word.kind}`}>${word.text}</p>`)}
    ${problem && html`<p class="leaf__problem" role="alert">${problem}</p>`}
    ${wish && html`<form onSubmit=${give}>
      ${KINDS.map((kind) => html`<${Rank}
        key=${kind}
        kind=${kind}
        possible=${possible[kind]}
        value=${wish[kind]}
        change=${(/** @type {unknown[]} */ value) => change({ [kind]: value })}
      />`)}
      <label class="switch">
        <input
          type="checkbox"
          checked=${wish.redraw.length > 0}
          onChange=${() => change({ redraw: wish.redraw.length ? [] : ["stop"] })}
        /> ${t("online.orders.kind.redraw")}
      </label>
      <label class="switch">
        <input type="checkbox" checked=${wish.own_turn} onChange=${() => change({ own_turn: !wish.own_turn })} /> ${t(
          "online.orders.own_turn",
        )}
      </label>
      <p class="leaf__tools"><button class="btn btn--main" type="submit">${t("online.orders.give")}</button></p>
      <p class="note" role="status">${saved && t("online.orders.given")}</p>
    </form>`}
  <//>`;
}
