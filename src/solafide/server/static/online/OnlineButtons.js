// The buttons that open the chat and the menu of an online game.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { isBetweenPeople } from "../core/moment.js";
import { Icon } from "../ui/Icon.js";
import { useUnreadChat } from "./unreadChat.js";

/** @import {Moment} from "../core/types" */
/** @import {OnlinePanel} from "./panels.js" */

/** @param {{moment: Moment, openPanel: (panel: OnlinePanel) => void}} props */
export function OnlineButtons({ moment, openPanel }) {
  const t = useTranslation();
  const unread = useUnreadChat(moment);
  if (!moment.online) return null;
  const canChat = moment.seat !== null && isBetweenPeople(moment);
  const chatLabel = unread ? t("online.chat.unread", { n: unread }) : t("online.chat.title");
  return html`
    ${canChat && html`<button
      class="btn btn--bare tools__talk"
      type="button"
      aria-label=${chatLabel}
      onClick=${() => openPanel("chat")}
    >
      <${Icon} name="ui-talk" />
      <span>${t("online.chat.title")}</span>
      ${unread > 0 && html`<b class="tools__count" aria-hidden="true">${unread}</b>`}
    </button>`}
    <button class="btn btn--bare" type="button" aria-label=${t("online.menu.title")} onClick=${() => openPanel("menu")}>
      <${Icon} name="ui-seat" />
      <span>${t("online.menu.title")}</span>
    </button>
    <span class="sr" role="status">${unread > 0 && chatLabel}</span>
  `;
}
