// The record of a game as a file: by a link at home, fetched with the seat's secret elsewhere.
import { html, useState } from "../vendor/preact.js";
import { Refused, getRecord, recordAddress } from "../core/api.js";
import { isOnline } from "../core/serverKind.js";
import { useTexts } from "../core/i18n.js";

/** @param {string} name
 * @param {string} text
 * @param {string} [media] */
export function save(name, text, media = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: media }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {{game: string, described?: string, bare?: boolean}} props of a finished game */
export function SaveRecord({ game, described, bare = false }) {
  const t = useTexts();
  const [problem, complain] = useState("");
  const style = bare ? "btn btn--bare" : "btn";
  if (!isOnline())
    return html`<a class=${style} href=${recordAddress(game, false)} download aria-describedby=${described}>
      ${t("pages.games.export")}
    </a>`;
  const fetchIt = () =>
    getRecord(game).then(
      ({ name, text }) => save(name, text),
      (refused) => complain((refused instanceof Refused && refused.message) || t("table.unreachable")),
    );
  return html`
    <button class=${style} type="button" aria-describedby=${described} onClick=${fetchIt}>
      ${t("pages.games.export")}
    </button>
    ${problem && html`<p class="note" role="alert">${problem}</p>`}
  `;
}
