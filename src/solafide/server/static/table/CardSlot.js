// A card on the table that opens large: with a click, Enter or Space.
import { html } from "../vendor/preact.js";
import { Card, ChartResult } from "./Card.js";
import { useTable } from "./TableContext.js";

/** @import {CardFace, ResultFace} from "../core/types" */

/** The face of a card, or the result of the Military Chart that stands for it: "M3".
 * @param {import("../core/types").CardSetFaces} faces
 * @param {string} card
 * @returns {{face: CardFace | null, result: ResultFace | null}} */
export function faceOf(faces, card) {
  const face = faces.cards[card] ?? null;
  return { face, result: face ? null : (faces.results.find(({ roll }) => card === `M${roll}`) ?? null) };
}

/** @param {{card: string, steps?: import("./Card.js").Step[], pile?: string}} props */
export function CardSlot({ card, steps = [], pile }) {
  const { faces, inspect, t } = useTable();
  const { face, result } = faceOf(faces, card);
  const open = () => inspect({ kind: "card", card });
  const rest = { onClick: open, "data-pile": pile, "data-opens": card, title: t("table.open_card") };
  if (face) return html`<${Card} face=${face} steps=${steps} ...${rest} />`;
  return result ? html`<${ChartResult} result=${result} steps=${steps} ...${rest} />` : null;
}
