// The form of a first page: a game against the computer, which one click begins.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { GameForm, submitText } from "./GameForm.js";
import { LevelPicker } from "./LevelPicker.js";

/** @import {Child} from "../vendor/preact" */
/** @import {Form, RuleValues} from "./GameForm" */

/** @param {{form: Form<RuleValues & {level: string}>, submitLabel: string, more?: Child}} props more: further fields
 *   among the rules */
export function ComputerGameForm({ form, submitLabel, more }) {
  const t = useTranslation();
  const { values, change, setup } = form;
  return html`<${GameForm}
    form=${form}
    people=${
      html`<${LevelPicker}
        setup=${setup}
        name="level"
        legend=${t("pages.new.opponent")}
        value=${values.level}
        choose=${(/** @type {string} */ level) => change({ level })}
      />`
    }
    faithOf="own"
    more=${more}
    submitLabel=${submitLabel}
    submitText=${submitText(t, form)}
  />`;
}
