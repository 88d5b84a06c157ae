// A section of our rules, to be opened.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";

/** Says nothing where there is no section; one may be written "6.1" or "§6.1".
 * @param {{section: string}} props */
export function Section({ section }) {
  const t = useTexts();
  const number = section.replace("§", "");
  if (!number) return null;
  return html`<a class="section" href=${`/rules/${number}`} aria-label=${t("moments.section", { section: number })}>
    §${number}
  </a>`;
}
