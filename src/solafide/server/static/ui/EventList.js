// What happened, as a list of sentences, each with its section of the rules.
import { html } from "../vendor/preact.js";
import { Section } from "./RuleLink.js";

/** @import {Happening} from "../core/types" */

/** @param {{events: Happening[], alone?: boolean}} props alone: each event by itself, not gathered into sentences */
export function ToldList({ events, alone = false }) {
  const said = events
    .map((event) => ({ text: alone ? event.alone : event.text, section: event.section }))
    .filter(({ text }) => text);
  return html`<ol class="told">
    ${said.map(({ text, section }) => html`<li><span>${text}</span><${Section} section=${section} /></li>`)}
  </ol>`;
}
