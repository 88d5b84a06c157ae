// What the link of a letter is for: it is done by a button, not by opening the page.
import { html, useState } from "../vendor/preact.js";
import { Refused, confirmLetters, endLetters } from "../core/api.js";
import { useTitle } from "../core/router.js";
import { letterToken } from "../core/credentials.js";
import { useTexts } from "../core/i18n.js";
import { Head } from "../ui/PageHeader.js";

/** @param {{params: Record<string, string>}} props */
export default function LetterPage({ params }) {
  const t = useTexts();
  const what = params.what === "unsubscribe" ? "unsubscribe" : "confirm";
  const [state, show] = useState(/** @type {"asked" | "done"} */ ("asked"));
  const [problem, complain] = useState("");
  useTitle(`${t(`online.letter.${what}.title`)} · Sola Fide`);
  const go = () =>
    (what === "confirm" ? confirmLetters(letterToken()) : endLetters(letterToken())).then(
      () => show("done"),
      (refused) => complain((refused instanceof Refused && refused.message) || t("table.unreachable")),
    );
  return html`
    <${Head} />
    <main class="sheet arrival">
      <div class="sheet__title">
        <h1>${t(`online.letter.${what}.title`)}</h1>
        <p role="status">${t(`online.letter.${what}.${state}`)}</p>
      </div>
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <p class="arrival__tools">
        ${state === "asked" && html`<button class="btn btn--main" type="button" onClick=${go}>
          ${t(`online.letter.${what}.go`)}
        </button>`}
        <a class="btn" href="/games">${t("online.mine.title")}</a>
      </p>
    </main>
  `;
}
