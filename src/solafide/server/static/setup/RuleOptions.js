// The rules of the table that can be chosen, with a sentence each, and a card set of the reader's own.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { FileButton } from "../ui/FileButton.js";
import { Problems } from "../ui/ProblemList.js";
import { Seg } from "../ui/RadioGroup.js";

/** @import {Setup} from "../core/types" */
/** @import {CardFile, Rules} from "./GameForm" */
/** @import {Child} from "../vendor/preact" */
/** @typedef {Pick<Rules, "first" | "claims" | "tokens" | "turn_limit">} Wish */

/** @type {("first" | "claims" | "tokens" | "turn_limit")[]} */
const RULES = ["first", "claims", "tokens", "turn_limit"];

/** @param {{file: CardFile, changeFile: (part: Partial<CardFile>) => void}} props */
function CardSet({ file, changeFile }) {
  const t = useTexts();
  const choices = ["base", "own"].map((each) => ({
    value: each === "own",
    name: t(`pages.new.set_is.${each}.name`),
    text: t(`pages.new.set_is.${each}.text`),
  }));
  return html`<div>
    <${Seg}
      name="set"
      class="seg--down"
      legend=${t("pages.new.set")}
      value=${file.own}
      choices=${choices}
      choose=${(/** @type {boolean} */ own) => changeFile({ own })}
    />
    ${file.own && html`<div class="more__file">
      <${FileButton}
        label=${t("pages.new.file")}
        accept=".toml,text/*"
        read=${(/** @type {string} */ name, /** @type {string} */ text) => changeFile({ name, text })}
        tooLarge=${() => changeFile({ problem: t("pages.new.file_large") })}
      />
      <p class="note" role="status">${file.name || t("pages.new.file_none")}</p>
      ${file.problem && html`<${Problems} title=${t("pages.new.file_problems")} text=${file.problem} />`}
    </div>`}
  </div>`;
}

/**
 * @param {{wish: Wish, change: (part: Partial<Wish>) => void, setup: Setup | null, file: CardFile, changeFile: (part:
 *   Partial<CardFile>) => void, children?: Child, what?: string}} props
 */
export function RuleOptions({ wish, change, setup, file, changeFile, children, what }) {
  const t = useTexts();
  return html`<details class="more">
    <summary>${t("pages.new.more")} <span class="quiet">${what ?? t("pages.new.more_what")}</span></summary>
    <div class="more__in">
      ${children}
      ${RULES.map((rule) => {
        const option = setup?.options.find((each) => each.id === rule);
        return (
          option && html`<${Seg}
            key=${rule}
            name=${rule}
            class="seg--down"
            legend=${option.name}
            value=${wish[rule]}
            choices=${option.values}
            choose=${(/** @type {never} */ value) => change({ [rule]: value })}
          />`
        );
      })}
      <${CardSet} file=${file} changeFile=${changeFile} />
    </div>
  </details>`;
}
