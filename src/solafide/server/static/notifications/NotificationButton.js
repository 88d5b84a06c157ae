// A button that lets the browser call when it is one's turn; nobody is asked before pressing it.
import { html, useState } from "../vendor/preact.js";
import { endCalls } from "./browserNotifications.js";
import { set, useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";

const possible = () => typeof Notification !== "undefined" && window.isSecureContext;

export function CallMe() {
  const t = useTexts();
  const { notify } = useSettings();
  const [refused, refuse] = useState(false);
  const allow = async () => {
    const answer = await Notification.requestPermission();
    if (answer === "granted") set({ notify: true });
    else refuse(true);
  };
  const end = () => {
    set({ notify: false });
    endCalls();
  };
  if (!possible()) return null;
  if (refused || Notification.permission === "denied") return html`<p class="note">${t("online.call.denied")}</p>`;
  const on = notify && Notification.permission === "granted";
  return html`<p class="callme">
    <button class="btn" type="button" aria-pressed=${on ? "true" : "false"} onClick=${on ? end : allow}>
      ${t(on ? "online.call.on" : "online.call.off")}
    </button>
  </p>`;
}
