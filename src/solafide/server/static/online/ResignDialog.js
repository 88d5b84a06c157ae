// Asks for confirmation before the player resigns.
import { html } from "../vendor/preact.js";
import { resign } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { otherPerson } from "../core/moment.js";
import { Panel } from "../ui/Panel.js";

/** @import {PanelProps} from "../table/types" */

/** @param {PanelProps} props */
export default function ResignDialog({ moment, actions, close }) {
  const t = useTranslation();
  const confirm = () => {
    close();
    actions.request((header) => resign(moment.game, { ...header, seat: moment.seat }));
  };
  const other = otherPerson(moment);
  return html`<${Panel} title=${t("online.resign.title")} close=${close} modal class="panel--ask">
    <p class="panel__lead">${t("online.resign.text", { name: other ? moment.players[other].name : "" })}</p>
    <p class="panel__tools">
      <button class="btn" type="button" onClick=${close}>${t("online.resign.stay")}</button>
      <button class="btn btn--main" type="button" onClick=${confirm}>${t("online.resign.go")}</button>
    </p>
  <//>`;
}
