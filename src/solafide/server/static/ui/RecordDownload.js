// A button to save the record of a finished game.
import { html, useState } from "../vendor/preact.js";
import { getRecord, recordAddress } from "../core/api.js";
import { downloadFile } from "../core/downloadFile.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { isOnline } from "../core/serverKind.js";

/** @param {{game: string, describedBy?: string, bare?: boolean}} props */
export function RecordDownload({ game, describedBy, bare = false }) {
  const t = useTranslation();
  const [problem, setProblem] = useState("");
  const style = bare ? "btn btn--bare" : "btn";
  if (!isOnline())
    return html`<a class=${style} href=${recordAddress(game, false)} download aria-describedby=${describedBy}>
      ${t("pages.games.export")}
    </a>`;
  const download = () =>
    getRecord(game).then(
      ({ name, text }) => downloadFile(name, text),
      (error) => setProblem((error instanceof RequestRefused && error.message) || t("table.unreachable")),
    );
  return html`
    <button class=${style} type="button" aria-describedby=${describedBy} onClick=${download}>
      ${t("pages.games.export")}
    </button>
    ${problem && html`<p class="note" role="alert">${problem}</p>`}
  `;
}
