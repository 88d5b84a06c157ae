// The start page of an online server: play with a friend, against the computer, or with anybody.
import { html, useState } from "../vendor/preact.js";
import { createOnlineGame } from "../core/api.js";
import { newSecret, playerKey, saveCredentials, storeName, storedName } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { PACES } from "../core/pace.js";
import { newIdempotencyKey } from "../core/request.js";
import { STORED } from "../core/storage.js";
import { ONE_COLUMN, useMediaQuery } from "../core/useMediaQuery.js";
import { newContribution } from "../fairness/contribution.js";
import { OpenGames } from "../online/OpenGames.js";
import { DEFAULT_RULES, GameForm, rulesRequest, useGameForm } from "../setup/GameForm.js";
import { LevelPicker } from "../setup/LevelPicker.js";
import { PacePicker } from "../setup/PacePicker.js";
import { StartPage } from "../setup/StartPage.js";
import { StudyPicker } from "../setup/StudyPicker.js";
import { CardFan } from "../table/CardFan.js";
import { FaithToken } from "../ui/FaithToken.js";
import { NameField } from "../ui/NameField.js";
import { GamesOnTurn, MyGamesSummary } from "./MyGameLists.js";
import { useMyGames } from "./useMyGames.js";

/** @import {LobbyView, NewLobbyRequest} from "../core/types" */
/** @import {CardFile, RuleValues} from "../setup/GameForm" */
/** @typedef {"friend" | "ours" | "open"} Kind */
/** `level`: of the computer opponent; `pace`: a key of PACES; `study`: hints are allowed.
 * @typedef {RuleValues & {kind: Kind, level: string, pace: string, study: boolean}} OnlineGameValues */
/** @typedef {{idempotency_key: string, secret: string, invite: string, watch: string, contribution: string,
 *   commitment: string}} GameSecrets */

/**
 * @param {OnlineGameValues} values
 * @param {CardFile} file
 * @param {string} name
 * @param {GameSecrets} secrets
 * @returns {NewLobbyRequest}
 */
function gameRequest(values, file, name, { idempotency_key, secret, invite, watch, commitment }) {
  const { kind, level, faith, study } = values;
  const people = {
    opponent: kind === "ours" ? level : "person",
    pace: kind === "ours" ? null : PACES[values.pace],
    study: kind === "ours" || study,
    open: kind === "open",
  };
  return {
    idempotency_key,
    secret,
    invite,
    watch,
    commitment,
    player_key: playerKey(),
    name,
    faith,
    ...people,
    ...rulesRequest(values, file),
  };
}

/** @param {LobbyView} lobby
 * @param {GameSecrets} secrets
 * @param {string} name
 * @param {Kind} kind */
function saveSeat({ game, person }, { secret, invite, watch, contribution }, name, kind) {
  saveCredentials(game, {
    secret,
    person: person === "2" ? "2" : "1",
    contribution,
    name,
    watch,
    gate: kind === "friend" ? invite : undefined,
  });
}

/** @param {string} name */
const formPlan = (name) => ({
  storedAs: STORED.newOnlineGame,
  defaults: /** @type {OnlineGameValues} */ ({
    ...DEFAULT_RULES,
    kind: "friend",
    level: "magister",
    pace: "none",
    study: false,
  }),
  migrate: (/** @type {OnlineGameValues} */ stored) => (stored.pace in PACES ? stored : { ...stored, pace: "none" }),
  prepare: async () => ({
    idempotency_key: newIdempotencyKey(),
    secret: newSecret(),
    invite: newSecret(),
    watch: newSecret(),
    ...(await newContribution()),
  }),
  send: async (
    /** @type {OnlineGameValues} */ values,
    /** @type {CardFile} */ file,
    /** @type {GameSecrets} */ secrets,
  ) => {
    const lobby = await createOnlineGame(gameRequest(values, file, name, secrets));
    saveSeat(lobby, secrets, name, values.kind);
    storeName(name);
    return `/table/${lobby.game}`;
  },
});

/** @type {Record<Kind, () => unknown>} */
const PICTURES = {
  friend: () => html`<${FaithToken} faith="C" /><${FaithToken} faith="P" />`,
  ours: () => html`<${FaithToken} faith="C" /><${CardFan} faith="P" />`,
  open: () => html`<${CardFan} faith="C" /><${FaithToken} faith="P" />`,
};

export default function OnlineStartPage() {
  const t = useTranslation();
  const [name, setName] = useState(storedName);
  const form = useGameForm(formPlan(name.trim()));
  const { values, change, setup } = form;
  const kinds = /** @type {Kind[]} */ (Object.keys(PICTURES)).map((each) => ({
    value: each,
    name: t(`online.kind.${each}.name`),
    text: t(`online.kind.${each}.text`),
    art: PICTURES[each](),
  }));
  const isAgainstComputer = values.kind === "ours";
  const people = isAgainstComputer ? (
    html`<${LevelPicker}
      setup=${setup}
      name="level"
      legend=${t("pages.new.opponent")}
      value=${values.level}
      choose=${(/** @type {string} */ level) => change({ level })}
    />`
  ) : (
    html`<${NameField} value=${name} change=${setName} note=${t(`online.name_note.${values.kind}`)} />`
  );
  const more = !isAgainstComputer && html`
    <${PacePicker} value=${values.pace} choose=${(/** @type {string} */ pace) => change({ pace })} />
    <${StudyPicker} value=${values.study} choose=${(/** @type {boolean} */ study) => change({ study })} />
  `;
  const myGames = useMyGames();
  const narrow = useMediaQuery(ONE_COLUMN);
  const side = html`<${MyGamesSummary} games=${myGames} firstGroup=${narrow ? 1 : 0} /><${OpenGames} />`;
  return html`<${StartPage}
    notice=${narrow && html`<${GamesOnTurn} games=${myGames} />`}
    side=${side}
    links=${html`<a href="/deal">${t("deals.offer")}</a>`}
  >
    <${GameForm}
      form=${form}
      legend=${t("pages.new.title")}
      kinds=${kinds}
      people=${people}
      faithOf="own"
      more=${more}
      moreText=${isAgainstComputer ? undefined : t("online.more_what")}
      submitLabel=${t(`online.go.${values.kind}`)}
      submitText=${t(`online.then.${values.kind}`)}
    />
  <//>`;
}
