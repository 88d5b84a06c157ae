// Take the record along as a file, and delete what it is made from.
import { html, useState } from "../vendor/preact.js";
import { deleteGame, getGames } from "../core/api.js";
import { downloadFile } from "../core/downloadFile.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { isOnline } from "../core/serverKind.js";
import { courseProgress } from "../learn/courseProgress.js";
import { Dialog } from "../ui/Dialog.js";

/** @import {GameSummary, StatisticsView} from "../core/types" */

/** Let the browser save the statistics, on a local server with the list of games.
 * @param {StatisticsView} statistics */
async function saveCopy(statistics) {
  const games = isOnline() ? undefined : await getGames();
  const copy = { format: "solafide statistics 1", statistics, games, course: courseProgress() };
  downloadFile("solafide-record.json", JSON.stringify(copy, null, 2), "application/json");
}

/** @param {{games: GameSummary[], close: () => void, remove: () => void}} props */
function DeleteDialog({ games, close, remove }) {
  const t = useTranslation();
  const foot = html`
    <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="button" onClick=${remove}>${t("pages.games.delete")}</button>
  `;
  return html`<${Dialog} title=${t("record.delete.title")} close=${close} foot=${foot}>
    <p>${t("record.delete.text", { n: games.length })}</p>
  <//>`;
}

/** @param {{statistics: StatisticsView, changed: () => void}} props */
export function RecordTools({ statistics, changed }) {
  const t = useTranslation();
  const [finished, setFinished] = useState(/** @type {GameSummary[] | null} */ (null));
  const [message, setMessage] = useState("");
  const attempt = async (/** @type {() => Promise<string>} */ action) => {
    try {
      setMessage(await action());
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setMessage(error.message || t("table.unreachable"));
    }
  };
  const save = () =>
    attempt(async () => {
      await saveCopy(statistics);
      return "";
    });
  const ask = () =>
    attempt(async () => {
      setFinished((await getGames()).filter(({ over }) => over));
      return "";
    });
  const remove = () =>
    attempt(async () => {
      for (const { game } of finished ?? []) await deleteGame(game);
      setFinished(null);
      changed();
      return t("record.delete.done");
    });
  return html`
    <p class="record__tools">
      <button class="btn btn--bare" type="button" onClick=${save}>${t("record.save")}</button>
      ${isOnline() ? (
        html`<a class="btn btn--bare" href="/data">${t("online.mine.data")}</a>`
      ) : (
        html`<button class="btn btn--bare" type="button" onClick=${ask}>${t("record.delete.go")}</button>`
      )}
    </p>
    <p role="status">${message}</p>
    ${finished && html`<${DeleteDialog} games=${finished} close=${() => setFinished(null)} remove=${remove} />`}
  `;
}
