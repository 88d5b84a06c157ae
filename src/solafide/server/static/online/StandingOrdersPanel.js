// The panel of standing orders: answers that the server gives in place of an absent player.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getStandingOrders, putStandingOrders } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { FOREIGN_DECKS } from "../table/ForeignDecks.js";
import { Panel } from "../ui/Panel.js";

/** @import {Translate} from "../core/translator" */
/** @import {Estate, CardSetFaces, Moment, Orders, StandingOrdersView} from "../core/types" */
/** @import {PanelProps} from "../table/types" */
/** @typedef {"convert" | "shift" | "neutralise" | "disputation" | "dice" | "decks" | "foreign" | "discards" |
 *   "claims"} OrderKind */
/** @typedef {{value: unknown, label: string}} Preference */

/** @type {OrderKind[]} */
const ORDER_KINDS = ["discards", "claims", "decks", "dice", "convert", "shift", "neutralise", "disputation", "foreign"];
/** @type {Estate[]} */
const ESTATES = ["nobility", "commoners"];
const DIE_ROLLS = [1, 2, 3, 4, 5, 6];

/** Everything that can be ranked, by the kind of order.
 * @param {Moment} moment
 * @param {CardSetFaces} faces
 * @param {Translate} t
 * @returns {Record<OrderKind, Preference[]>} */
function possiblePreferences({ view }, faces, t) {
  const open = view.circles
    .filter(({ state }) => state !== "claimed")
    .map(({ circle }) => ({ value: circle, label: `${circle} ${faces.circles[circle - 1].short_name}` }));
  const targets = open.flatMap(({ value, label }) =>
    ESTATES.map((side) => ({ value: { circle: value, side }, label: `${label}, ${t(`online.orders.side.${side}`)}` })),
  );
  const ownCards = [
    ...(view.own?.hand ?? []),
    ...(view.own?.deck ?? []),
    ...(view.faiths[view.seat === "P" ? "P" : "C"].discard ?? []),
  ];
  const toPreference = (/** @type {string} */ id) => ({ value: id, label: faces.cards[id].name });
  const foreign = Object.values(faces.cards).filter((face) => face.deck);
  return {
    discards: [...new Set(ownCards)].filter((id) => faces.cards[id]).map(toPreference),
    claims: open,
    decks: FOREIGN_DECKS.map(([deck, country]) => ({
      value: deck,
      label: `${t(`table.land.${country}`)}: ${t(`table.does.${deck}`)}`,
    })),
    dice: DIE_ROLLS.map((roll) => ({
      value: roll,
      label: `${roll}: ${faces.results.find((each) => each.roll === roll)?.name ?? ""}`,
    })),
    convert: targets,
    shift: targets,
    neutralise: targets,
    disputation: open,
    foreign: foreign.map((face) => ({ value: face.card, label: face.name })),
  };
}

/** A list that the player ranks: the first possible entry is chosen.
 * @param {{kind: OrderKind, possible: Preference[], value: unknown[], change: (value: unknown[]) => void}} props */
function RankedList({ kind, possible, value, change }) {
  const t = useTranslation();
  const key = (/** @type {unknown} */ preference) => JSON.stringify(preference);
  const rankedKeys = value.map(key);
  const labels = new Map(possible.map((preference) => [key(preference.value), preference.label]));
  const unranked = possible.filter((preference) => !rankedKeys.includes(key(preference.value)));
  const add = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLSelectElement} */ (event.target);
    if (field.value) change([...value, JSON.parse(field.value)]);
    field.value = "";
  };
  const moveUp = (/** @type {number} */ at) =>
    change(value.map((preference, i) => (i === at - 1 ? value[at] : i === at ? value[at - 1] : preference)));
  return html`<details class="more">
    <summary>
      ${t(`online.orders.kind.${kind}`)} <span class="quiet">
        ${value.length ? t("online.orders.some", { n: value.length }) : t("online.orders.none")}
      </span>
    </summary>
    <div class="lobby__more">
      <ol class="rank">
        ${value.map((preference, at) => {
          const label = labels.get(key(preference)) ?? key(preference);
          return html`<li key=${key(preference)}>
            <span>${at + 1}. ${label}</span>
            ${at > 0 && html`<button
              class="btn btn--bare"
              type="button"
              aria-label=${t("online.orders.earlier", { what: label })}
              onClick=${() => moveUp(at)}
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
      ${unranked.length > 0 && html`<label class="rank__add">
        <span class="sr">${t("online.orders.add")}</span>
        <select onChange=${add}>
          <option value="">${t("online.orders.add")}</option>
          ${unranked.map((preference) => html`<option value=${key(preference.value)}>${preference.label}</option>`)}
        </select>
      </label>`}
    </div>
  </details>`;
}

/** @param {PanelProps} props */
export default function StandingOrdersPanel({ moment, faces, close }) {
  const t = useTranslation();
  const [stored, setStored] = useState(/** @type {StandingOrdersView | null} */ (null));
  const [orders, setOrders] = useState(/** @type {Orders | null} */ (null));
  const [problem, setProblem] = useState("");
  const [saved, setSaved] = useState(false);
  const receive = (/** @type {Promise<StandingOrdersView>} */ response, /** @type {boolean} */ isSaved) =>
    response.then(
      (received) => {
        setStored(received);
        setOrders(received.orders);
        setSaved(isSaved);
        setProblem("");
      },
      (error) => setProblem((error instanceof RequestRefused && error.message) || t("table.unreachable")),
    );
  useEffect(() => void receive(getStandingOrders(moment.game), false), [moment.game]);
  const change = (/** @type {Partial<Orders>} */ changes) => {
    setSaved(false);
    setOrders((before) => before && { ...before, ...changes });
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (orders) receive(putStandingOrders(moment.game, orders), true);
  };
  const possible = possiblePreferences(moment, faces, t);
  return html`<${Panel} title=${t("online.orders.title")} close=${close} class="panel--orders">
    <p class="panel__note">${t("online.orders.text")}</p>
    ${stored?.cancelled.map((message) => html`<p class="panel__problem" key=${`${message.turn}${message.kind}`}>
      ${message.text}
    </p>`)}
    ${problem && html`<p class="panel__problem" role="alert">${problem}</p>`}
    ${orders && html`<form onSubmit=${submit}>
      ${ORDER_KINDS.map((kind) => html`<${RankedList}
        key=${kind}
        kind=${kind}
        possible=${possible[kind]}
        value=${orders[kind]}
        change=${(/** @type {unknown[]} */ value) => change({ [kind]: value })}
      />`)}
      <label class="switch">
        <input
          type="checkbox"
          checked=${orders.redraw.length > 0}
          onChange=${() => change({ redraw: orders.redraw.length ? [] : ["stop"] })}
        /> ${t("online.orders.kind.redraw")}
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked=${orders.own_turn}
          onChange=${() => change({ own_turn: !orders.own_turn })}
        /> ${t("online.orders.own_turn")}
      </label>
      <p class="panel__tools"><button class="btn btn--main" type="submit">${t("online.orders.give")}</button></p>
      <p class="note" role="status">${saved && t("online.orders.given")}</p>
    </form>`}
  <//>`;
}
