// The proof that nobody chose the luck of a game: what was promised before the first card, and what was revealed at the end.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getReceipt } from "../lib/api.js";
import { useSettings } from "../lib/settings.js";
import { useTexts } from "../lib/texts.js";
import { Icon } from "../table/icon.js";

/** @import {Receipt as Proof} from "../lib/types" */

/** Digits in groups of four, after the name of how they were made.
 * @param {string} digits */
const grouped = (digits) => digits.replace(/^\w+:/, (name) => `${name} `).replace(/([0-9a-f]{4})(?=[0-9a-f])/g, "$1 ");

/** @param {{game: string, promised: string}} props `promised`: what the game showed from its beginning, "" if it began in the middle */
export function Receipt({ game, promised }) {
  const t = useTexts();
  const { language } = useSettings();
  const [proof, show] = useState(/** @type {Proof | null} */ (null));
  useEffect(() => {
    if (!promised) return undefined;
    let here = true;
    getReceipt(game).then(
      (found) => void (here && show(found)),
      () => void (here && show(null)),
    );
    return () => void (here = false);
  }, [game, promised, language]);
  /** @type {[string, string][]} */
  const lines = proof ? [["promised", proof.commitment], ["revealed", proof.seed], ["hash", proof.hash]] : [];
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.receipt")}</h2>
    ${!promised && html`<p class="note">${t("pages.result.receipt_none")}</p>`}
    ${
      proof &&
      html`<div class="receipt">
          <dl>${lines.map(([name, digits]) => digits && html`<div key=${name}><dt>${t(`pages.result.${name}`)}</dt><dd>${grouped(digits)}</dd></div>`)}</dl>
          <p class=${proof.verified ? "receipt__ok" : "receipt__bad"}><${Icon} name=${proof.verified ? "seal-rulebook" : "seal-reconstructed"} />${proof.text}</p>
        </div>
        <p class="note">${t("pages.result.receipt_what")}</p>`
    }
  </section>`;
}
