// A link to share: shown in full, with buttons to copy it and to share it where the device can.
import { html, useState } from "../vendor/preact.js";
import { copyText } from "../core/copyText.js";
import { useTranslation } from "../core/i18n.js";

/** @param {{id: string, label: string, link: string, share?: string}} props `share`: the text that is shared with it */
export function ShareLink({ id, label, link, share }) {
  const t = useTranslation();
  const [state, setState] = useState(/** @type {"" | "copied" | "by_hand"} */ (""));
  const selectAll = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select();
  const copy = async () => {
    const isCopied = await copyText(link);
    setState(isCopied ? "copied" : "by_hand");
    if (!isCopied) document.getElementById(id)?.focus();
  };
  const shareLink = () => navigator.share({ text: share, url: link }).catch(() => {});
  return html`<div class="share-link">
    <label for=${id}>${label}</label>
    <div class="share-link__line">
      <input id=${id} type="text" readonly value=${link} onFocus=${selectAll} />
      <button class="btn btn--main" type="button" onClick=${copy}>${t("online.copy")}</button>
      ${share && typeof navigator.share === "function" && html`<button class="btn" type="button" onClick=${shareLink}>
        ${t("online.share")}
      </button>`}
    </div>
    <p class="note" role="status">${state && t(`online.copied.${state}`)}</p>
  </div>`;
}
