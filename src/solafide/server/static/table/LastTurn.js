// The sentences of the last turns, in a panel of fixed height, with a button that opens the whole log.
import { html } from "../vendor/preact.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { groupByTurn } from "./EventLog.js";
import { useTable } from "./TableContext.js";

/** @import {EventView, Faith} from "../core/types" */

/** The latest turn with a sentence.
 * @param {EventView[]} log
 * @returns {EventView[]} */
export const latestTurn = (log) =>
  groupByTurn(log).findLast((events) => events.some((event) => event.text && event.event !== "turn")) ?? [];

export function LastTurn() {
  const { log, t, openLog } = useTable();
  const events = latestTurn(log);
  const [first] = events;
  const sentences = events.filter((event) => event.text && event.event !== "turn");
  return html`<section class="chron" aria-label=${t("table.last_turn")}>
    <h2 class="head2" key=${first?.version}>
      ${(first?.by === "C" || first?.by === "P") && html`<${FaithToken}
        faith=${/** @type {Faith} */ (first.by)}
        small=${true}
      />`}
      <span class="chron__title">${first?.event === "turn" ? first.text : t("table.last_turn")}</span>
    </h2>
    <ol class="chron__events">
      ${sentences.map((event, i) => html`<li key=${`${event.version}-${i}`}>${event.text}</li>`)}
    </ol>
    <button class="btn btn--bare btn--small chron__more" type="button" aria-keyshortcuts="L" onClick=${openLog}>
      ${t("table.whole_log")} <${Icon} name="ui-list" />
    </button>
  </section>`;
}
