// Our rules by section, with a list of contents and a search.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { getRules } from "../core/api.js";
import { useMedia } from "../core/useMediaQuery.js";
import { lastGame, useTitle } from "../core/router.js";
import { useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { Head } from "../ui/PageHeader.js";

/** @import {Child} from "../vendor/preact" */
/** @import {RulesSection} from "../core/types" */

/** @returns {RulesSection[] | null} */
function useRules() {
  const { language } = useSettings();
  const [rules, show] = useState(/** @type {RulesSection[] | null} */ (null));
  useEffect(() => {
    let wanted = true;
    const attempt = () => {
      getRules().then(
        (found) => void (wanted && show(found)),
        () => void (wanted && setTimeout(attempt, 1000)),
      );
    };
    attempt();
    return () => void (wanted = false);
  }, [language]);
  return rules;
}

/** Without accents and capitals, letter for letter, so that places in it are places in the text.
 * @param {string} text */
const plain = (text) => Array.from(text, (letter) => letter.normalize("NFD")[0].toLowerCase()).join("");

/** @param {string} text
 * @param {string} word
 * @returns {Child[]} */
function marked(text, word) {
  if (!word) return [text];
  const letters = Array.from(text);
  const found = Array.from(plain(text)).join("");
  /** @type {Child[]} */
  const parts = [];
  let from = 0;
  for (let at = found.indexOf(word); at >= 0; at = found.indexOf(word, from)) {
    parts.push(letters.slice(from, at).join(""), html`<mark>${letters.slice(at, at + word.length).join("")}</mark>`);
    from = at + word.length;
  }
  return [...parts, letters.slice(from).join("")];
}

/** §6.1 and R14 open what they name; **bold** and *italic* are the only marks.
 * @param {string} text
 * @param {string} word
 * @returns {Child[]} */
function written(text, word) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|§\d+(?:\.\d+)*|\bR\d+\b)/).map((part) => {
    if (part.startsWith("**")) return html`<b>${written(part.slice(2, -2), word)}</b>`;
    if (part.startsWith("*")) return html`<em>${written(part.slice(1, -1), word)}</em>`;
    if (/^(§|R)\d/.test(part)) return html`<a href=${`/rules/${part.replace("§", "")}`} data-keepscroll>${part}</a>`;
    return marked(part, word);
  });
}

/** "6.1" lies within "6", "R14" within "R".
 * @param {string} section */
const isSub = (section) => /\.|^R\d/.test(section);
/** @param {string} section */
const numbered = (section) => (/^\d/.test(section) ? `§${section}` : section);

/** @param {{part: RulesSection, word: string, here: boolean}} props */
function Part({ part, word, here }) {
  const level = isSub(part.section) ? "h3" : "h2";
  return html`<section id=${`section-${part.section}`} class=${here ? "is-here" : undefined}>
    <${level}>
      <a href=${`/rules/${part.section}`} data-keepscroll>${numbered(part.section)}</a>
      <span>${marked(part.title, word)}</span>
    <//>
    ${part.text.map((paragraph, at) =>
      paragraph.startsWith("- ") ? (
        html`<ul key=${at}>
          ${paragraph.split("\n").map((line) => html`<li>${written(line.replace(/^- /, ""), word)}</li>`)}
        </ul>`
      ) : (
        html`<p key=${at}>${written(paragraph, word)}</p>`
      ),
    )}
  </section>`;
}

/** Beside the text; on a small screen folded up above it.
 * @param {{rules: RulesSection[], here: string}} props */
function Contents({ rules, here }) {
  const t = useTexts();
  const small = useMedia("(max-width: 899px)");
  const fold = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (fold.current) fold.current.open = !small;
  }, [small, here]);
  return html`<nav aria-label=${t("pages.rules.contents")}>
    <details class="rules__fold" ref=${fold}>
      <summary class="head2">${t("pages.rules.contents")}</summary>
      <ol class="rules__list">
        ${rules.map(({ section, title }) => html`<li key=${section} class=${isSub(section) ? "is-sub" : undefined}>
          <a href=${`/rules/${section}`} data-keepscroll aria-current=${section === here ? "location" : undefined}>
            <span class="lining">${numbered(section)}</span>
            <span>${title}</span>
          </a>
        </li>`)}
      </ol>
    </details>
  </nav>`;
}

/** Goes to a section when its address is opened, and each time the reader asks for it.
 * @param {string} here
 * @param {boolean} ready */
function useArrival(here, ready) {
  const arrived = useRef("");
  useEffect(() => {
    if (!ready || !here || arrived.current === here) return;
    arrived.current = here;
    const section = document.getElementById(`section-${here}`);
    document.querySelector(".rules__list [aria-current]")?.scrollIntoView({ block: "nearest" });
    section?.scrollIntoView();
    const heading = section?.querySelector("h2,h3");
    heading?.setAttribute("tabindex", "-1");
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
  }, [here, ready]);
}

/** @param {{params: Record<string, string>}} props */
export default function RulesPage({ params }) {
  const t = useTexts();
  const rules = useRules();
  const [asked, ask] = useState("");
  const here = params.section ?? "";
  const back = lastGame();
  const word = plain(asked.trim());
  const shown = useMemo(
    () =>
      (rules ?? []).filter(
        (part) => !word || plain([part.section, part.title, ...part.text].join("\n")).includes(word),
      ),
    [rules, word],
  );
  useTitle(`${t("pages.rules.title")} · Sola Fide`);
  useArrival(here, rules !== null);
  return html`
    <${Head} here="/rules" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("pages.rules.title")}</h1><p>${t("pages.rules.what")}</p></div>
      <div class="rules">
        <div class="rules__side">
          ${back && html`<a class="btn rules__back" href=${back}>
            <${Icon} name="ui-prev" />
            ${t("pages.rules.back")}
          </a>`}
          <search class="rules__find">
            <label for="find">${t("pages.rules.search")}</label>
            <input
              id="find"
              type="search"
              placeholder=${t("pages.rules.search")}
              autocomplete="off"
              spellcheck=${false}
              value=${asked}
              onInput=${(/** @type {Event} */ event) =>
                ask(/** @type {HTMLInputElement} */ (event.currentTarget).value)
              }
            />
            <p class="quiet" role="status">
              ${word && t(shown.length ? "pages.rules.found" : "pages.rules.not_found", { n: shown.length })}
            </p>
          </search>
          <${Contents} rules=${shown} here=${here} />
        </div>
        <div class="rules__text">
          ${rules ? (
            shown.map((part) => html`<${Part}
              key=${part.section}
              part=${part}
              word=${word}
              here=${part.section === here}
            />`)
          ) : (
            html`<p class="loading">${t("pages.rules.loading")}</p>`
          )}
        </div>
      </div>
    </main>
  `;
}
