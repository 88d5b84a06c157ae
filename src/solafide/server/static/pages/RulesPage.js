// The rules by section, with pictures, examples to play, rulings, options, a search, and a table of contents.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { lastGamePath } from "../core/router.js";
import { useTitle } from "../core/title.js";
import { useMediaQuery } from "../core/useMediaQuery.js";
import { useRules } from "../core/useRules.js";
import { arrangeRules, isRuling, isSubsection, searchWords, sectionNumber } from "../rules/arrange.js";
import { RulebookDifferences } from "../rules/RulebookDifferences.js";
import { RulePictures } from "../rules/RulePictures.js";
import { markWords, Paragraphs } from "../rules/RuleText.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @import {CardSetFaces, RulesSection} from "../core/types" */
/** @import {Chapter} from "../rules/arrange" */

/** @param {{part: RulesSection, level: "h2" | "h3" | "h4", words: string[]}} props */
const SectionHeading = ({ part: { section, title }, level, words }) => html`<${level}>
  <a href=${`/rules/${section}`} data-keepscroll>${sectionNumber(section)}</a>
  <span>${markWords(title, words)}</span>
<//>`;

/** The rulings of a section: folded, unless one of them is the section of the address or was searched for.
 * @param {{rulings: RulesSection[], level: "h3" | "h4", words: string[], here: string}} props */
function Rulings({ rulings, level, words, here }) {
  const t = useTranslation();
  const isOpen = words.length > 0 || rulings.some(({ section }) => section === here);
  return html`<details class="rulings" open=${isOpen}>
    <summary>
      ${t("pages.rules.rulings")} <span class="quiet">${rulings.map(({ section }) => section).join(", ")}</span>
    </summary>
    ${rulings.map((part) => html`<section
      key=${part.section}
      id=${`section-${part.section}`}
      class=${part.section === here ? "is-here" : undefined}
    >
      <${SectionHeading} part=${part} level=${level} words=${words} />
      <${Paragraphs} text=${part.text} words=${words} />
    </section>`)}
  </details>`;
}

/** All rulings by number, after the introduction to them.
 * @param {{rules: RulesSection[]}} props */
const RulingIndex = ({ rules }) => html`<ul class="rules__index">
  ${rules
    .filter(({ section }) => isRuling(section))
    .map(({ section, title }) => html`<li key=${section}>
      <a href=${`/rules/${section}`} data-keepscroll><span class="lining">${section}</span> <span>${title}</span></a>
    </li>`)}
</ul>`;

/** @param {{chapter: Chapter, rules: RulesSection[], words: string[], here: string, faces: CardSetFaces | null}}
 *   props */
function RuleSection({ chapter: { part, rulings }, rules, words, here, faces }) {
  const isSub = isSubsection(part.section);
  return html`<section id=${`section-${part.section}`} class=${part.section === here ? "is-here" : undefined}>
    <${SectionHeading} part=${part} level=${isSub ? "h3" : "h2"} words=${words} />
    <${Paragraphs} text=${part.text} words=${words} />
    ${part.section === "R" && !words.length && html`<${RulingIndex} rules=${rules} />`}
    ${part.example && html`<${RulePictures} section=${part.section} example=${part.example} faces=${faces} />`}
    <${RulebookDifferences} differences=${part.differences} level=${isSub ? "h4" : "h3"} />
    ${rulings.length > 0 && html`<${Rulings}
      rulings=${rulings}
      level=${isSub ? "h4" : "h3"}
      words=${words}
      here=${here}
    />`}
  </section>`;
}

/** The table of contents: beside the text, on a small screen closed above it.
 * @param {{chapters: Chapter[], here: string}} props */
function RulesContents({ chapters, here }) {
  const t = useTranslation();
  const small = useMediaQuery("(max-width: 899px)");
  const fold = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (fold.current) fold.current.open = !small;
  }, [small, here]);
  const isHere = (/** @type {Chapter} */ { part, rulings }) =>
    [part, ...rulings].some(({ section }) => section === here);
  return html`<nav class="rules__contents" aria-label=${t("pages.rules.contents")}>
    <details class="rules__fold" ref=${fold}>
      <summary class="head2">${t("pages.rules.contents")}</summary>
      <ol class="rules__list">
        ${chapters.map((chapter) => html`<li
          key=${chapter.part.section}
          class=${isSubsection(chapter.part.section) ? "is-sub" : undefined}
        >
          <a
            href=${`/rules/${chapter.part.section}`}
            data-keepscroll
            aria-current=${isHere(chapter) ? "location" : undefined}
          >
            <span class="lining">${sectionNumber(chapter.part.section)}</span>
            <span>${chapter.part.title}</span>
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
    const heading = section?.querySelector("h2,h3,h4");
    heading?.setAttribute("tabindex", "-1");
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
  }, [here, ready]);
}

/** Everything is printed, what is folded on the screen too. */
function useUnfoldedPrint() {
  useEffect(() => {
    /** @type {HTMLDetailsElement[]} */
    let folded = [];
    const unfold = () => {
      folded = [...document.querySelectorAll("details")].filter(({ open }) => !open);
      for (const details of folded) details.open = true;
    };
    const fold = () => {
      for (const details of folded) details.open = false;
    };
    addEventListener("beforeprint", unfold);
    addEventListener("afterprint", fold);
    return () => {
      removeEventListener("beforeprint", unfold);
      removeEventListener("afterprint", fold);
    };
  }, []);
}

/** @param {{params: Record<string, string>}} props */
export default function RulesPage({ params }) {
  const t = useTranslation();
  const rules = useRules();
  const faces = useFaces("");
  const [search, setSearch] = useState("");
  const here = params.section ?? "";
  const gamePath = lastGamePath();
  const words = useMemo(() => searchWords(search), [search]);
  const chapters = useMemo(() => arrangeRules(rules ?? [], words), [rules, words]);
  const onInput = (/** @type {Event} */ event) =>
    setSearch(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  useTitle(`${t("pages.rules.title")} · Sola Fide`);
  // The pictures come with the faces of the cards, and change where a section begins.
  useScrollToSection(here, rules !== null && faces !== null);
  useUnfoldedPrint();
  return html`
    <${PageHeader} here="/rules" />
    <main class="sheet">
      <div class="sheet__title">
        <h1>${t("pages.rules.title")}</h1>
        <p>${t("pages.rules.what")}</p>
        <button class="btn rules__print" type="button" onClick=${() => print()}>${t("pages.rules.print")}</button>
      </div>
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
              onInput=${onInput}
            />
            <p class="quiet" role="status">
              ${words.length > 0 &&
                t(chapters.length ? "pages.rules.found" : "pages.rules.not_found", { n: chapters.length })}
            </p>
          </search>
          <${RulesContents} chapters=${chapters} here=${here} />
        </div>
        <div class="rules__text">
          ${rules ? (
            chapters.map((chapter) => html`<${RuleSection}
              key=${chapter.part.section}
              chapter=${chapter}
              rules=${rules}
              words=${words}
              here=${here}
              faces=${faces}
            />`)
          ) : (
            html`<p class="loading">${t("pages.rules.loading")}</p>`
          )}
        </div>
      </div>
    </main>
  `;
}
