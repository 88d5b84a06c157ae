// The footer of the pages of an online server: a link to the privacy notice.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { isOnline } from "../core/serverKind.js";

export function PageFooter() {
  const t = useTranslation();
  if (!isOnline()) return null;
  return html`<footer class="page-footer"><a href="/privacy">${t("online.privacy.title")}</a></footer>`;
}
