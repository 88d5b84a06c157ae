// The presence, buttons and offers of an online game, above the draft and the result.
import { html, useState } from "../vendor/preact.js";
import { useModule } from "../core/lazy.js";
import { Offers } from "./Offers.js";
import { OnlineButtons } from "./OnlineButtons.js";
import { ONLINE_PANELS } from "./panels.js";
import { PresenceLine } from "./PresenceLine.js";

/** @import {PanelProps} from "../table/types" */
/** @import {OnlinePanel} from "./panels.js" */

const PANELS = { ...ONLINE_PANELS, settings: "pages/SettingsDialog.js" };

/** @param {PanelProps & {connected: boolean}} props */
export default function OnlineBar(props) {
  const { moment, actions, connected } = props;
  const [panel, openPanel] = useState(/** @type {OnlinePanel | "settings" | null} */ (null));
  const module = useModule(panel && PANELS[panel]);
  return html`<div class="online-bar">
    <div class="online-bar__bar">
      <${PresenceLine} moment=${moment} actions=${actions} connected=${connected} />
      <div class="online-bar__tools"><${OnlineButtons} moment=${moment} openPanel=${openPanel} /></div>
    </div>
    <${Offers} moment=${moment} actions=${actions} openPanel=${openPanel} />
    ${module && html`<${module.default} ...${props} openPanel=${openPanel} close=${() => openPanel(null)} />`}
  </div>`;
}
