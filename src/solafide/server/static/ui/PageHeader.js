// The header of all pages but the table: languages, links, theme.
import { html } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { useTranslation } from "../core/i18n.js";
import { isOnline } from "../core/serverKind.js";
import { LANGUAGES, changeSettings, isDarkTheme, useSettings } from "../core/settings.js";
import { Icon } from "./Icon.js";

/** @import {Lang} from "../core/types" */

/** The name of each language in that language. */
const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map((lang) => [lang, nameOfLanguage(lang)]));

/** @param {Lang} lang */
function nameOfLanguage(lang) {
  const name = new Intl.DisplayNames(lang, { type: "language" }).of(lang) ?? lang;
  return name[0].toLocaleUpperCase(lang) + name.slice(1);
}

export function LanguageSwitch() {
  const t = useTranslation();
  const { language } = useSettings();
  return html`<nav class="langs" aria-label=${t("pages.settings.language")}>
    ${LANGUAGES.map((lang) => html`<button
      type="button"
      key=${lang}
      lang=${lang}
      aria-current=${lang === language ? "true" : undefined}
      onClick=${() => changeSettings({ language: lang })}
    >
      ${LANGUAGE_NAMES[lang]}
    </button>`)}
  </nav>`;
}

/** @param {Lang} lang */
export const languageName = (lang) => LANGUAGE_NAMES[lang];

/** @param {{isInTabs?: boolean}} props `isInTabs`: a phone shows another one in the header */
function ThemeButton({ isInTabs = false }) {
  const t = useTranslation();
  const isDark = isDarkTheme(useSettings());
  const next = isDark ? "light" : "dark";
  const name = t(`pages.settings.theme_is.${next}`);
  return html`<button
    class=${classNames("btn btn--bare", isInTabs ? "tabs__not" : "head__theme")}
    type="button"
    title=${name}
    onClick=${() => changeSettings({ theme: next })}
  >
    <${Icon} name=${isDark ? "ui-lamp" : "ui-candle"} />
    <span>${name}</span>
  </button>`;
}

/** @param {{here: string, icon: string, to: string, name: string, isTab?: boolean}} props isTab: on a phone, too */
function HeaderLink({ here, icon, to, name, isTab = true }) {
  return html`<a
    class=${classNames("btn btn--bare", !isTab && "tabs__not")}
    href=${to}
    title=${name}
    aria-current=${here === to ? "page" : undefined}
  >
    <${Icon} name=${icon} />
    <span>${name}</span>
  </a>`;
}

/** On a phone the links are tabs at the bottom of the screen, unless the page is a game.
 * @param {{here?: string, where?: string, isGame?: boolean}} props `here`: the address of this page; `where`: a text
 *   about it */
export function PageHeader({ here = "", where = "", isGame = false }) {
  const t = useTranslation();
  return html`<header class="head head--page">
    <a class="brand" href="/">Sola Fide</a>
    <p class="head__where">${where}</p>
    <${LanguageSwitch} />
    <nav class=${classNames("head__tools", !isGame && "tabs")} aria-label=${t("pages.head")}>
      ${!isGame && html`<${HeaderLink} here=${here} icon="ui-seat" to="/" name=${t("pages.new.title")} />`}
      <${HeaderLink} here=${here} icon="ui-book" to="/rules" name=${t("pages.rules.title")} />
      <${HeaderLink} here=${here} icon="ui-cards" to="/cards" name=${t("gallery.cards")} />
      <${HeaderLink} here=${here} icon="ui-flag" to="/record" name=${t("record.title")} />
      <${HeaderLink} here=${here} icon="ui-piles" to="/games" name=${t("pages.games.title")} isTab=${false} />
      <${HeaderLink} here=${here} icon="ui-gear" to="/settings" name=${t("pages.settings.title")} />
      ${isOnline() && html`<${HeaderLink}
        here=${here}
        icon="ui-key"
        to="/data"
        name=${t("online.mine.data")}
        isTab=${false}
      />`}
      <${ThemeButton} isInTabs=${!isGame} />
    </nav>
    ${!isGame && html`<${ThemeButton} />`}
  </header>`;
}
