// Offers the sounds of the table in the first note of a first game.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { changeSettings, settings, useSettings } from "../core/settings.js";
import { playSampleSound } from "./sounds.js";

export function SoundOffer() {
  const t = useTranslation();
  const { sound } = useSettings();
  const change = () => {
    changeSettings({ sound: !sound });
    playSampleSound(settings());
  };
  return html`<p class="sound-offer">
    <button class="btn" type="button" aria-pressed=${String(sound)} onClick=${change}>
      ${t(sound ? "moments.sound.on" : "moments.sound.off")}
    </button>
  </p>`;
}
