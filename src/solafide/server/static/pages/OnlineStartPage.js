// The first page where people play far apart: with a friend, with one of ours, or with whoever comes.
import { html, useState } from "../vendor/preact.js";
import { clientId, newTable } from "../core/api.js";
import { ONE_COLUMN, useMedia } from "../core/useMediaQuery.js";
import { keepName, keepTable, newContribution, newSecret, ownName, playerKey } from "../core/credentials.js";
import { useTexts } from "../core/i18n.js";
import { Token } from "../ui/Icon.js";
import { Pacing, Study } from "../setup/PacePicker.js";
import { FirstPage, GameForm, USUAL, rulesOf, useForm } from "../setup/GameForm.js";
import { fan } from "../setup/FaithAndDeckPicker.js";
import { Levels } from "../setup/LevelPicker.js";
import { MineFirst, MineInShort, useMine } from "./MyGamesPage.js";
import { NameField } from "../ui/NameField.js";
import { OpenTables } from "../online/OpenTables.js";
import { PACES } from "../core/pace.js";

/** @import {Arrival, NewTable} from "../core/types" */
/** @import {Agreement} from "../setup/PacePicker" */
/** @import {CardFile, Rules} from "../setup/GameForm" */
/** @typedef {"friend" | "ours" | "open"} Kind */
/** @typedef {Rules & Agreement & {kind: Kind, level: string}} Wish level: of the opponent */
/** @typedef {{client: string, secret: string, invite: string, watch: string, contribution: string, promise: string}}
 *   Made */

/**
 * @param {Wish} wish
 * @param {CardFile} file
 * @param {string} name
 * @param {Made} made
 * @returns {NewTable}
 */
function request(wish, file, name, { client, secret, invite, watch, promise }) {
  const { kind, level, faith, study } = wish;
  const people = {
    opponent: kind === "ours" ? level : "person",
    pace: kind === "ours" ? null : PACES[wish.pace],
    study: kind === "ours" || study,
    open: kind === "open",
  };
  return {
    client,
    secret,
    invite,
    watch,
    promise,
    player: playerKey(),
    name,
    faith,
    ...people,
    ...rulesOf(wish, file),
  };
}

/** @param {Arrival} arrival
 * @param {Made} made
 * @param {string} name
 * @param {Kind} kind */
function keepSeat({ game, person }, { secret, invite, watch, contribution }, name, kind) {
  keepTable(game, {
    secret,
    person: person === "2" ? "2" : "1",
    contribution,
    name,
    watch,
    gate: kind === "friend" ? invite : undefined,
  });
}

/** @param {string} name */
const planOf = (name) => ({
  place: "newtable",
  usual: /** @type {Wish} */ ({ ...USUAL, kind: "friend", level: "magister", pace: "none", study: false }),
  fit: (/** @type {Wish} */ wish) => (wish.pace in PACES ? wish : { ...wish, pace: "none" }),
  prepare: async () => ({
    client: clientId(),
    secret: newSecret(),
    invite: newSecret(),
    watch: newSecret(),
    ...(await newContribution()),
  }),
  send: async (/** @type {Wish} */ wish, /** @type {CardFile} */ file, /** @type {Made} */ made) => {
    const arrival = await newTable(request(wish, file, name, made));
    keepSeat(arrival, made, name, wish.kind);
    keepName(name);
    return `/table/${arrival.game}`;
  },
});

/** @type {Record<Kind, () => unknown>} */
const ART = {
  friend: () => html`<${Token} faith="C" /><${Token} faith="P" />`,
  ours: () => html`<${Token} faith="C" />${fan("P")}`,
  open: () => html`${fan("C")}<${Token} faith="P" />`,
};

export default function WelcomePage() {
  const t = useTexts();
  const [name, setName] = useState(ownName);
  const form = useForm(planOf(name.trim()));
  const { wish, change, setup } = form;
  const kinds = /** @type {Kind[]} */ (Object.keys(ART)).map((each) => ({
    value: each,
    name: t(`online.kind.${each}.name`),
    text: t(`online.kind.${each}.text`),
    art: ART[each](),
  }));
  const ours = wish.kind === "ours";
  const people = ours ? (
    html`<${Levels}
      setup=${setup}
      name="level"
      legend=${t("pages.new.opponent")}
      value=${wish.level}
      choose=${(/** @type {string} */ level) => change({ level })}
    />`
  ) : (
    html`<${NameField} value=${name} change=${setName} note=${t(`online.name_note.${wish.kind}`)} />`
  );
  const more = !ours && html`<${Pacing} wish=${wish} change=${change} /><${Study} wish=${wish} change=${change} />`;
  const mine = useMine();
  const narrow = useMedia(ONE_COLUMN);
  const side = html`<${MineInShort} mine=${mine} from=${narrow ? 1 : 0} /><${OpenTables} />`;
  return html`<${FirstPage}
    first=${narrow && html`<${MineFirst} mine=${mine} />`}
    side=${side}
    links=${html`<a href="/deal">${t("deals.offer")}</a>`}
  >
    <${GameForm}
      form=${form}
      legend=${t("pages.new.title")}
      kinds=${kinds}
      people=${people}
      whose="own"
      more=${more}
      what=${ours ? undefined : t("online.more_what")}
      go=${t(`online.go.${wish.kind}`)}
      then=${t(`online.then.${wish.kind}`)}
    />
  <//>`;
}
