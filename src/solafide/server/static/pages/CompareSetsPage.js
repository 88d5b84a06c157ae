// Two card sets side by side, by their hashes in the address; without a hash, the built-in set.
import { html } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useTitle } from "../core/title.js";
import { SetComparison } from "../gallery/SetComparison.js";
import { PageHeader } from "../ui/PageHeader.js";

export default function CompareSetsPage() {
  const t = useTranslation();
  const query = new URLSearchParams(location.search);
  const before = useFaces(query.get("before") ?? "");
  const after = useFaces(query.get("after") ?? "");
  useTitle(`${t("gallery.compare.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/cards" />
    <main class="sheet gallery-entry" aria-busy=${String(!before || !after)}>
      <nav class="gallery__path" aria-label=${t("gallery.path")}><a href="/cards">${t("gallery.title")}</a></nav>
      <h1>${t("gallery.compare.title")}</h1>
      ${before && after && html`<${SetComparison} before=${before} after=${after} />`}
    </main>
  `;
}
