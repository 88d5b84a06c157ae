// Lets one of our opponents play on for somebody who is away.
import { html, useState } from "../vendor/preact.js";
import { replaceOther } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Levels, useSetup } from "../setup/LevelPicker.js";
import { Leaf } from "../ui/Panel.js";
import { otherPerson } from "./persons.js";

/** @import {PartProps} from "../table/types" */

/** @param {PartProps} props */
export default function Replace({ moment, act, close }) {
  const t = useTexts();
  const setup = useSetup();
  const [opponent, choose] = useState("magister");
  const other = otherPerson(moment);
  const go = () => {
    close();
    act.ask((now) => replaceOther(moment.game, { ...now, opponent }));
  };
  return html`<${Leaf} title=${t("online.gone.replace")} close=${close} modal class="leaf--ask">
    <p class="leaf__lead">${t("online.gone.lead", { name: other ? moment.players[other].name : "" })}</p>
    <div class="dialog__in">
      <${Levels}
        setup=${setup}
        name="replace-level"
        legend=${t("pages.new.opponent")}
        value=${opponent}
        choose=${choose}
      />
    </div>
    <p class="leaf__tools">
      <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
      <button class="btn btn--main" type="button" onClick=${go}>${t("online.gone.go")}</button>
    </p>
  <//>`;
}
