// The menu of an online game: draw, takeback, pause, resign, notes, standing orders, notifications, links, report.
import { html, useState } from "../vendor/preact.js";
import { blockOpponent, makeOffer, resumeSeat, updateSeat } from "../core/api.js";
import { credentialsOf, playerKey, saveCredentials, storeName } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { isBetweenPeople, otherPerson } from "../core/moment.js";
import { paceText } from "../core/pace.js";
import { RequestRefused } from "../core/request.js";
import { linkTo } from "../core/secretLinks.js";
import { NotificationButton } from "../notifications/NotificationButton.js";
import { Icon } from "../ui/Icon.js";
import { NameField } from "../ui/NameField.js";
import { Panel } from "../ui/Panel.js";
import { ShareLink } from "../ui/ShareLink.js";
import { ReportForm } from "./ReportForm.js";

/** @import {Child} from "../vendor/preact" */
/** @import {PanelProps} from "../table/types" */
/** @import {OnlinePanel} from "./panels.js" */
/** @typedef {PanelProps & {openPanel: (panel: OnlinePanel | "settings" | "help") => void}} Props */

/** `why`: the reason why this is not possible now, "" if it is.
 * @param {{label: string, why: string | undefined, onClick: () => void}} props */
function MenuItem({ label, why = "", onClick }) {
  return html`<li>
    <button
      class="btn"
      type="button"
      aria-disabled=${why ? "true" : undefined}
      onClick=${() => void (why || onClick())}
    >
      ${label}
    </button>
    ${why && html`<p class="note">${why}</p>`}
  </li>`;
}

/** @param {Props} props */
function GameSection({ moment, actions, close, openPanel }) {
  const t = useTranslation();
  const { permissions } = moment;
  const offerDraw = () => {
    close();
    actions.request((header) => makeOffer(moment.game, { ...header, kind: "draw" }));
  };
  const resume = () => {
    close();
    actions.request((header) => resumeSeat(moment.game, header));
  };
  const bothPeople = isBetweenPeople(moment);
  return html`<section>
    <h3 class="head2">${t("online.menu.game")}</h3>
    <ul class="action-list">
      ${bothPeople && html`
        <${MenuItem} label=${t("online.menu.draw")} why=${permissions.draw} onClick=${offerDraw} />
        <${MenuItem}
          label=${t("online.menu.takeback")}
          why=${permissions.ask_takeback}
          onClick=${() => openPanel("takeback")}
        />
      `}
      ${bothPeople && permissions.replace === "" && html`<${MenuItem}
        label=${t("online.gone.replace")}
        why=""
        onClick=${() => openPanel("replace")}
      />`}
      ${bothPeople && permissions.resume !== "" && html`<${MenuItem}
        label=${t("online.menu.pause")}
        why=${permissions.pause}
        onClick=${() => openPanel("pause")}
      />`}
      ${bothPeople && permissions.resume === "" && html`<${MenuItem}
        label=${t("online.menu.come_back")}
        why=""
        onClick=${resume}
      />`}
      <${MenuItem} label=${t("online.menu.resign")} why=${permissions.resign} onClick=${() => openPanel("resign")} />
    </ul>
  </section>`;
}

/** @param {Props} props */
function OwnSection({ moment, openPanel }) {
  const t = useTranslation();
  const isOver = moment.view.phase === "over";
  return html`<section>
    <h3 class="head2">${t("online.menu.own")}</h3>
    <ul class="action-list">
      ${!isOver && isBetweenPeople(moment) && html`<${MenuItem}
        label=${t("online.orders.title")}
        why=${moment.view.persons ? "" : t("online.orders.early")}
        onClick=${() => openPanel("orders")}
      />`}
      <${MenuItem} label=${t("online.notes.title")} why="" onClick=${() => openPanel("notes")} />
      ${!isOver && html`<${MenuItem} label=${t("online.signs.title")} why="" onClick=${() => openPanel("signs")} />`}
    </ul>
    ${!isOver && html`<${NotificationButton} />`}
  </section>`;
}

