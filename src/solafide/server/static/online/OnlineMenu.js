// Everything that one may do at a table beside playing: offers, leaving, links, notes, orders, signs.
import { html, useState } from "../vendor/preact.js";
import { Refused, blockOther, comeBack, makeOffer, putMe } from "../core/api.js";
import { keepName, keepTable, keptOf, linkTo, playerKey } from "../core/credentials.js";
import { useTexts } from "../core/i18n.js";
import { CallMe } from "../notifications/NotificationButton.js";
import { PassOn } from "../ui/ShareLink.js";
import { NameField } from "../ui/NameField.js";
import { paceText } from "../core/pace.js";
import { Icon } from "../ui/Icon.js";
import { Leaf } from "../ui/Panel.js";
import { betweenPeople, otherPerson } from "./persons.js";

/** @import {Child} from "../vendor/preact" */
/** @import {PartProps} from "../table/types" */
/** @import {CompanySheet} from "./panels.js" */
/** @typedef {PartProps & {lay: (sheet: CompanySheet | "settings" | "help") => void}} Props */

/** What one may not do says why.
 * @param {{label: string, why: string | undefined, go: () => void}} props */
function Item({ label, why = "", go }) {
  return html`<li>
    <button class="btn" type="button" aria-disabled=${why ? "true" : undefined} onClick=${() => void (why || go())}>
      ${label}
    </button>
    ${why && html`<p class="note">${why}</p>`}
  </li>`;
}

/** @param {Props} props */
function Playing({ moment, act, close, lay }) {
  const t = useTexts();
  const { may } = moment;
  const draw = () => {
    close();
    act.ask((now) => makeOffer(moment.game, { ...now, kind: "draw" }));
  };
  const back = () => {
    close();
    act.ask((now) => comeBack(moment.game, now));
  };
  const people = betweenPeople(moment);
  return html`<section>
    <h3 class="head2">${t("online.menu.game")}</h3>
    <ul class="deeds">
      ${people && html`
        <${Item} label=${t("online.menu.draw")} why=${may.draw} go=${draw} />
        <${Item} label=${t("online.menu.takeback")} why=${may.ask_takeback} go=${() => lay("takeback")} />
      `}
      ${people && may.replace === "" && html`<${Item}
        label=${t("online.gone.replace")}
        why=""
        go=${() => lay("replace")}
      />`}
      ${people && may.come_back !== "" && html`<${Item}
        label=${t("online.menu.pause")}
        why=${may.pause}
        go=${() => lay("pause")}
      />`}
      ${people && may.come_back === "" && html`<${Item} label=${t("online.menu.come_back")} why="" go=${back} />`}
      <${Item} label=${t("online.menu.resign")} why=${may.resign} go=${() => lay("resign")} />
    </ul>
  </section>`;
}

/** @param {Props} props */
function Own({ moment, lay }) {
  const t = useTexts();
  const over = moment.view.phase === "over";
  return html`<section>
    <h3 class="head2">${t("online.menu.own")}</h3>
    <ul class="deeds">
      ${!over && betweenPeople(moment) && html`<${Item}
        label=${t("online.orders.title")}
        why=${moment.view.persons ? "" : t("online.orders.early")}
        go=${() => lay("orders")}
      />`}
      <${Item} label=${t("online.notes.title")} why="" go=${() => lay("notes")} />
      ${!over && html`<${Item} label=${t("online.signs.title")} why="" go=${() => lay("signs")} />`}
    </ul>
    ${!over && html`<${CallMe} />`}
  </section>`;
}

/** @param {{summary: string, children?: Child}} props */
const Fold = ({ summary, children }) => html`<details class="more">
  <summary>${summary}</summary>
  <div class="arrival__more">${children}</div>
</details>`;

/** @param {Props} props */
function Name({ moment, act }) {
  const t = useTexts();
  const [name, change] = useState(keptOf(moment.game).name ?? "");
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    keepTable(moment.game, { name: name.trim() });
    keepName(name.trim());
    act.ask(() => putMe(moment.game, { name: name.trim() }));
  };
  return html`<${Fold} summary=${t("online.menu.name")}>
    <form class="new" onSubmit=${save}>
      <${NameField} value=${name} change=${change} note=${t("online.menu.name_note")} />
      <p><button class="btn" type="submit">${t("online.menu.save")}</button></p>
    </form>
  <//>`;
}

/** @param {Props} props */
function Block({ moment }) {
  const t = useTexts();
  const [said, tell] = useState("");
  const other = otherPerson(moment);
  if (!other || !betweenPeople(moment)) return null;
  const block = () =>
    blockOther(playerKey(), moment.game).then(
      () => tell(t("online.block.done")),
      (refused) => tell((refused instanceof Refused && refused.message) || t("table.unreachable")),
    );
  return html`<${Fold} summary=${t("online.block.title")}>
    <p class="note">${t("online.block.text", { name: moment.players[other].name })}</p>
    <p><button class="btn" type="button" onClick=${block}>${t("online.block.go")}</button></p>
    <p role="status">${said}</p>
  <//>`;
}

/** @param {Props} props */
function Links({ moment }) {
  const t = useTexts();
  const { secret, watch } = keptOf(moment.game);
  return html`
    ${secret && html`<${Fold} summary=${t("online.device.title")}>
      <p class="note">${t("online.device.text")}</p>
      <${PassOn} id="seat-link" label=${t("online.device.label")} link=${linkTo("seat", moment.game, secret)} />
    <//>`}
    ${watch && html`<${Fold} summary=${t("online.watch.link")}>
      <p class="note">${t("online.watch.what")}</p>
      <${PassOn}
        id="watch-link"
        label=${t("online.watch.label")}
        link=${linkTo("watch", moment.game, watch)}
        share=${t("online.watch.share")}
      />
    <//>`}
  `;
}

/** @param {Props} props */
export default function Menu(props) {
  const t = useTexts();
  const { moment, close, lay } = props;
  const seated = moment.seat !== null;
  const over = moment.view.phase === "over";
  const help = moment.company?.study ? "with" : "without";
  return html`<${Leaf} title=${t("online.menu.title")} close=${close} class="leaf--menu">
    <p class="leaf__note">
      ${paceText(t, moment.company?.pace ?? null)}. ${betweenPeople(moment) && t(`online.menu.study.${help}`)}
    </p>
    ${seated && !over && html`<${Playing} ...${props} />`}
    ${seated && html`<${Own} ...${props} />`}
    <section class="menu__folds">
      <${Links} ...${props} />
      ${seated && html`<${Name} ...${props} /><${Block} ...${props} />`}
    </section>
    <p class="leaf__tools">
      <a class="btn" href="/games">${t("online.mine.title")}</a>
      <a class="btn" href="/data">${t("online.mine.data")}</a>
      <a class="btn" href="/rules"><${Icon} name="ui-book" />${t("table.rules")}</a>
      <button class="btn" type="button" onClick=${() => lay("settings")}>
        <${Icon} name="ui-gear" />
        ${t("table.settings")}
      </button>
    </p>
  <//>`;
}
