// What two people agree on besides the rules: how much time either has, and whether help is allowed.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { PACES, paceText } from "../core/pace.js";
import { Seg } from "../ui/RadioGroup.js";

/** @typedef {{pace: keyof typeof PACES, study: boolean}} Agreement */

/** @param {{wish: Pick<Agreement, "pace">, change: (part: Pick<Agreement, "pace">) => void}} props */
export function Pacing({ wish, change }) {
  const t = useTexts();
  const paces = Object.keys(PACES).map((value) => ({
    value,
    name: t(`online.pace.${value}.name`),
    text: paceText(t, PACES[value]),
  }));
  return html`<${Seg}
    name="pace"
    class="seg--down"
    legend=${t("online.pace_legend")}
    value=${wish.pace}
    choices=${paces}
    choose=${(/** @type {string} */ pace) => change({ pace })}
  />`;
}

/** @param {{wish: Pick<Agreement, "study">, change: (part: Pick<Agreement, "study">) => void}} props */
export function Study({ wish, change }) {
  const t = useTexts();
  const choices = ["without", "with"].map((each) => ({
    value: each === "with",
    name: t(`online.study.${each}.name`),
    text: t(`online.study.${each}.text`),
  }));
  return html`<${Seg}
    name="study"
    class="seg--down"
    legend=${t("online.study_legend")}
    value=${wish.study}
    choices=${choices}
    choose=${(/** @type {boolean} */ study) => change({ study })}
  />`;
}
