// The page of one game: its draft, its table or its result, whichever its moment asks for.
import { html } from "../vendor/preact.js";
import { useGame } from "../lib/game.js";
import { useTexts } from "../lib/texts.js";

/** @param {{params: Record<string, string>}} props */
export default function GamePage({ params }) {
  const t = useTexts();
  const { shown, problem } = useGame(params.game, params.at === undefined ? null : Number(params.at));
  if (!shown) return html`<main class="sheet" aria-busy="true"><h1>Sola Fide</h1>${problem && html`<p role="alert">${problem.message || t("table.unreachable")}</p>`}</main>`;
  return html`<main class="table"><h1>Sola Fide</h1><p>${shown.moment.said.question}</p></main>`;
}