/** @param {{summary: string, children?: Child}} props */
const Section = ({ summary, children }) => html`<details class="more">
  <summary>${summary}</summary>
  <div class="lobby__more">${children}</div>
</details>`;

/** @param {Props} props */
function NameSection({ moment, actions }) {
  const t = useTranslation();
  const [name, setName] = useState(credentialsOf(moment.game).name ?? "");
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    saveCredentials(moment.game, { name: name.trim() });
    storeName(name.trim());
    actions.request(() => updateSeat(moment.game, { name: name.trim() }));
  };
  return html`<${Section} summary=${t("online.menu.name")}>
    <form class="new" onSubmit=${save}>
      <${NameField} value=${name} change=${setName} note=${t("online.menu.name_note")} />
      <p><button class="btn" type="submit">${t("online.menu.save")}</button></p>
    </form>
  <//>`;
}

/** @param {Props} props */
function BlockSection({ moment }) {
  const t = useTranslation();
  const [message, setMessage] = useState("");
  const other = otherPerson(moment);
  if (!other || !isBetweenPeople(moment)) return null;
  const block = () =>
    blockOpponent(playerKey(), moment.game).then(
      () => setMessage(t("online.block.done")),
      (error) => setMessage((error instanceof RequestRefused && error.message) || t("table.unreachable")),
    );
  return html`<${Section} summary=${t("online.block.title")}>
    <p class="note">${t("online.block.text", { name: moment.players[other].name })}</p>
    <p><button class="btn" type="button" onClick=${block}>${t("online.block.go")}</button></p>
    <p role="status">${message}</p>
  <//>`;
}

/** @param {Props} props */
function ReportSection({ moment }) {
  const t = useTranslation();
  if (!otherPerson(moment) || !isBetweenPeople(moment)) return null;
  return html`<${Section} summary=${t("online.report.title")}><${ReportForm} game=${moment.game} /><//>`;
}

/** @param {Props} props */
function LinkSections({ moment }) {
  const t = useTranslation();
  const { secret, watch } = credentialsOf(moment.game);
  return html`
    ${secret && html`<${Section} summary=${t("online.device.title")}>
      <p class="note">${t("online.device.text")}</p>
      <${ShareLink} id="seat-link" label=${t("online.device.label")} link=${linkTo("seat", moment.game, secret)} />
    <//>`}
    ${watch && html`<${Section} summary=${t("online.watch.link")}>
      <p class="note">${t("online.watch.what")}</p>
      <${ShareLink}
        id="watch-link"
        label=${t("online.watch.label")}
        link=${linkTo("watch", moment.game, watch)}
        share=${t("online.watch.share")}
      />
    <//>`}
  `;
}

/** @param {Props} props */
export default function OnlineMenu(props) {
  const t = useTranslation();
  const { moment, close, openPanel } = props;
  const hasSeat = moment.seat !== null;
  const isOver = moment.view.phase === "over";
  const help = moment.online?.study ? "with" : "without";
  return html`<${Panel} title=${t("online.menu.title")} close=${close} class="panel--menu">
    <p class="panel__note">
      ${paceText(t, moment.online?.pace ?? null)}. ${isBetweenPeople(moment) && t(`online.menu.study.${help}`)}
    </p>
    ${hasSeat && !isOver && html`<${GameSection} ...${props} />`}
    ${hasSeat && html`<${OwnSection} ...${props} />`}
    <section class="menu__folds">
      <${LinkSections} ...${props} />
      ${hasSeat && html`<${NameSection} ...${props} /><${BlockSection} ...${props} /><${ReportSection} ...${props} />`}
    </section>
    <p class="panel__tools">
      <a class="btn" href="/games">${t("online.mine.title")}</a>
      <a class="btn" href="/data">${t("online.mine.data")}</a>
      <a class="btn" href="/privacy">${t("online.privacy.title")}</a>
      <a class="btn" href="/rules"><${Icon} name="ui-book" />${t("table.rules")}</a>
      <button class="btn" type="button" onClick=${() => openPanel("settings")}>
        <${Icon} name="ui-gear" />
        ${t("table.settings")}
      </button>
    </p>
  <//>`;
}
