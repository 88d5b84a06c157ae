// The head of the pages around the table: where one is, the languages, the rules, the light.
import { html } from "../vendor/preact.js";
import { isOnline } from "../core/serverKind.js";
import { LANGUAGES, set, useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "./Icon.js";

/** @import {Lang} from "../core/types" */

/** The names of the languages in themselves. */
const NAMES = Object.fromEntries(LANGUAGES.map((lang) => [lang, named(lang)]));

/** @param {Lang} lang */
function named(lang) {
  const name = new Intl.DisplayNames(lang, { type: "language" }).of(lang) ?? lang;
  return name[0].toLocaleUpperCase(lang) + name.slice(1);
}

export function Languages() {
  const t = useTexts();
  const { language } = useSettings();
  return html`<nav class="langs" aria-label=${t("pages.settings.language")}>
    ${LANGUAGES.map((lang) => html`<button
      type="button"
      key=${lang}
      lang=${lang}
      aria-current=${lang === language ? "true" : undefined}
      onClick=${() => set({ language: lang })}
    >
      ${NAMES[lang]}
    </button>`)}
  </nav>`;
}

/** @param {Lang} lang */
export const languageName = (lang) => NAMES[lang];

function Light() {
  const t = useTexts();
  const { theme } = useSettings();
  const dark = theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  const next = dark ? "light" : "dark";
  const name = t(`pages.settings.theme_is.${next}`);
  return html`<button class="btn btn--bare" type="button" title=${name} onClick=${() => set({ theme: next })}>
    <${Icon} name=${dark ? "ui-lamp" : "ui-candle"} />
    <span>${name}</span>
  </button>`;
}

/** @param {{here: string, icon: string, to: string, name: string}} props */
function Link({ here, icon, to, name }) {
  return html`<a class="btn btn--bare" href=${to} title=${name} aria-current=${here === to ? "page" : undefined}>
    <${Icon} name=${icon} />
    <span>${name}</span>
  </a>`;
}

/**
 * @param {{here?: string, where?: string}} props `here` is the address of the page itself
 */
export function Head({ here = "", where = "" }) {
  const t = useTexts();
  return html`<header class="head head--page">
    <a class="brand" href="/">Sola Fide</a>
    <p class="head__where">${where}</p>
    <${Languages} />
    <nav class="head__tools" aria-label=${t("pages.head")}>
      <${Link} here=${here} icon="ui-book" to="/rules" name=${t("pages.rules.title")} />
      <${Link} here=${here} icon="ui-piles" to="/games" name=${t("pages.games.title")} />
      <${Link} here=${here} icon="ui-gear" to="/settings" name=${t("pages.settings.title")} />
      ${isOnline() && html`<${Link} here=${here} icon="ui-key" to="/data" name=${t("online.mine.data")} />`}
      <${Light} />
    </nav>
  </header>`;
}
