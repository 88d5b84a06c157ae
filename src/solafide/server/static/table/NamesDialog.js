// The dialog that names the game and the two people who play it at one screen.
import { html, useState } from "../vendor/preact.js";
import { renamePlayers } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { PERSONS } from "../core/moment.js";
import { MAX_TITLE_CHARACTERS } from "../setup/GameTitleField.js";
import { MAX_NAME_CHARACTERS } from "../setup/localGame.js";
import { Dialog } from "../ui/Dialog.js";
import { TextField } from "../ui/TextField.js";

/** @import {PanelProps} from "./types" */

/** @param {PanelProps} props */
export default function NamesDialog({ moment, actions, close }) {
  const t = useTranslation();
  const { players } = moment;
  const [title, setTitle] = useState(moment.title);
  const [names, setNames] = useState({ 1: players[1].name, 2: players[2].name });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    // A name that was not changed is not sent: nobody has given it, or it stays.
    const changed = PERSONS.filter((person) => names[person] !== players[person].name);
    const sent = Object.fromEntries(changed.map((person) => [person, names[person].trim()]));
    const { game, seat } = moment;
    if (seat) actions.request(() => renamePlayers(game, seat, { title: title.trim(), names: sent }));
    close();
  };
  const foot = html`
    <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="submit" form="names">${t("table.naming.save")}</button>
  `;
  return html`<${Dialog} title=${t("table.naming.title")} close=${close} foot=${foot}>
    <form id="names" class="names-form" onSubmit=${submit}>
      ${PERSONS.map((person) => html`<${TextField}
        key=${person}
        id=${`name${person}`}
        label=${t("pages.new.person_name", { person })}
        value=${names[person]}
        change=${(/** @type {string} */ name) => setNames({ ...names, [person]: name })}
        max=${MAX_NAME_CHARACTERS}
      />`)}
      <${TextField}
        id="title"
        label=${t("pages.new.game_title")}
        value=${title}
        change=${setTitle}
        max=${MAX_TITLE_CHARACTERS}
      />
    </form>
  <//>`;
}
