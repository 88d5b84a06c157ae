// On a local server, the page of a way to play: two at this screen, two computer players, or a friend's device.
import { html, useEffect } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { navigate } from "../core/router.js";
import { useTitle } from "../core/title.js";
import { GameForm, submitText, useGameForm } from "../setup/GameForm.js";
import { GamePanel } from "../setup/GamePanel.js";
import { GameTitleField } from "../setup/GameTitleField.js";
import { LevelPicker } from "../setup/LevelPicker.js";
import { NetworkServerPanel } from "../setup/NetworkServerPanel.js";
import { MAX_NAME_CHARACTERS, localGamePlan } from "../setup/localGame.js";
import { PageHeader } from "../ui/PageHeader.js";
import { TextField } from "../ui/TextField.js";

/** @import {Form} from "../setup/GameForm" */
/** @import {NewGameValues} from "../setup/localGame" */
/** @import {Child} from "../vendor/preact" */

/** @param {{picture: string, title: string, text: string, children?: Child}} props */
function SetupFrame({ picture, title, text, children }) {
  useTitle(`${title} · Sola Fide`);
  return html`
    <${PageHeader} />
    <main class="sheet">
      <${GamePanel} picture=${picture} title=${title} text=${text} isPage=${true}>${children}<//>
    </main>
  `;
}

/** @param {{form: Form<NewGameValues>}} props */
function ComputerPlayers({ form: { values, change, setup } }) {
  const t = useTranslation();
  return html`
    <${LevelPicker}
      withNote=${false}
      setup=${setup}
      name="catholic"
      legend=${t("pages.new.played.C")}
      value=${values.catholic}
      choose=${(/** @type {string} */ catholic) => change({ catholic })}
    />
    <${LevelPicker}
      withNote=${false}
      setup=${setup}
      name="protestant"
      legend=${t("pages.new.played.P")}
      value=${values.protestant}
      choose=${(/** @type {string} */ protestant) => change({ protestant })}
    />
  `;
}

/** @param {{form: Form<NewGameValues>}} props */
function PlayerNames({ form: { values, change } }) {
  const t = useTranslation();
  const fields = /** @type {const} */ ([
    ["1", "name1"],
    ["2", "name2"],
  ]);
  return html`<div>
    <div class="new__names">
      ${fields.map(([person, field]) => html`<${TextField}
        key=${field}
        id=${field}
        label=${t("pages.new.person_name", { person })}
        value=${values[field]}
        change=${(/** @type {string} */ name) => change({ [field]: name })}
        max=${MAX_NAME_CHARACTERS}
      />`)}
    </div>
    <p class="note">${t("pages.new.here_note")}</p>
  </div>`;
}

/** @param {{kind: "here" | "watch"}} props */
function LocalSetup({ kind }) {
  const t = useTranslation();
  const form = useGameForm(localGamePlan(kind));
  const isWatched = kind === "watch";
  return html`<${SetupFrame}
    picture=${isWatched ? "C34" : "P23"}
    title=${t(`pages.new.kind.${kind}.name`)}
    text=${t(`pages.new.kind.${kind}.text`)}
  >
    <${GameForm}
      form=${form}
      people=${isWatched ? html`<${ComputerPlayers} form=${form} />` : html`<${PlayerNames} form=${form} />`}
      faithOf=${isWatched ? "" : "one"}
      more=${html`<${GameTitleField} form=${form} />`}
      submitLabel=${t(isWatched ? "pages.new.watch" : "pages.new.play")}
      submitText=${isWatched ? undefined : submitText(t, form)}
    />
  <//>`;
}

/** @param {{params: Record<string, string>}} props */
export default function GameSetupPage({ params: { kind } }) {
  const t = useTranslation();
  const isKnown = kind === "here" || kind === "watch" || kind === "network";
  useEffect(() => void (!isKnown && navigate("/", { replace: true })), [isKnown]);
  if (kind === "here" || kind === "watch") return html`<${LocalSetup} key=${kind} kind=${kind} />`;
  if (!isKnown) return null;
  return html`<${SetupFrame} picture="P05" title=${t("network.title")} text=${t("network.lead")}>
    <${NetworkServerPanel} />
  <//>`;
}
