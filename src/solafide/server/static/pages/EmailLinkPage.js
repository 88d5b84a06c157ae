// The page of links in e-mails: confirms an address or ends its notifications, when the button is pressed.
import { html, useState } from "../vendor/preact.js";
import { confirmEmail, unsubscribeEmail } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { emailToken } from "../core/secretLinks.js";
import { useTitle } from "../core/title.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @param {{params: Record<string, string>}} props */
export default function EmailLinkPage({ params }) {
  const t = useTranslation();
  const action = params.action === "unsubscribe" ? "unsubscribe" : "confirm";
  const [state, setState] = useState(/** @type {"asked" | "done"} */ ("asked"));
  const [problem, setProblem] = useState("");
  useTitle(`${t(`online.letter.${action}.title`)} · Sola Fide`);
  const submit = () =>
    (action === "confirm" ? confirmEmail(emailToken()) : unsubscribeEmail(emailToken())).then(
      () => setState("done"),
      (error) => setProblem((error instanceof RequestRefused && error.message) || t("table.unreachable")),
    );
  return html`
    <${PageHeader} />
    <main class="sheet lobby">
      <div class="sheet__title">
        <h1>${t(`online.letter.${action}.title`)}</h1>
        <p role="status">${t(`online.letter.${action}.${state}`)}</p>
      </div>
      ${problem && html`<p class="problems" role="alert">${problem}</p>`}
      <p class="lobby__tools">
        ${state === "asked" && html`<button class="btn btn--main" type="button" onClick=${submit}>
          ${t(`online.letter.${action}.go`)}
        </button>`}
        <a class="btn" href="/games">${t("online.mine.title")}</a>
      </p>
    </main>
  `;
}
