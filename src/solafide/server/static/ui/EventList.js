// Events as a list of sentences, each with a link to its section of the rules.
import { html } from "../vendor/preact.js";
import { RuleLink } from "./RuleLink.js";

/** @import {EventView} from "../core/types" */

/** @param {{events: EventView[], alone?: boolean}} props alone: one sentence for each event, not one for several */
export function EventList({ events, alone = false }) {
  const items = events
    .map((event) => ({ text: alone ? event.standalone_text : event.text, section: event.section }))
    .filter(({ text }) => text);
  return html`<ol class="event-list">
    ${items.map(({ text, section }) => html`<li><span>${text}</span><${RuleLink} section=${section} /></li>`)}
  </ol>`;
}
