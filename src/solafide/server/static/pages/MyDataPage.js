// The page of the player's own data on an online server: name, export, blocked players, deletion.
import { html, useState } from "../vendor/preact.js";
import { deleteMyData, exportMyData, unblockAll } from "../core/api.js";
import { allCredentials, forgetEverything, playerKey, storeName, storedName } from "../core/credentials.js";
import { downloadFile } from "../core/downloadFile.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { useTitle } from "../core/title.js";
import { NotificationButton } from "../notifications/NotificationButton.js";
import { Dialog } from "../ui/Dialog.js";
import { NameField } from "../ui/NameField.js";
import { PageHeader } from "../ui/PageHeader.js";

export default function MyDataPage() {
  const t = useTranslation();
  const [name, setName] = useState(storedName);
  const [isConfirming, setConfirming] = useState(false);
  const [message, setMessage] = useState("");
  const run = async (/** @type {() => Promise<string>} */ action) => {
    try {
      setMessage(await action());
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setMessage(error.message || t("table.unreachable"));
    }
  };
  const exportData = () =>
    run(async () => {
      const data = { server: await exportMyData(playerKey()), browser: allCredentials() };
      downloadFile("solafide.json", JSON.stringify(data, null, 2), "application/json");
      return t("online.data.exported");
    });
  const remove = () => {
    setConfirming(false);
    run(async () => {
      await deleteMyData(playerKey());
      forgetEverything();
      setName("");
      return t("online.data.deleted");
    });
  };
  const unblock = () =>
    run(async () => {
      await unblockAll(playerKey());
      return t("online.data.unblocked");
    });
  const rename = (/** @type {string} */ newName) => {
    setName(newName);
    storeName(newName.trim());
  };
  const foot = html`
    <button class="btn" type="button" onClick=${() => setConfirming(false)}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="button" onClick=${remove}>${t("online.data.delete")}</button>
  `;
  useTitle(`${t("online.mine.data")} · Sola Fide`);
  return html`
    <${PageHeader} here="/data" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("online.mine.data")}</h1><p>${t("online.data.what")}</p></div>
      <section class="block mydata">
        <p>${t("online.data.text")}</p>
        <p><a href="/privacy">${t("online.data.privacy")}</a></p>
        <${NameField} value=${name} change=${rename} note=${t("online.data.name_note")} />
        <p class="lobby__tools">
          <button class="btn" type="button" onClick=${exportData}>${t("online.data.export")}</button>
          <button class="btn" type="button" onClick=${unblock}>${t("online.data.unblock")}</button>
          <button class="btn" type="button" onClick=${() => setConfirming(true)}>${t("online.data.delete")}</button>
        </p>
        <p role="status">${message}</p>
        <h2 class="head2">${t("online.call.title")}</h2>
        <p class="note">${t("online.call.text")}</p>
        <${NotificationButton} />
        ${isConfirming && html`<${Dialog}
          title=${t("online.data.delete_title")}
          close=${() => setConfirming(false)}
          foot=${foot}
        >
          <p>${t("online.data.delete_text")}</p>
        <//>`}
      </section>
    </main>
  `;
}
