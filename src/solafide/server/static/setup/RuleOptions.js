// Optional rules, and a card set of the player's own.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { FileButton } from "../ui/FileButton.js";
import { ProblemList } from "../ui/ProblemList.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @import {Setup} from "../core/types" */
/** @import {CardFile, RuleValues} from "./GameForm" */
/** @import {Child} from "../vendor/preact" */
/** @typedef {Pick<RuleValues, "first" | "claims" | "tokens" | "turn_limit">} RuleOptionValues */

/** @type {("first" | "claims" | "tokens" | "turn_limit")[]} */
const RULE_IDS = ["first", "claims", "tokens", "turn_limit"];

/** @param {{setup: Setup | null, file: CardFile, changeFile: (part: Partial<CardFile>) => void}} props */
function CardSetPicker({ setup, file, changeFile }) {
  const t = useTranslation();
  const [base, own] = ["base", "own"].map((value) => ({
    value,
    name: t(`pages.new.set_is.${value}.name`),
    text: t(`pages.new.set_is.${value}.text`),
  }));
  const earlier = setup?.earlier_sets.map(({ version, name, text }) => ({ value: version, name, text })) ?? [];
  const choose = (/** @type {string | number} */ value) =>
    changeFile({ own: value === "own", version: typeof value === "number" ? value : null });
  return html`<div>
    <${RadioGroup}
      name="set"
      class="seg--down"
      legend=${t("pages.new.set")}
      value=${file.own ? "own" : (file.version ?? "base")}
      choices=${[base, ...earlier.reverse(), own]}
      choose=${choose}
    />
    ${file.own && html`<div class="more__file">
      <${FileButton}
        label=${t("pages.new.file")}
        accept=".toml,text/*"
        read=${(/** @type {string} */ name, /** @type {string} */ text) => changeFile({ name, text })}
        tooLarge=${() => changeFile({ problem: t("pages.new.file_large") })}
      />
      <p class="note" role="status">${file.name || t("pages.new.file_none")}</p>
      ${file.problem && html`<${ProblemList} title=${t("pages.new.file_problems")} text=${file.problem} />`}
    </div>`}
  </div>`;
}

/**
 * @typedef {object} RuleOptionsProps
 * @property {RuleOptionValues} values
 * @property {(changes: Partial<RuleOptionValues>) => void} change
 * @property {Setup | null} setup
 * @property {CardFile} file
 * @property {(changes: Partial<CardFile>) => void} changeFile
 * @property {Child} [children] further fields before the rules
 * @property {string} [moreText] what can be found here
 */

/** @param {RuleOptionsProps} props */
export function RuleOptions({ values, change, setup, file, changeFile, children, moreText }) {
  const t = useTranslation();
  return html`<details class="more">
    <summary>${t("pages.new.more")} <span class="quiet">${moreText ?? t("pages.new.more_what")}</span></summary>
    <div class="more__in">
      ${children}
      ${RULE_IDS.map((rule) => {
        const option = setup?.options.find((each) => each.id === rule);
        return (
          option && html`<${RadioGroup}
            key=${rule}
            name=${rule}
            class="seg--down"
            legend=${option.name}
            value=${values[rule]}
            choices=${option.values}
            choose=${(/** @type {never} */ value) => change({ [rule]: value })}
          />`
        );
      })}
      <${CardSetPicker} setup=${setup} file=${file} changeFile=${changeFile} />
    </div>
  </details>`;
}
