// Asks for confirmation before the player pauses their seat.
import { html } from "../vendor/preact.js";
import { pauseSeat } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { otherPerson } from "../core/moment.js";
import { Panel } from "../ui/Panel.js";

/** @import {PanelProps} from "../table/types" */

/** @param {PanelProps} props */
export default function PauseDialog({ moment, actions, close }) {
  const t = useTranslation();
  const other = otherPerson(moment);
  const confirm = () => {
    close();
    actions.request((header) => pauseSeat(moment.game, header));
  };
  return html`<${Panel} title=${t("online.pause.title")} close=${close} modal class="panel--ask">
    <p class="panel__lead">${t("online.pause.what", { name: other ? moment.players[other].name : "" })}</p>
    <p class="panel__tools">
      <button class="btn" type="button" onClick=${close}>${t("online.resign.stay")}</button>
      <button class="btn btn--main" type="button" onClick=${confirm}>${t("online.pause.go")}</button>
    </p>
  <//>`;
}
