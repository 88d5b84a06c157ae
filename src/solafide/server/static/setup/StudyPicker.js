// Whether hints and analysis are allowed during an online game.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @param {{value: boolean, choose: (study: boolean) => void}} props */
export function StudyPicker({ value, choose }) {
  const t = useTranslation();
  const choices = ["without", "with"].map((each) => ({
    value: each === "with",
    name: t(`online.study.${each}.name`),
    text: t(`online.study.${each}.text`),
  }));
  return html`<${RadioGroup}
    name="study"
    class="seg--down"
    legend=${t("online.study_legend")}
    value=${value}
    choices=${choices}
    choose=${choose}
  />`;
}
