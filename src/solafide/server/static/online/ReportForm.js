// The form with which a player reports a game to the operator of the server.
import { html, useRef, useState } from "../vendor/preact.js";
import { reportGame } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";

/** @import {ReportRequest} from "../core/types" */
/** @typedef {ReportRequest["reason"]} ReportReason */

/** @type {ReportReason[]} */
const REASONS = ["insult", "spam", "stalling", "cheating", "other"];
/** The server accepts no longer text. */
const MAX_REPORT_CHARACTERS = 1000;

/** @param {{game: string}} props */
export function ReportForm({ game }) {
  const t = useTranslation();
  const [reason, setReason] = useState(/** @type {ReportReason} */ ("insult"));
  const [text, setText] = useState("");
  const [consent, setConsent] = useState(false);
  const [result, setResult] = useState(/** @type {{sent: boolean, problem: string}} */ ({ sent: false, problem: "" }));
  const idempotencyKey = useRef(newIdempotencyKey());
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await reportGame(game, { reason, text: text.trim(), consent, idempotency_key: idempotencyKey.current });
      setResult({ sent: true, problem: "" });
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      if (error.message) idempotencyKey.current = newIdempotencyKey(); // else nobody knows whether it arrived
      setResult({ sent: false, problem: error.message || t("table.unreachable") });
    }
  };
  if (result.sent) return html`<p role="status">${t("online.report.sent")}</p>`;
  return html`<form class="new report" onSubmit=${send}>
    <p class="note">${t("online.report.text")}</p>
    <fieldset class="steps">
      <legend>${t("online.report.reason")}</legend>
      ${REASONS.map((each) => html`<label key=${each}>
        <input type="radio" name="reason" checked=${each === reason} onChange=${() => setReason(each)} />
        <span>${t(`online.report.${each}`)}</span>
      </label>`)}
    </fieldset>
    <label for="report-words">${t("online.report.words")}</label>
    <textarea
      id="report-words"
      rows="3"
      maxlength=${MAX_REPORT_CHARACTERS}
      value=${text}
      onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLTextAreaElement} */ (event.target).value)}
    ></textarea>
    <label class="report__consent">
      <input type="checkbox" checked=${consent} onChange=${() => setConsent(!consent)} />
      <span>${t("online.report.consent")}</span>
    </label>
    <p class="note">${t("online.report.without")}</p>
    <p><button class="btn" type="submit">${t("online.report.send")}</button></p>
    ${result.problem && html`<p class="panel__problem" role="alert">${result.problem}</p>`}
  </form>`;
}
