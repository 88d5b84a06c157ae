// The log: what happened, turn by turn, each sentence with a link to its section of the rules.
import { html, useMemo } from "../vendor/preact.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { RuleLink } from "../ui/RuleLink.js";
import { useTable } from "./TableContext.js";

/** @import {EventView} from "../core/types" */

/**
 * @param {EventView[]} log
 * @returns {EventView[][]} each begins with the event of its turn, except perhaps the first
 */
export function groupByTurn(log) {
  /** @type {EventView[][]} */
  const groups = [];
  for (const event of log) {
    if (event.event === "turn" || !groups.length) groups.push([event]);
    else groups[groups.length - 1].push(event);
  }
  return groups;
}

/** A sentence, in which the name of its card opens the card.
 * @param {{event: EventView}} props */
function Sentence({ event }) {
  const { faces, inspect } = useTable();
  const name = event.card ? faces.cards[String(event.card)]?.name : "";
  const at = name ? event.text.indexOf(name) : -1;
  if (!name || at < 0) return html`<span>${event.text}</span>`;
  const open = () => inspect({ kind: "card", card: String(event.card) });
  return html`<span>
    ${event.text.slice(0, at)}
    <button class="cardlink" type="button" tabindex="-1" data-opens=${event.card} onClick=${open}>${name}</button>
    ${event.text.slice(at + name.length)}
  </span>`;
}

/** @param {{events: EventView[], now: boolean, comment: string}} props comment: on the turn, "" if there is none */
function TurnEntry({ events, now, comment }) {
  const hasHeading = events[0].event === "turn";
  const first = events[0];
  const sentences = (hasHeading ? events.slice(1) : events).filter((event) => event.text);
  return useMemo(
    () => html`<li class=${`log__part${now ? " is-now" : ""}`}>
      ${hasHeading && html`<h3 class="log__turn">
        ${(first.by === "C" || first.by === "P") && html`<${FaithToken} faith=${first.by} small=${true} />`}
        <span>${first.text}</span>
      </h3>`}
      <ol>
        ${sentences.map((event, i) => html`<li
          key=${i}
          class=${event.event === "claimed" || event.event === "over" ? "is-weighty" : ""}
        >
          <${Sentence} event=${event} />
          <${RuleLink} variant="table" section=${event.section} tabbable=${false} />
        </li>`)}
      </ol>
      ${comment && html`<p class="log__comment"><${Icon} name="ui-talk" /> <span>${comment}</span></p>`}
    </li>`,
    [events[0], events.length, events[events.length - 1], now, comment],
  );
}

/** Move the focus with the arrow keys between the links and cards of the log, which are one stop for the Tab key.
 * @param {KeyboardEvent} event */
function moveFocus(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const links = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("a,button"))];
  const at = links.findIndex((link) => link === document.activeElement);
  const places = /** @type {Record<string, number>} */ ({
    ArrowUp: at < 0 ? links.length - 1 : Math.max(at - 1, 0),
    ArrowDown: at < 0 ? links.length - 1 : at + 1,
    Home: 0,
    End: links.length - 1,
  });
  const next = links[places[event.key]];
  if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
}

export function EventLog() {
  const { log, t, watching } = useTable();
  const turns = useMemo(() => groupByTurn(log), [log]);
  const comments = new Map(watching?.comments.map(({ turn, text }) => [turn, text]));
  return html`<section class="log" aria-label=${t("table.log")} tabindex="0" id="log" onKeyDown=${moveFocus}>
    <h2 class="sr">${t("table.log")}</h2>
    <ol class="log__parts">
      ${turns.map((events, at) => html`<${TurnEntry}
        key=${at}
        events=${events}
        now=${at === turns.length - 1}
        comment=${comments.get(Number(events[0].number)) ?? ""}
      />`)}
    </ol>
  </section>`;
}
