// The pace of an online game: how much time a player has.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { PACES, paceText } from "../core/pace.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @param {{value: string, choose: (pace: string) => void}} props */
export function PacePicker({ value, choose }) {
  const t = useTranslation();
  const paces = Object.keys(PACES).map((pace) => ({
    value: pace,
    name: t(`online.pace.${pace}.name`),
    text: paceText(t, PACES[pace]),
  }));
  return html`<${RadioGroup}
    name="pace"
    class="seg--down"
    legend=${t("online.pace_legend")}
    value=${value}
    choices=${paces}
    choose=${choose}
  />`;
}
