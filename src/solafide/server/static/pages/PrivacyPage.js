// The privacy notice of an online server: what it stores, what for, how long, and whom to ask.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getPrivacyNotice } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @import {PrivacyEntry, PrivacyNotice, PrivacySection} from "../core/types" */

const RETRY_MS = 1000;

/** The notice in the language of the page, null until it is loaded.
 * @returns {PrivacyNotice | null} */
function usePrivacyNotice() {
  const { language } = useSettings();
  const [notice, setNotice] = useState(/** @type {PrivacyNotice | null} */ (null));
  useEffect(() => {
    let active = true;
    const attempt = () => {
      getPrivacyNotice().then(
        (received) => void (active && setNotice(received)),
        () => void (active && setTimeout(attempt, RETRY_MS)),
      );
    };
    attempt();
    return () => void (active = false);
  }, [language]);
  return notice;
}

/** @param {{entry: PrivacyEntry}} props */
function Entry({ entry }) {
  const t = useTranslation();
  return html`<div class="privacy__entry">
    <h3>${entry.name}</h3>
    <p>${entry.text}</p>
    <dl>
      <div><dt>${t("online.privacy.purpose")}</dt><dd>${entry.purpose}</dd></div>
      <div>
        <dt>${t("online.privacy.period")}</dt>
        ${entry.periods.map((sentence) => html`<dd key=${sentence}>${sentence}</dd>`)}
      </div>
    </dl>
  </div>`;
}

/** @param {{section: PrivacySection}} props */
function Section({ section }) {
  return html`<section id=${section.id}>
    <h2>${section.title}</h2>
    ${section.text.map((text) => html`<p key=${text}>${text}</p>`)}
    ${section.links.map(({ text, address }) => html`<p key=${address}><a href=${address}>${text}</a></p>`)}
    ${section.entries.map((entry) => html`<${Entry} key=${entry.id} entry=${entry} />`)}
  </section>`;
}

export default function PrivacyPage() {
  const t = useTranslation();
  const notice = usePrivacyNotice();
  useTitle(`${t("online.privacy.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/privacy" />
    <main class="sheet sheet--narrow">
      <div class="sheet__title"><h1>${t("online.privacy.title")}</h1><p>${t("online.privacy.what")}</p></div>
      <div class="privacy">
        ${notice ? (
          notice.sections.map((section) => html`<${Section} key=${section.id} section=${section} />`)
        ) : (
          html`<p class="loading">${t("online.privacy.loading")}</p>`
        )}
      </div>
    </main>
  `;
}
