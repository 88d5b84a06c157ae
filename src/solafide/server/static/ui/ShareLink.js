// A link to pass on: shown whole, copied by a button, shared where the device can.
import { html, useState } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {{id: string, label: string, link: string, share?: string}} props `share`: what is said with it when it is
 *   passed on */
export function PassOn({ id, label, link, share }) {
  const t = useTexts();
  const [state, show] = useState(/** @type {"" | "copied" | "by_hand"} */ (""));
  const all = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select();
  const copy = async () => {
    const done = await copied(link);
    show(done ? "copied" : "by_hand");
    if (!done) document.getElementById(id)?.focus();
  };
  const pass = () => navigator.share({ text: share, url: link }).catch(() => {});
  return html`<div class="passon">
    <label for=${id}>${label}</label>
    <div class="passon__line">
      <input id=${id} type="text" readonly value=${link} onFocus=${all} />
      <button class="btn btn--main" type="button" onClick=${copy}>${t("online.copy")}</button>
      ${share && typeof navigator.share === "function" && html`<button class="btn" type="button" onClick=${pass}>
        ${t("online.share")}
      </button>`}
    </div>
    <p class="note" role="status">${state && t(`online.copied.${state}`)}</p>
  </div>`;
}
