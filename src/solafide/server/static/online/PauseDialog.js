// Says what it means before somebody pauses their seat.
import { html } from "../vendor/preact.js";
import { pauseSeat } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";
import { otherPerson } from "./persons.js";

/** @import {PartProps} from "../table/types" */

/** @param {PartProps} props */
export default function Pause({ moment, act, close }) {
  const t = useTexts();
  const other = otherPerson(moment);
  const go = () => {
    close();
    act.ask((now) => pauseSeat(moment.game, now));
  };
  return html`<${Leaf} title=${t("online.pause.title")} close=${close} modal class="leaf--ask">
    <p class="leaf__lead">${t("online.pause.what", { name: other ? moment.players[other].name : "" })}</p>
    <p class="leaf__tools">
      <button class="btn" type="button" onClick=${close}>${t("online.resign.stay")}</button>
      <button class="btn btn--main" type="button" onClick=${go}>${t("online.pause.go")}</button>
    </p>
  <//>`;
}
