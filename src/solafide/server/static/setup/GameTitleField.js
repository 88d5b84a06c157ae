// The field for the name of a new game, among its rules.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { TextField } from "../ui/TextField.js";
import { MAX_TITLE_CHARACTERS } from "./localGame.js";

/** @import {Form} from "./GameForm" */
/** @import {NewGameValues} from "./localGame" */

/** @param {{form: Form<NewGameValues>}} props */
export function GameTitleField({ form: { values, change } }) {
  const t = useTranslation();
  return html`<${TextField}
    id="title"
    label=${t("pages.new.game_title")}
    value=${values.title}
    change=${(/** @type {string} */ title) => change({ title })}
    max=${MAX_TITLE_CHARACTERS}
  />`;
}
