// The start page of a local server. Everything has a default, so that one click on Play is enough.
import { html } from "../vendor/preact.js";
import { createGame } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { newIdempotencyKey } from "../core/request.js";
import { STORED } from "../core/storage.js";
import { DEFAULT_RULES, GameForm, rulesRequest, useGameForm } from "../setup/GameForm.js";
import { LevelPicker } from "../setup/LevelPicker.js";
import { NetworkServerPanel } from "../setup/NetworkServerPanel.js";
import { StartPage } from "../setup/StartPage.js";
import { CardFan } from "../table/CardFan.js";
import { FaithToken } from "../ui/FaithToken.js";
import { UnfinishedGames } from "./GameList.js";

/** @import {NewGame} from "../core/types" */
/** @import {CardFile, Form, RuleValues} from "../setup/GameForm" */
/** Against the computer, two people at this screen, or two computer players.
 * @typedef {"ours" | "here" | "watch"} Kind */
/** `level`: of the opponent; `catholic`, `protestant`: of two computer players who are watched.
 * @typedef {RuleValues & {kind: Kind, level: string, catholic: string, protestant: string}} NewGameValues */

/**
 * @param {NewGameValues} values
 * @param {CardFile} file
 * @param {string} key
 * @returns {NewGame}
 */
function gameRequest(values, file, key) {
  const { kind, level, catholic, protestant, faith } = values;
  const players = {
    ours: { 1: "person", 2: level },
    here: { 1: "person", 2: "person" },
    watch: { 1: catholic, 2: protestant },
  }[kind];
  return { players, faith: kind === "watch" ? "C" : faith, idempotency_key: key, ...rulesRequest(values, file) };
}

const FORM_PLAN = {
  storedAs: STORED.newGame,
  defaults: /** @type {NewGameValues} */ ({
    ...DEFAULT_RULES,
    kind: "ours",
    level: "magister",
    catholic: "licentiate",
    protestant: "doctor",
  }),
  prepare: newIdempotencyKey,
  send: async (/** @type {NewGameValues} */ values, /** @type {CardFile} */ file, /** @type {string} */ key) =>
    `/game/${(await createGame(gameRequest(values, file, key))).game}`,
};

/** @type {Record<Kind, () => unknown>} */
const PICTURES = {
  ours: () => html`<${FaithToken} faith="C" /><${CardFan} faith="P" />`,
  here: () => html`<${FaithToken} faith="C" /><${FaithToken} faith="P" />`,
  watch: () => html`<${CardFan} faith="C" /><${CardFan} faith="P" />`,
};
const FAITH_OF = /** @type {const} */ ({ ours: "own", here: "one", watch: "" });

/** @param {{form: Form<NewGameValues>}} props */
function OpponentPicker({ form: { values, change, setup } }) {
  const t = useTranslation();
  if (values.kind === "here") return html`<p class="note">${t("pages.new.here_note")}</p>`;
  if (values.kind === "ours")
    return html`<${LevelPicker}
      setup=${setup}
      name="level"
      legend=${t("pages.new.opponent")}
      value=${values.level}
      choose=${(/** @type {string} */ level) => change({ level })}
    />`;
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

export default function NewGamePage() {
  const t = useTranslation();
  const form = useGameForm(FORM_PLAN);
  const kinds = /** @type {Kind[]} */ (Object.keys(PICTURES)).map((each) => ({
    value: each,
    name: t(`pages.new.kind.${each}.name`),
    text: t(`pages.new.kind.${each}.text`),
    art: PICTURES[each](),
  }));
  return html`<${StartPage} side=${html`<${UnfinishedGames} /><${NetworkServerPanel} />`}>
    <${GameForm}
      form=${form}
      legend=${t("pages.new.title")}
      kinds=${kinds}
      people=${html`<${OpponentPicker} form=${form} />`}
      faithOf=${FAITH_OF[form.values.kind]}
      submitLabel=${t(form.values.kind === "watch" ? "pages.new.watch" : "pages.new.play")}
      submitText=${t("pages.new.enough")}
    />
  <//>`;
}
