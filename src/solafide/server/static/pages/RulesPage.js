// The rules by section, with a table of contents and a search.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { normalize } from "../core/normalize.js";
import { lastGamePath } from "../core/router.js";
import { useTitle } from "../core/title.js";
import { useMediaQuery } from "../core/useMediaQuery.js";
import { useRules } from "../core/useRules.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @import {Child} from "../vendor/preact" */
/** @import {RulesSection} from "../core/types" */

/** @param {string} text
 * @param {string} word
 * @returns {Child[]} */
export function markMatches(text, word) {
  if (!word) return [text];
  const letters = Array.from(text);
  const haystack = Array.from(normalize(text)).join("");
  /** @type {Child[]} */
  const parts = [];
  let from = 0;
  for (let at = haystack.indexOf(word); at >= 0; at = haystack.indexOf(word, from)) {
    parts.push(letters.slice(from, at).join(""), html`<mark>${letters.slice(at, at + word.length).join("")}</mark>`);
    from = at + word.length;
  }
  return [...parts, letters.slice(from).join("")];
}

/** Format a paragraph: **bold**, *italic*, and links to sections such as §6.1 and R14.
 * @param {string} text
 * @param {string} word
 * @returns {Child[]} */
function formatText(text, word) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|§\d+(?:\.\d+)*|\bR\d+\b)/).map((part) => {
    if (part.startsWith("**")) return html`<b>${formatText(part.slice(2, -2), word)}</b>`;
    if (part.startsWith("*")) return html`<em>${formatText(part.slice(1, -1), word)}</em>`;
    if (/^(§|R)\d/.test(part)) return html`<a href=${`/rules/${part.replace("§", "")}`} data-keepscroll>${part}</a>`;
    return markMatches(part, word);
  });
}

/** Whether a section is part of another one: "6.1" of "6", "R14" of "R".
 * @param {string} section */
const isSubsection = (section) => /\.|^R\d/.test(section);
/** @param {string} section */
const sectionNumber = (section) => (/^\d/.test(section) ? `§${section}` : section);

/** @param {{part: RulesSection, word: string, here: boolean}} props */
function RuleSection({ part, word, here }) {
  const level = isSubsection(part.section) ? "h3" : "h2";
  return html`<section id=${`section-${part.section}`} class=${here ? "is-here" : undefined}>
    <${level}>
      <a href=${`/rules/${part.section}`} data-keepscroll>${sectionNumber(part.section)}</a>
      <span>${markMatches(part.title, word)}</span>
    <//>
    ${part.text.map((paragraph, at) =>
      paragraph.startsWith("- ") ? (
        html`<ul key=${at}>
          ${paragraph.split("\n").map((line) => html`<li>${formatText(line.replace(/^- /, ""), word)}</li>`)}
        </ul>`
      ) : (
        html`<p key=${at}>${formatText(paragraph, word)}</p>`
      ),
    )}
  </section>`;
}

/** The table of contents: beside the text, on a small screen closed above it.
 * @param {{rules: RulesSection[], here: string}} props */
function RulesContents({ rules, here }) {
  const t = useTranslation();
  const small = useMediaQuery("(max-width: 899px)");
  const fold = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (fold.current) fold.current.open = !small;
  }, [small, here]);
  return html`<nav aria-label=${t("pages.rules.contents")}>
    <details class="rules__fold" ref=${fold}>
      <summary class="head2">${t("pages.rules.contents")}</summary>
      <ol class="rules__list">
        ${rules.map(({ section, title }) => html`<li
          key=${section}
          class=${isSubsection(section) ? "is-sub" : undefined}
        >
          <a href=${`/rules/${section}`} data-keepscroll aria-current=${section === here ? "location" : undefined}>
            <span class="lining">${sectionNumber(section)}</span>
            <span>${title}</span>
          </a>
        </li>`)}
      </ol>
    </details>
  </nav>`;
}

/** Scroll to the section of the address, and give it the focus.
 * @param {string} here
 * @param {boolean} ready */
function useScrollToSection(here, ready) {
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
  const t = useTranslation();
  const rules = useRules();
  const [search, setSearch] = useState("");
  const here = params.section ?? "";
  const gamePath = lastGamePath();
  const query = normalize(search.trim());
  const shown = useMemo(
    () =>
      (rules ?? []).filter(
        (part) => !query || normalize([part.section, part.title, ...part.text].join("\n")).includes(query),
      ),
    [rules, query],
  );
  useTitle(`${t("pages.rules.title")} · Sola Fide`);
  useScrollToSection(here, rules !== null);
  return html`
    <${PageHeader} here="/rules" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("pages.rules.title")}</h1><p>${t("pages.rules.what")}</p></div>
      <div class="rules">
        <div class="rules__side">
          ${gamePath && html`<a class="btn rules__back" href=${gamePath}>
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
              value=${search}
              onInput=${(/** @type {Event} */ event) =>
                setSearch(/** @type {HTMLInputElement} */ (event.currentTarget).value)
              }
            />
            <p class="quiet" role="status">
              ${query && t(shown.length ? "pages.rules.found" : "pages.rules.not_found", { n: shown.length })}
            </p>
          </search>
          <${RulesContents} rules=${shown} here=${here} />
        </div>
        <div class="rules__text">
          ${rules ? (
            shown.map((part) => html`<${RuleSection}
              key=${part.section}
              part=${part}
              word=${query}
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
