// Why the server has refused something, one line for each problem.
import { html } from "../vendor/preact.js";

/**
 * @param {{title: string, text: string}} props
 */
export function ProblemList({ title, text }) {
  const lines = text.split("\n").filter((line) => line.trim());
  return html`<div class="problems" role="alert">
    <b>${title}</b>
    ${lines.length > 0 && html`<ol>${lines.map((line) => html`<li>${line}</li>`)}</ol>`}
  </div>`;
}
