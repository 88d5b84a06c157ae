// Asks which computer player takes over the seat of an absent opponent.
import { html, useState } from "../vendor/preact.js";
import { replaceOpponent } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { otherPerson } from "../core/moment.js";
import { useSetup } from "../core/useSetup.js";
import { LevelPicker } from "../setup/LevelPicker.js";
import { Panel } from "../ui/Panel.js";

/** @import {PanelProps} from "../table/types" */

/** @param {PanelProps} props */
export default function ReplacePlayerDialog({ moment, actions, close }) {
  const t = useTranslation();
  const setup = useSetup();
  const [opponent, setOpponent] = useState("magister");
  const other = otherPerson(moment);
  const confirm = () => {
    close();
    actions.request((header) => replaceOpponent(moment.game, { ...header, opponent }));
  };
  return html`<${Panel} title=${t("online.gone.replace")} close=${close} modal class="panel--ask">
    <p class="panel__lead">${t("online.gone.lead", { name: other ? moment.players[other].name : "" })}</p>
    <div class="dialog__in">
      <${LevelPicker}
        setup=${setup}
        name="replace-level"
        legend=${t("pages.new.opponent")}
        value=${opponent}
        choose=${setOpponent}
      />
    </div>
    <p class="panel__tools">
      <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
      <button class="btn btn--main" type="button" onClick=${confirm}>${t("online.gone.go")}</button>
    </p>
  <//>`;
}
