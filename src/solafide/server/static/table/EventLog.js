// What happened, turn by turn, in sentences with the section of the rules behind each.
import { html, useMemo, useState } from "../vendor/preact.js";
import { Token } from "../ui/Icon.js";
import { Ref } from "./Question.js";
import { useScene } from "./TableContext.js";

/** @import {Happening} from "../core/types" */

/** So many turns are enough on a small screen. */
const RECENT = 6;

/**
 * @param {Happening[]} log
 * @returns {Happening[][]} each begins with its turn, the first may not
 */
function turns(log) {
  /** @type {Happening[][]} */
  const found = [];
  for (const event of log) {
    if (event.event === "turn" || !found.length) found.push([event]);
    else found[found.length - 1].push(event);
  }
  return found;
}

/** @param {{events: Happening[], now: boolean}} props */
function Turn({ events, now }) {
  const begins = events[0].event === "turn";
  const head = events[0];
  const told = (begins ? events.slice(1) : events).filter((event) => event.text);
  return useMemo(
    () => html`<li class=${`log__part${now ? " is-now" : ""}`}>
      ${begins && html`<h3 class="log__turn">
        ${(head.by === "C" || head.by === "P") && html`<${Token} faith=${head.by} small=${true} />`}
        <span>${head.text}</span>
      </h3>`}
      <ol>
        ${told.map((event, i) => html`<li
          key=${i}
          class=${event.event === "claimed" || event.event === "over" ? "is-weighty" : ""}
        >
          <span>${event.text}</span>
          <${Ref} section=${event.section} inside=${true} />
        </li>`)}
      </ol>
    </li>`,
    [events[0], events.length, events[events.length - 1], now],
  );
}

/** The links behind the lines are one stop of the Tab key: arrows walk from line to line, the latest first.
 * @param {KeyboardEvent} event */
function walk(event) {
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

export function Log() {
  const { log, moment, t, phone } = useScene();
  const [whole, showAll] = useState(false);
  const parts = useMemo(() => turns(log), [log]);
  const from = phone && !whole ? Math.max(0, parts.length - RECENT) : 0;
  return html`<section class="log" aria-label=${t("table.log")} tabindex="0" id="log" onKeyDown=${walk}>
    <h2 class="sr">${t("table.log")}</h2>
    <div>
      ${from > 0 && html`<button class="btn log__earlier" type="button" onClick=${() => showAll(true)}>
        ${t("table.earlier")}
      </button>`}
      ${from === 0 && moment.commitment && html`<p class="log__seal">
        ${t("pages.result.promised")}: <span>${moment.commitment}</span>
      </p>`}
      <ol class="log__parts">
        ${parts
          .slice(from)
          .map((events, i) => html`<${Turn} key=${from + i} events=${events} now=${from + i === parts.length - 1} />`)}
      </ol>
    </div>
  </section>`;
}
