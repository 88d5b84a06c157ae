// The end of a game at the table, in place of the hand: who has won, between the seals and points of both faiths.
import { html } from "../vendor/preact.js";
import { WaxSeal } from "../analysis/WaxSeal.js";
import { resultTitle } from "../analysis/sheetContent.js";
import { classNames } from "../core/classNames.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "./TableContext.js";

/** @import {Faith} from "../core/types" */

/** @param {{faith: Faith}} props */
function VerdictSide({ faith }) {
  const { moment } = useTable();
  const { outcome, faiths } = moment.view;
  const hasLost = outcome?.winner !== null && outcome?.winner !== faith;
  return html`<div class=${classNames("verdict__side", faith === "P" && "verdict__side--p", hasLost && "has-lost")}>
    <${WaxSeal} faith=${faith} class="verdict__seal" />
    <b class=${classNames("verdict__points", faith === "P" && "p-ink")}>${faiths[faith].points}</b>
  </div>`;
}

/** The question says the same in a sentence, which screen readers read. */
export default function Verdict() {
  const { moment, t } = useTable();
  return html`<div class="verdict" aria-hidden="true">
    <${VerdictSide} faith="C" />
    <div class="verdict__in">
      <${Icon} name="ornament-rule" class="verdict__rule" />
      <p class="verdict__title">${resultTitle(moment, t)}</p>
      <${Icon} name="ornament-rule" class="verdict__rule" />
    </div>
    <${VerdictSide} faith="P" />
  </div>`;
}
