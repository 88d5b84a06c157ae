// The text of the tooltip: what an element of the table is, what a choice would change, or why there is none.
import { circleOption } from "./placeOptions.js";

/** @import {Estate, TextWithSection} from "../core/types" */
/** @import {TableState} from "./TableContext" */
/** @typedef {{lines: string[], why: TextWithSection | null, territories: string[]}} TooltipContent */

/**
 * @param {TableState} table
 * @param {number} circle
 * @param {Estate} side
 * @param {number} at
 */
function territoryText({ moment, faces, t }, circle, side, at) {
  const face = faces.circles[circle - 1][side][at];
  const holder = moment.view.circles[circle - 1][side]?.[at] ?? "N";
  return t(holder !== face.print && holder !== "N" ? "table.territory_token" : "table.territory", {
    name: face.name,
    holder: t(`table.faith.${holder}`),
    print: t(`table.faith.${face.print}`),
  });
}

/**
 * @param {TableState} table
 * @param {number} circle
 * @param {boolean} withTerritories
 * @returns {TooltipContent}
 */
function circleContent(table, circle, withTerritories) {
  const { moment, faces, optionsAt, t } = table;
  const view = moment.view.circles[circle - 1];
  const option = circleOption(optionsAt, circle);
  const lines = option?.consequence ? [option.consequence] : [];
  const why = optionsAt.circles.has(circle) ? null : (moment.text.why_not[`circle:${circle}`] ?? null);
  /** @type {Estate[]} */
  const sides = ["nobility", "commoners"];
  const territories =
    withTerritories && view.state === "in_play"
      ? sides.map((side) =>
          t(`table.names.${side}`, { names: faces.circles[circle - 1][side].map((each) => each.name).join(", ") }),
        )
      : [];
  return { lines, why, territories };
}

/**
 * @param {TableState} table
 * @param {string[]} parts
 * @returns {TooltipContent}
 */
function slotContent(table, [circle, side, at]) {
  const place = `${circle}:${side}:${at}`;
  const { why_not: why } = table.moment.text;
  const options = table.optionsAt.circles.get(Number(circle)) ?? [];
  const reason =
    why[`territory:${place}`] ??
    why[`side:${circle}:${side}`] ??
    (options.length ? null : why[`circle:${circle}`]) ??
    null;
  const direct = circleOption(table.optionsAt, Number(circle));
  const lines = [territoryText(table, Number(circle), /** @type {Estate} */ (side), Number(at))];
  if (direct?.consequence) lines.push(direct.consequence);
  return { lines, why: reason, territories: [] };
}

/**
 * @param {TableState} table
 * @param {string} key `data-note` of the element: "circle:4", "slot:4:nobility:2", "card:C05", "hint"
 * @param {boolean} focused by keyboard: no single territory can be pointed at, so a circle names all of them
 * @returns {TooltipContent | null}
 */
export function tooltipContent(table, key, focused) {
  const { moment, t, optionsAt } = table;
  const [kind, ...rest] = key.split(":");
  const plain = (/** @type {string} */ text) => ({ lines: text ? [text] : [], why: null, territories: [] });
  if (kind === "slot") return slotContent(table, rest);
  if (kind === "circle") return circleContent(table, Number(rest[0]), focused);
  if (kind === "track") {
    const reason = optionsAt.circles.has(Number(rest[0])) ? null : (moment.text.why_not[`circle:${rest[0]}`] ?? null);
    return { lines: [t("table.track", { space: t(`table.space.${rest[1]}`) })], why: reason, territories: [] };
  }
  if (kind === "disputation")
    return { lines: [t("table.disputation")], why: { text: "", section: "2.6" }, territories: [] };
  if (kind === "question")
    return {
      lines: [moment.text.explanation.text],
      why: { text: "", section: moment.text.explanation.section },
      territories: [],
    };
  if (kind === "takeback")
    return plain(
      moment.permissions.undo === "" || moment.permissions.takeback === ""
        ? ""
        : moment.permissions.undo || moment.permissions.takeback,
    );
  if (kind === "hint") return plain(moment.permissions.hint);
  if (kind === "answer")
    return plain(moment.text.options.find((option) => option.choice === rest.join(":"))?.consequence ?? "");
  const option =
    kind === "card"
      ? optionsAt.cards.get(rest[0])
      : kind === "deck"
        ? optionsAt.decks.get(rest[0])
        : optionsAt.words.get(kind);
  if (option) return plain(option.consequence);
  return { lines: [], why: moment.text.why_not[key] ?? null, territories: [] };
}

/** @param {TooltipContent | null} content */
export const isEmptyContent = (content) =>
  !content ||
  (!content.lines.some(Boolean) && !content.why?.text && !content.why?.section && !content.territories.length);
