// A line over the header: a new version of the page is ready, and one button loads it.
import { html, useEffect, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { applyNewVersion, registerServiceWorker, watchNewVersion } from "../core/serviceWorker.js";

export function UpdateNotice() {
  const t = useTranslation();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    registerServiceWorker();
    return watchNewVersion(() => setReady(true));
  }, []);
  return html`<div class="update-notice" role="status">
    ${isReady && html`
      <p>${t("pages.update.ready")}</p>
      <button class="btn btn--main" type="button" onClick=${applyNewVersion}>${t("pages.update.apply")}</button>
    `}
  </div>`;
}
