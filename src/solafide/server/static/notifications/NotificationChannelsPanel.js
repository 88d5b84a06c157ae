// The panel of notification channels: e-mail, webhook, browser.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getNotificationChannels, putNotificationChannels } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { Panel } from "../ui/Panel.js";
import { NotificationButton } from "./NotificationButton.js";

/** @import {NotificationsView} from "../core/types" */
/** @import {PanelProps} from "../table/types" */
/** @typedef {"email" | "webhook"} Channel */

/** @type {Channel[]} */
const CHANNELS = ["email", "webhook"];

/** @param {{channel: Channel, channels: NotificationsView, save: (channel: Channel, target: string) => void}} props */
function ChannelForm({ channel, channels, save }) {
  const t = useTranslation();
  const current = channels[channel];
  const [target, setTarget] = useState(current?.target ?? "");
  useEffect(() => setTarget(current?.target ?? ""), [current?.target]);
  if (!channels.available[channel])
    return html`<section>
      <h3 class="head2">${t(`online.signs.${channel}.name`)}</h3>
      <p class="note">${t(`online.signs.${channel}.impossible`)}</p>
    </section>`;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    save(channel, target.trim());
  };
  return html`<form class="field" onSubmit=${submit}>
    <label class="head2" for=${`sign-${channel}`}>${t(`online.signs.${channel}.name`)}</label>
    <input
      id=${`sign-${channel}`}
      type=${channel === "email" ? "email" : "url"}
      autocomplete=${channel === "email" ? "email" : "off"}
      value=${target}
      onInput=${(/** @type {Event} */ event) => setTarget(/** @type {HTMLInputElement} */ (event.target).value)}
    />
    <p class="note">
      ${current
        ? current.error || t(current.confirmed ? "online.signs.stands" : "online.signs.unconfirmed")
        : t(`online.signs.${channel}.text`)}
    </p>
    <p class="panel__tools">
      <button class="btn" type="submit">${t("online.signs.wish")}</button>
      ${current && html`<button class="btn btn--bare" type="button" onClick=${() => save(channel, "")}>
        ${t("online.signs.end")}
      </button>`}
    </p>
  </form>`;
}

/** @param {PanelProps} props */
export default function NotificationChannelsPanel({ moment, close }) {
  const t = useTranslation();
  const [channels, setChannels] = useState(/** @type {NotificationsView | null} */ (null));
  const [problem, setProblem] = useState("");
  const receive = (/** @type {Promise<NotificationsView>} */ response) =>
    response.then(
      (received) => {
        setChannels(received);
        setProblem("");
      },
      (error) => setProblem((error instanceof RequestRefused && error.message) || t("table.unreachable")),
    );
  useEffect(() => void receive(getNotificationChannels(moment.game)), [moment.game]);
  return html`<${Panel} title=${t("online.signs.title")} close=${close} class="panel--notes">
    <p class="panel__note">${t("online.call.text")}</p>
    <${NotificationButton} />
    ${problem && html`<p class="panel__problem" role="alert">${problem}</p>`}
    ${channels &&
      CHANNELS.map((channel) => html`<${ChannelForm}
        key=${channel}
        channel=${channel}
        channels=${channels}
        save=${(/** @type {Channel} */ changed, /** @type {string} */ target) =>
          receive(putNotificationChannels(moment.game, { [changed]: target }))
        }
      />`)}
    <p class="note"><a href="/privacy">${t("online.privacy.title")}</a></p>
  <//>`;
}
