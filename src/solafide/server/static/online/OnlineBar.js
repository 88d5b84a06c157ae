// The company above a page that is not the table: the draft and the result.
import { html, useState } from "../vendor/preact.js";
import { usePart } from "../core/lazy.js";
import { Line } from "./PresenceLine.js";
import { Offers } from "./Offers.js";
import { COMPANY_SHEETS } from "./panels.js";
import { Tools } from "./OnlineButtons.js";

/** @import {PartProps} from "../table/types" */
/** @import {CompanySheet} from "./panels.js" */

const SHEETS = { ...COMPANY_SHEETS, settings: "pages/SettingsDialog.js" };

/** @param {PartProps & {connected: boolean}} props */
export default function Bar(props) {
  const { moment, act, connected } = props;
  const [sheet, lay] = useState(/** @type {CompanySheet | "settings" | null} */ (null));
  const laid = usePart(sheet && SHEETS[sheet]);
  return html`<div class="company">
    <div class="company__bar">
      <${Line} moment=${moment} act=${act} connected=${connected} />
      <div class="company__tools"><${Tools} moment=${moment} lay=${lay} /></div>
    </div>
    <${Offers} moment=${moment} act=${act} lay=${lay} />
    ${laid && html`<${laid.default} ...${props} lay=${lay} close=${() => lay(null)} />`}
  </div>`;
}
