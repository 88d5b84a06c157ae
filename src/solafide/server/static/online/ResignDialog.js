// Asks once more before somebody gives the game up.
import { html } from "../vendor/preact.js";
import { resign } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";
import { otherPerson } from "./persons.js";

/** @import {PartProps} from "../table/types" */

/** @param {PartProps} props */
export default function Resign({ moment, act, close }) {
  const t = useTexts();
  const go = () => {
    close();
    act.ask((now) => resign(moment.game, { ...now, seat: moment.seat }));
  };
  const other = otherPerson(moment);
  return html`<${Leaf} title=${t("online.resign.title")} close=${close} modal class="leaf--ask">
    <p class="leaf__lead">${t("online.resign.text", { name: other ? moment.players[other].name : "" })}</p>
    <p class="leaf__tools">
      <button class="btn" type="button" onClick=${close}>${t("online.resign.stay")}</button>
      <button class="btn btn--main" type="button" onClick=${go}>${t("online.resign.go")}</button>
    </p>
  <//>`;
}
