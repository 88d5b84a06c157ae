// The start page around the form of a new game.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useTitle } from "../core/title.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @import {Child} from "../vendor/preact" */

/** @param {{children?: Child, side: Child, links?: Child, notice?: Child}} props `notice`: above the form */
export function StartPage({ children, side, links, notice }) {
  const t = useTranslation();
  useTitle(`Sola Fide: ${t("pages.new.sub")}`);
  return html`
    <${PageHeader} here="/" />
    <main class="sheet">
      <div class="title">
        <h1>Sola Fide</h1>
        <p class="title__sub">${t("pages.new.sub")}</p>
        <${Icon} name="ornament-rule" />
        <p class="title__what">${t("pages.new.what")}</p>
      </div>
      ${notice}
      <div class="start">
        ${children}
        <aside class="start__side" aria-label=${t("pages.new.aside")}>
          ${side}
          <section class="block again">
            <h2 class="head2">${t("pages.new.here")}</h2>
            <a class="btn" href="/rules"><${Icon} name="ui-book" />${t("pages.new.learn")}</a>
            <p class="note">${t("pages.new.simply")}</p>
            ${links && html`<p class="start__links">${links}</p>`}
          </section>
        </aside>
      </div>
    </main>
  `;
}
