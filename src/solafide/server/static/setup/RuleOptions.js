// Optional rules, and a card set of the player's own.
import { html, useState } from "../vendor/preact.js";
import { boxAsFile } from "../box/storedBox.js";
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
  const [box] = useState(boxAsFile);
  const named = (/** @type {string} */ value) => ({
    value,
    name: t(`pages.new.set_is.${value}.name`),
    text: value === "box" ? box?.name : t(`pages.new.set_is.${value}.text`),
  });
  const earlier = setup?.earlier_sets.map(({ version, name, text }) => ({ value: version, name, text })) ?? [];
  const choices = [named("base"), ...earlier.reverse(), ...(box ? [named("box")] : []), named("own")];
  const choose = (/** @type {string | number} */ value) => {
    if (value === "box" && box) changeFile(box);
    else
      changeFile({
        own: value === "own",
        isBox: false,
        version: typeof value === "number" ? value : null,
        name: "",
        text: "",
      });
  };
  return html`<div>
    <${RadioGroup}
      name="set"
      class="seg--down"
      legend=${t("pages.new.set")}
      value=${file.isBox ? "box" : file.own ? "own" : (file.version ?? "base")}
      choices=${choices}
      choose=${choose}
    />
    <p class="note"><a href="/box">${t("pages.new.set_edit")}</a></p>
    ${file.own && !file.isBox && html`<div class="more__file">
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
  const [isOpen] = useState(file.isBox);
  return html`<details class="more" open=${isOpen}>
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
