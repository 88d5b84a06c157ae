// The face of a card, a circle or a line of the Military Chart, as large as on its own page.
import { html } from "../vendor/preact.js";
import { Card, ChartResult } from "../table/Card.js";
import { CircleSheet } from "./CircleSheet.js";

/** @import {Entry} from "./entries" */

/** @param {{entry: Entry, level?: "h2" | "h4"}} props level: of the headings of a circle */
export function EntryFace({ entry, level = "h2" }) {
  if (entry.card) return html`<${Card} face=${entry.card} size="large" />`;
  if (entry.result) return html`<${ChartResult} result=${entry.result} size="large" />`;
  return entry.circle ? html`<${CircleSheet} face=${entry.circle} level=${level} />` : null;
}
