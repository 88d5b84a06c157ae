// The field for the name of a new game, among its rules.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { TextField } from "../ui/TextField.js";

/** @import {Form} from "./GameForm" */

/** The server accepts no longer name. */
export const MAX_TITLE_CHARACTERS = 60;

/** @param {{form: Pick<Form<{title: string}>, "values"> & {change: (changes: {title: string}) => void}}} props */
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
