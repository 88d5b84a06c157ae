// The first page at home: everything is chosen beforehand, so that one click on Play suffices.
import { html } from "../vendor/preact.js";
import { clientId, newGame } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Token } from "../ui/Icon.js";
import { FirstPage, GameForm, USUAL, rulesOf, useForm } from "../setup/GameForm.js";
import { Unfinished } from "./GameList.js";
import { fan } from "../setup/FaithAndDeckPicker.js";
import { Levels } from "../setup/LevelPicker.js";

/** @import {NewGame} from "../core/types" */
/** @import {CardFile, Form, Rules} from "../setup/GameForm" */
/** @typedef {"ours" | "here" | "watch"} Kind */
/** @typedef {Rules & {kind: Kind, level: string, catholic: string, protestant: string}} Wish level: of the opponent;
 *   the other two: of those whom one watches */

/**
 * @param {Wish} wish
 * @param {CardFile} file
 * @param {string} client
 * @returns {NewGame}
 */
function request(wish, file, client) {
  const { kind, level, catholic, protestant, faith } = wish;
  const players = {
    ours: { 1: "person", 2: level },
    here: { 1: "person", 2: "person" },
    watch: { 1: catholic, 2: protestant },
  }[kind];
  return { players, faith: kind === "watch" ? "C" : faith, client, ...rulesOf(wish, file) };
}

const PLAN = {
  place: "newgame",
  usual: /** @type {Wish} */ ({
    ...USUAL,
    kind: "ours",
    level: "magister",
    catholic: "licentiate",
    protestant: "doctor",
  }),
  prepare: clientId,
  send: async (/** @type {Wish} */ wish, /** @type {CardFile} */ file, /** @type {string} */ client) =>
    `/game/${(await newGame(request(wish, file, client))).game}`,
};

/** @type {Record<Kind, () => unknown>} */
const ART = {
  ours: () => html`<${Token} faith="C" />${fan("P")}`,
  here: () => html`<${Token} faith="C" /><${Token} faith="P" />`,
  watch: () => html`${fan("C")}${fan("P")}`,
};
const WHOSE = /** @type {const} */ ({ ours: "own", here: "one", watch: "" });

/** @param {{form: Form<Wish>}} props */
function Opponents({ form: { wish, change, setup } }) {
  const t = useTexts();
  if (wish.kind === "here") return html`<p class="note">${t("pages.new.here_note")}</p>`;
  if (wish.kind === "ours")
    return html`<${Levels}
      setup=${setup}
      name="level"
      legend=${t("pages.new.opponent")}
      value=${wish.level}
      choose=${(/** @type {string} */ level) => change({ level })}
    />`;
  return html`
    <${Levels}
      against=${false}
      setup=${setup}
      name="catholic"
      legend=${t("pages.new.played.C")}
      value=${wish.catholic}
      choose=${(/** @type {string} */ catholic) => change({ catholic })}
    />
    <${Levels}
      against=${false}
      setup=${setup}
      name="protestant"
      legend=${t("pages.new.played.P")}
      value=${wish.protestant}
      choose=${(/** @type {string} */ protestant) => change({ protestant })}
    />
  `;
}

export default function NewGamePage() {
  const t = useTexts();
  const form = useForm(PLAN);
  const kinds = /** @type {Kind[]} */ (Object.keys(ART)).map((each) => ({
    value: each,
    name: t(`pages.new.kind.${each}.name`),
    text: t(`pages.new.kind.${each}.text`),
    art: ART[each](),
  }));
  return html`<${FirstPage} side=${html`<${Unfinished} />`}>
    <${GameForm}
      form=${form}
      legend=${t("pages.new.title")}
      kinds=${kinds}
      people=${html`<${Opponents} form=${form} />`}
      whose=${WHOSE[form.wish.kind]}
      go=${t(form.wish.kind === "watch" ? "pages.new.watch" : "pages.new.play")}
      then=${t("pages.new.enough")}
    />
  <//>`;
}
