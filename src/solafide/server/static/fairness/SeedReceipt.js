// The receipt of a finished game: proof that its seed was fixed before the first card, and not chosen by anybody.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getReceipt, getRecord } from "../core/api.js";
import { credentialsOf } from "../core/credentials.js";
import { downloadFile } from "../core/downloadFile.js";
import { useTranslation } from "../core/i18n.js";
import { isOnline } from "../core/serverKind.js";
import { useSettings } from "../core/settings.js";
import { Icon } from "../ui/Icon.js";
import { receiptText } from "./receiptFile.js";
import { seedVerdict, verifySeed } from "./verifySeed.js";

/** @import {Moment, Receipt} from "../core/types" */
/** @import {SeedVerification} from "./verifySeed" */

/** Put hex digits into groups of four, behind the name of their hash: "sha256: 0123 4567".
 * @param {string} digits */
const groupDigits = (digits) =>
  digits.replace(/^\w+:/, (name) => `${name} `).replace(/([0-9a-f]{4})(?=[0-9a-f])/g, "$1 ");

/** A button to save the promises that this browser kept; nothing if it kept none.
 * @param {{game: string}} props */
function ReceiptDownload({ game }) {
  const t = useTranslation();
  const text = receiptText(credentialsOf(game));
  if (!text) return null;
  const save = () => downloadFile(`${game.slice(0, 6)}.receipt.json`, text, "application/json");
  return html`<div class="receipt__save">
    <button class="btn" type="button" onClick=${save}>${t("online.receipt.save")}</button>
    <p class="note">${t("online.receipt.save_what")}</p>
  </div>`;
}

/** The contributions to the joint seed, verified in this browser.
 * @param {{game: string, seed: string, players: Moment["players"]}} props */
function SeedParts({ game, seed, players }) {
  const t = useTranslation();
  const { language } = useSettings();
  const [verification, setVerification] = useState(/** @type {SeedVerification | null} */ (null));
  useEffect(() => {
    let active = true;
    getRecord(game)
      .then(({ text }) => verifySeed(text, seed, credentialsOf(game)))
      .then(
        (result) => void (active && setVerification(result)),
        () => {},
      );
    return () => void (active = false);
  }, [game, seed]);
  if (!verification) return null;
  const verdict = seedVerdict(verification);
  const isGood = verdict !== "bad" && verdict !== "forged";
  const { signed = [] } = credentialsOf(game);
  const serverKeys = [...new Set(signed.map(({ key }) => key))];
  const timeFormat = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "medium" });
  const timeOf = (/** @type {string} */ at) => timeFormat.format(Date.parse(at));
  return html`<div class="receipt receipt--together">
    <h3>${t("online.receipt.title")}</h3>
    <dl>
      ${verification.parts.map(({ by, promise, contribution, keepsPromise }) => {
        const name = by === "part" ? t("online.receipt.server") : players[by].name;
        return html`<div key=${by}>
          <dt>${name}: ${t(keepsPromise ? "online.receipt.fits" : "online.receipt.misfits")}</dt>
          <dd>${t("online.receipt.promise")} ${groupDigits(promise)}</dd>
          <dd>${t("online.receipt.part")} ${groupDigits(contribution)}</dd>
          ${signed
            .filter((each) => each.by === (by === "part" ? "server" : by))
            .map(({ at }) => html`<dd>${t("online.receipt.signed_at", { at: timeOf(at) })}</dd>`)}
        </div>`;
      })}
      ${serverKeys.map((key) => html`<div key=${key}>
        <dt>${t("online.receipt.key")}</dt>
        <dd>${groupDigits(key)}</dd>
      </div>`)}
    </dl>
    <p class=${isGood ? "receipt__ok" : "receipt__bad"}>
      <${Icon} name=${isGood ? "seal-rulebook" : "seal-reconstructed"} />
      ${t(`online.receipt.${verdict}`)}
    </p>
    <${ReceiptDownload} game=${game} />
  </div>`;
}

/** @param {{game: string, commitment: string, players: Moment["players"]}} props `commitment`: hash of the seed, shown
 *   from the beginning of the game; "" if the game began in the middle */
export function SeedReceipt({ game, commitment, players }) {
  const t = useTranslation();
  const { language } = useSettings();
  const [receipt, setReceipt] = useState(/** @type {Receipt | null} */ (null));
  useEffect(() => {
    if (!commitment) return undefined;
    let active = true;
    getReceipt(game).then(
      (received) => void (active && setReceipt(received)),
      () => void (active && setReceipt(null)),
    );
    return () => void (active = false);
  }, [game, commitment, language]);
  /** @type {[string, string][]} */
  const lines = receipt
    ? [
        ["promised", receipt.commitment],
        ["revealed", receipt.seed],
        ["hash", receipt.hash],
      ]
    : [];
  return html`<section class="block">
    <h2 class="head2">${t("pages.result.receipt")}</h2>
    ${!commitment && html`<p class="note">${t("pages.result.receipt_none")}</p>`}
    ${receipt && html`
      <div class="receipt">
        <dl>
          ${lines.map(
            ([name, digits]) =>
              digits && html`<div key=${name}>
                <dt>${t(`pages.result.${name}`)}</dt>
                <dd>${groupDigits(digits)}</dd>
              </div>`,
          )}
        </dl>
        <p class=${receipt.verified ? "receipt__ok" : "receipt__bad"}>
          <${Icon} name=${receipt.verified ? "seal-rulebook" : "seal-reconstructed"} />
          ${receipt.text}
        </p>
      </div>
      <p class="note">${t("pages.result.receipt_what")}</p>
      ${isOnline() && html`<${SeedParts} game=${game} seed=${receipt.seed} players=${players} />`}
    `}
  </section>`;
}
