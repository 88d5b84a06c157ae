// A link to a section of the rules.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";

/** Small and quiet at the table, larger in panels. */
const VARIANTS = {
  panel: { className: "section", label: "moments.section" },
  table: { className: "ref", label: "table.section" },
};

/** Shows nothing without a section. `tabbable`: false in a list that moves the focus with its own keys.
 * @param {{section: string, variant?: keyof typeof VARIANTS, tabbable?: boolean}} props section: "6.1" or "§6.1" */
export function RuleLink({ section, variant = "panel", tabbable = true }) {
  const t = useTranslation();
  const number = section.replace("§", "");
  if (!number) return null;
  const { className, label } = VARIANTS[variant];
  return html`<a
    class=${className}
    tabindex=${tabbable ? undefined : -1}
    href=${`/rules/${number}`}
    aria-label=${t(label, { section: number })}
  >
    §${number}
  </a>`;
}
