// The log: what happened, turn by turn, each sentence with a link to its section of the rules.
import { html, useMemo, useState } from "../vendor/preact.js";
import { FaithToken } from "../ui/FaithToken.js";
import { RuleLink } from "../ui/RuleLink.js";
import { useTable } from "./TableContext.js";

/** @import {EventView} from "../core/types" */

/** How many turns are shown on a phone before the player asks for all. */
const MAX_TURNS_ON_PHONE = 6;

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

/** @param {{events: EventView[], now: boolean}} props */
function TurnEntry({ events, now }) {
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
          <span>${event.text}</span>
          <${RuleLink} variant="table" section=${event.section} tabbable=${false} />
        </li>`)}
      </ol>
    </li>`,
    [events[0], events.length, events[events.length - 1], now],
  );
}

/** Move the focus with the arrow keys between the links of the log, which are one stop for the Tab key.
 * @param {KeyboardEvent} event */
function moveFocus(event) {
  const links = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("a")];
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
  const { log, moment, t, isPhone } = useTable();
  const [isWhole, setWhole] = useState(false);
  const turns = useMemo(() => groupByTurn(log), [log]);
  const firstShown = isPhone && !isWhole ? Math.max(0, turns.length - MAX_TURNS_ON_PHONE) : 0;
  return html`<section class="log" aria-label=${t("table.log")} tabindex="0" id="log" onKeyDown=${moveFocus}>
    <h2 class="sr">${t("table.log")}</h2>
    <div>
      ${firstShown > 0 && html`<button class="btn log__earlier" type="button" onClick=${() => setWhole(true)}>
        ${t("table.earlier")}
      </button>`}
      ${firstShown === 0 && moment.commitment && html`<p class="log__seal">
        ${t("pages.result.promised")}: <span>${moment.commitment}</span>
      </p>`}
      <ol class="log__parts">
        ${turns
          .slice(firstShown)
          .map((events, i) => html`<${TurnEntry}
            key=${firstShown + i}
            events=${events}
            now=${firstShown + i === turns.length - 1}
          />`)}
      </ol>
    </div>
  </section>`;
}
