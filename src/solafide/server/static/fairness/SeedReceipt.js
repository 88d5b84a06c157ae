// The proof that nobody chose the luck of a game: what was promised before the first card, and what was revealed at
// the end.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getReceipt, getRecord } from "../core/api.js";
import { check } from "./verifySeed.js";
import { isOnline } from "../core/serverKind.js";
import { keptOf } from "../core/credentials.js";
import { useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";

/** @import {Moment, Receipt as Proof} from "../core/types" */
/** @import {Checked} from "./verifySeed" */

/** Digits in groups of four, after the name of how they were made.
 * @param {string} digits */
const grouped = (digits) => digits.replace(/^\w+:/, (name) => `${name} `).replace(/([0-9a-f]{4})(?=[0-9a-f])/g, "$1 ");

/** The three parts of which the seed was made, checked here and not by the server.
 * @param {{game: string, seed: string, players: Moment["players"]}} props */
function Together({ game, seed, players }) {
  const t = useTexts();
  const [checked, show] = useState(/** @type {Checked | null} */ (null));
  useEffect(() => {
    let here = true;
    getRecord(game)
      .then(({ text }) => check(text, seed, keptOf(game)))
      .then(
        (found) => void (here && show(found)),
        () => {},
      );
    return () => void (here = false);
  }, [game, seed]);
  if (!checked) return null;
  const { parts, seeds, own } = checked;
  const sound = seeds && parts.every(({ fits }) => fits);
  const seen = parts.every((part) => part.seen);
  const verdict = !sound ? "bad" : own && seen ? "own" : "sound";
  return html`<div class="receipt receipt--together">
    <h3>${t("online.receipt.title")}</h3>
    <dl>
      ${parts.map(({ whose, promise, part, fits }) => html`<div key=${whose}>
        <dt>
          ${whose === "part" ? t("online.receipt.server") : players[whose].name}: ${t(
            fits ? "online.receipt.fits" : "online.receipt.misfits",
          )}
        </dt>
        <dd>${t("online.receipt.promise")} ${grouped(promise)}</dd>
        <dd>${t("online.receipt.part")} ${grouped(part)}</dd>
      </div>`)}
    </dl>
    <p class=${sound ? "receipt__ok" : "receipt__bad"}>
      <${Icon} name=${sound ? "seal-rulebook" : "seal-reconstructed"} />
      ${t(`online.receipt.${verdict}`)}
    </p>
  </div>`;
}

/** @param {{game: string, promised: string, players: Moment["players"]}} props `promised`: what the game showed from
 *   its beginning, "" if it began in the middle */
export function Receipt({ game, promised, players }) {
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
  const lines = proof
    ? [
        ["promised", proof.commitment],
        ["revealed", proof.seed],
        ["hash", proof.hash],
      ]
    : [];
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.receipt")}</h2>
    ${!promised && html`<p class="note">${t("pages.result.receipt_none")}</p>`}
    ${proof && html`
      <div class="receipt">
        <dl>
          ${lines.map(
            ([name, digits]) =>
              digits && html`<div key=${name}><dt>${t(`pages.result.${name}`)}</dt><dd>${grouped(digits)}</dd></div>`,
          )}
        </dl>
        <p class=${proof.verified ? "receipt__ok" : "receipt__bad"}>
          <${Icon} name=${proof.verified ? "seal-rulebook" : "seal-reconstructed"} />
          ${proof.text}
        </p>
      </div>
      <p class="note">${t("pages.result.receipt_what")}</p>
      ${isOnline() && html`<${Together} game=${game} seed=${proof.seed} players=${players} />`}
    `}
  </section>`;
}
