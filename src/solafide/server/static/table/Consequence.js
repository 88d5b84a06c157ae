// What is certain to follow from a choice, and whether it can be taken back.
import { html } from "../vendor/preact.js";
import { useTable } from "./TableContext.js";

/** @import {Option} from "../core/types" */

/** @param {{option: Option}} props */
export function Consequence({ option }) {
  const { t } = useTable();
  return html`
    ${option.consequence}
    ${option.final && html`${option.consequence && " "}<span class="then__final">${t("table.is_final")}</span>`}
  `;
}
