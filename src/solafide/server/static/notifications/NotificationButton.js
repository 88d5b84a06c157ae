// A button that turns browser notifications on and off; the browser asks for permission only when it is pressed.
import { html, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { changeSettings, useSettings } from "../core/settings.js";

const canNotify = () => typeof Notification !== "undefined" && window.isSecureContext;

export function NotificationButton() {
  const t = useTranslation();
  const { notify } = useSettings();
  const [denied, setDenied] = useState(false);
  const enable = async () => {
    const permission = await Notification.requestPermission();
    if (permission === "granted") changeSettings({ notify: true });
    else setDenied(true);
  };
  const disable = () => changeSettings({ notify: false });
  if (!canNotify()) return null;
  if (denied || Notification.permission === "denied") return html`<p class="note">${t("online.call.denied")}</p>`;
  const on = notify && Notification.permission === "granted";
  return html`<p class="notification-button">
    <button class="btn" type="button" aria-pressed=${on ? "true" : "false"} onClick=${on ? disable : enable}>
      ${t(on ? "online.call.on" : "online.call.off")}
    </button>
  </p>`;
}
