// The page while the server cannot be reached: what is missing, and that nothing is lost.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useTitle } from "../core/title.js";
import { LanguageSwitch } from "../ui/PageHeader.js";

const OWN_HOSTS = ["127.0.0.1", "localhost"];

/** @param {{refusal: string}} props the answer of a server that refuses this browser, "" if nobody answers */
export default function UnreachablePage({ refusal }) {
  const t = useTranslation();
  useTitle("Sola Fide");
  const place = OWN_HOSTS.includes(location.hostname) ? "here" : "elsewhere";
  return html`<main class="sheet missing-game">
    <p class="brand">Sola Fide</p>
    <h1>${t("pages.unreachable.title")}</h1>
    <p role="alert">${refusal || t(`pages.unreachable.${place}`, { host: location.hostname })}</p>
    ${!refusal && html`<p>${t("pages.unreachable.missing")}</p><p class="quiet">${t("pages.unreachable.waiting")}</p>`}
    <${LanguageSwitch} />
  </main>`;
}
