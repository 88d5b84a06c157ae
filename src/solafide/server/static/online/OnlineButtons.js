// The two buttons of the company: the conversation, and everything else that concerns the other player.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { betweenPeople, useUnread } from "./persons.js";

/** @import {Moment} from "../core/types" */
/** @import {CompanySheet} from "./panels.js" */

/** @param {{moment: Moment, lay: (sheet: CompanySheet) => void}} props */
export function Tools({ moment, lay }) {
  const t = useTexts();
  const unread = useUnread(moment);
  if (!moment.company) return null;
  const talk = moment.seat !== null && betweenPeople(moment);
  const said = unread ? t("online.chat.unread", { n: unread }) : t("online.chat.title");
  return html`
    ${talk && html`<button
      class="btn btn--bare tools__talk"
      type="button"
      aria-label=${said}
      onClick=${() => lay("chat")}
    >
      <${Icon} name="ui-talk" />
      <span>${t("online.chat.title")}</span>
      ${unread > 0 && html`<b class="tools__count" aria-hidden="true">${unread}</b>`}
    </button>`}
    <button class="btn btn--bare" type="button" aria-label=${t("online.menu.title")} onClick=${() => lay("menu")}>
      <${Icon} name="ui-seat" />
      <span>${t("online.menu.title")}</span>
    </button>
    <span class="sr" role="status">${unread > 0 && said}</span>
  `;
}
