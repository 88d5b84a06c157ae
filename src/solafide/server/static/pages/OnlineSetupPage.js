// On an online server, the page of a game with a friend, or with anybody.
import { html, useEffect, useState } from "../vendor/preact.js";
import { storedName } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { navigate } from "../core/router.js";
import { useTitle } from "../core/title.js";
import { GameForm, useGameForm } from "../setup/GameForm.js";
import { GamePanel } from "../setup/GamePanel.js";
import { GameTitleField } from "../setup/GameTitleField.js";
import { PacePicker } from "../setup/PacePicker.js";
import { StudyPicker } from "../setup/StudyPicker.js";
import { onlineGamePlan } from "../setup/onlineGame.js";
import { NameField } from "../ui/NameField.js";
import { PageHeader } from "../ui/PageHeader.js";

/** @typedef {"friend" | "open"} PeopleKind */
/** @type {Record<PeopleKind, string>} */
const PICTURES = { friend: "P05", open: "P23" };

/** @param {{kind: PeopleKind}} props */
function OnlineSetup({ kind }) {
  const t = useTranslation();
  const [name, setName] = useState(storedName);
  const form = useGameForm(onlineGamePlan(kind, name.trim()));
  const { values, change } = form;
  const title = t(`online.kind.${kind}.name`);
  useTitle(`${title} · Sola Fide`);
  const more = html`
    <${GameTitleField} form=${form} />
    <${PacePicker} value=${values.pace} choose=${(/** @type {string} */ pace) => change({ pace })} />
    <${StudyPicker} value=${values.study} choose=${(/** @type {boolean} */ study) => change({ study })} />
  `;
  return html`
    <${PageHeader} />
    <main class="sheet">
      <${GamePanel} picture=${PICTURES[kind]} title=${title} text=${t(`online.kind.${kind}.text`)} isPage=${true}>
        <${GameForm}
          form=${form}
          people=${html`<${NameField} value=${name} change=${setName} note=${t(`online.name_note.${kind}`)} />`}
          faithOf="own"
          more=${more}
          moreText=${t("online.more_what")}
          submitLabel=${t(`online.go.${kind}`)}
          submitText=${t(`online.then.${kind}`)}
        />
      <//>
    </main>
  `;
}

/** @param {{params: Record<string, string>}} props */
export default function OnlineSetupPage({ params: { kind } }) {
  const isKnown = kind === "friend" || kind === "open";
  useEffect(() => void (!isKnown && navigate("/", { replace: true })), [isKnown]);
  return isKnown && html`<${OnlineSetup} key=${kind} kind=${kind} />`;
}
