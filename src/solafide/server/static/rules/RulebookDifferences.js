// Where the printed rulebooks differ in a section: how each says it, and the options of a new game.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";

/** @import {Lang, RulebookDifference} from "../core/types" */

/** The rulebooks by their languages: "English, German and Dutch".
 * @param {Lang[]} rulebooks
 * @param {Lang} language of the reader */
export function rulebookNames(rulebooks, language) {
  const names = new Intl.DisplayNames(language, { type: "language" });
  return new Intl.ListFormat(language, { type: "conjunction" }).format(rulebooks.map((each) => names.of(each) ?? each));
}

/** @param {{point: RulebookDifference, level: "h3" | "h4"}} props */
function Difference({ point: { title, option, ruling, readings }, level }) {
  const t = useTranslation();
  const { language } = useSettings();
  return html`<div class="rulebooks">
    <${level}>
      <span class="rulebooks__kind">${option ? t("pages.rules.option") : t("pages.rules.rulebooks_differ")}</span>
      ${" "}
      ${title}
    <//>
    <ul>
      ${readings.map(({ name, text, rulebooks }, at) => html`<li key=${at}>
        ${name && html`<b>${name}</b>${" "}`}
        ${text}
        ${option && at === 0 && html`${" "}<em>${t("pages.rules.usual")}</em>`}
        ${rulebooks.length > 0 && html`<small>
          ${t("pages.rules.in_rulebooks", { languages: rulebookNames(rulebooks, language) })}
        </small>`}
      </li>`)}
    </ul>
    <p class="quiet">${t("pages.rules.here")} <a href=${`/rules/${ruling}`} data-keepscroll>${ruling}</a></p>
  </div>`;
}

/** @param {{differences: RulebookDifference[], level: "h3" | "h4"}} props */
export const RulebookDifferences = ({ differences, level }) =>
  differences.map((point) => html`<${Difference} key=${point.id} point=${point} level=${level} />`);
