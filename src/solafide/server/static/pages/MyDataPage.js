// What is kept of this reader, here and on the server: to look at, to take along, to delete.
import { html, useState } from "../vendor/preact.js";
import { Refused, deleteMine, exportMine, unblockAll } from "../core/api.js";
import { forgetAll, keepName, keptTables, ownName, playerKey } from "../core/credentials.js";
import { useTitle } from "../core/router.js";
import { useTexts } from "../core/i18n.js";
import { CallMe } from "../notifications/NotificationButton.js";
import { Dialog } from "../ui/Dialog.js";
import { Head } from "../ui/PageHeader.js";
import { NameField } from "../ui/NameField.js";
import { save } from "../ui/RecordDownload.js";

export default function MyDataPage() {
  const t = useTexts();
  const [name, type] = useState(ownName);
  const [asked, ask] = useState(false);
  const [said, tell] = useState("");
  const attempt = async (/** @type {() => Promise<string>} */ deed) => {
    try {
      tell(await deed());
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      tell(refused.message || t("table.unreachable"));
    }
  };
  const take = () =>
    attempt(async () => {
      const kept = { server: await exportMine(playerKey()), browser: keptTables() };
      save("solafide.json", JSON.stringify(kept, null, 2), "application/json");
      return t("online.data.exported");
    });
  const remove = () => {
    ask(false);
    attempt(async () => {
      await deleteMine(playerKey());
      forgetAll();
      type("");
      return t("online.data.deleted");
    });
  };
  const forgive = () =>
    attempt(async () => {
      await unblockAll(playerKey());
      return t("online.data.unblocked");
    });
  const rename = (/** @type {string} */ written) => {
    type(written);
    keepName(written.trim());
  };
  const foot = html`
    <button class="btn" type="button" onClick=${() => ask(false)}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="button" onClick=${remove}>${t("online.data.delete")}</button>
  `;
  useTitle(`${t("online.mine.data")} · Sola Fide`);
  return html`
    <${Head} here="/data" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("online.mine.data")}</h1><p>${t("online.data.what")}</p></div>
      <section class="block mydata">
        <p>${t("online.data.text")}</p>
        <${NameField} value=${name} change=${rename} note=${t("online.data.name_note")} />
        <p class="arrival__tools">
          <button class="btn" type="button" onClick=${take}>${t("online.data.export")}</button>
          <button class="btn" type="button" onClick=${forgive}>${t("online.data.unblock")}</button>
          <button class="btn" type="button" onClick=${() => ask(true)}>${t("online.data.delete")}</button>
        </p>
        <p role="status">${said}</p>
        <h2 class="head2">${t("online.call.title")}</h2>
        <p class="note">${t("online.call.text")}</p>
        <${CallMe} />
        ${asked && html`<${Dialog} title=${t("online.data.delete_title")} close=${() => ask(false)} foot=${foot}>
          <p>${t("online.data.delete_text")}</p>
        <//>`}
      </section>
    </main>
  `;
}
