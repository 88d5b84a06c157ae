// The page of a duplicate deal (the same cards in several games): create one, join it, see its state and result.
import { html, useEffect, useState } from "../vendor/preact.js";
import { postToDeal } from "../core/api.js";
import { storedName } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { PACES } from "../core/pace.js";
import { RequestRefused } from "../core/request.js";
import { navigate } from "../core/router.js";
import { STORED } from "../core/storage.js";
import { useTitle } from "../core/title.js";
import {
  dealCredentials,
  dealLink,
  joinDeal,
  newDealSecrets,
  startDeal,
  takeDealLink,
  useDeal,
} from "../online/duplicateDeals.js";
import { OpenDeals } from "../online/OpenDeals.js";
import { DEFAULT_RULES, GameForm, rulesRequest, useGameForm } from "../setup/GameForm.js";
import { GameTerms } from "../setup/GameTerms.js";
import { OwnSetChanges } from "../setup/OwnSetChanges.js";
import { LevelPicker } from "../setup/LevelPicker.js";
import { PacePicker } from "../setup/PacePicker.js";
import { CardFan } from "../table/CardFan.js";
import { FaithToken } from "../ui/FaithToken.js";
import { NameField } from "../ui/NameField.js";
import { PageHeader } from "../ui/PageHeader.js";
import { ProblemList } from "../ui/ProblemList.js";
import { RadioGroup } from "../ui/RadioGroup.js";
import { ShareLink } from "../ui/ShareLink.js";

/** @import {Child} from "../vendor/preact" */
/** @import {DealBoardView, DealView, Faith} from "../core/types" */
/** @import {CardFile, Form, RuleValues} from "../setup/GameForm" */
/** @typedef {"pairs" | "field"} Kind */
/** `opponent`: of a field; `size`: its number of players; `pace`: a key of PACES; `open`: anybody may join.
 * @typedef {RuleValues & {kind: Kind, opponent: string, size: number, pace: string, open: boolean}} DealValues */
/** @typedef {{state: DealView, receive: (state: DealView) => void}} DealProps */

const FIELD_SIZES = [4, 8, 16, 32];

/** @param {{title: string, lead: string, children?: Child}} props */
function DealFrame({ title, lead, children }) {
  useTitle(`${title} · Sola Fide`);
  return html`
    <${PageHeader} />
    <main class="sheet lobby"><div class="sheet__title"><h1>${title}</h1><p>${lead}</p></div>${children}</main>
  `;
}

/** Send a request once at a time, and report why it was refused.
 * @template T
 * @param {() => Promise<T>} send
 * @param {(response: T) => void} done */
function useSubmit(send, done) {
  const t = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      done(await send());
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit };
}

/** @type {Record<Kind, () => unknown>} */
const PICTURES = {
  pairs: () => html`<${FaithToken} faith="C" /><${FaithToken} faith="P" />`,
  field: () => html`<${FaithToken} faith="C" /><${CardFan} faith="P" />`,
};

const FORM_PLAN = {
  storedAs: STORED.newDeal,
  defaults: /** @type {DealValues} */ ({
    ...DEFAULT_RULES,
    faith: "C",
    kind: "pairs",
    opponent: "doctor",
    size: 8,
    pace: "none",
    open: false,
  }),
  migrate: (/** @type {DealValues} */ stored) => (stored.pace in PACES ? stored : { ...stored, pace: "none" }),
  prepare: newDealSecrets,
  send: async (
    /** @type {DealValues} */ values,
    /** @type {CardFile} */ file,
    /** @type {Awaited<ReturnType<typeof newDealSecrets>>} */ secrets,
  ) => {
    const { kind, size, open } = values;
    const pairs = kind === "pairs";
    const people = {
      opponent: pairs ? "person" : values.opponent,
      pace: pairs ? PACES[values.pace] : null,
      faith: /** @type {Faith} */ (values.faith),
    };
    return `/deal/${await startDeal({ kind, size, open, ...people, ...rulesRequest(values, file) }, secrets)}`;
  },
};

/** The opponent and the number of players of a field.
 * @param {{form: Form<DealValues>}} props */
function FieldOptions({ form: { values, change, setup } }) {
  const t = useTranslation();
  const sizes = FIELD_SIZES.map((value) => ({ value, name: String(value) }));
  return html`
    <${LevelPicker}
      setup=${setup}
      name="level"
      legend=${t("pages.new.opponent")}
      value=${values.opponent}
      choose=${(/** @type {string} */ opponent) => change({ opponent })}
    />
    <${RadioGroup}
      name="size"
      class="seg--4"
      legend=${t("deals.make.size")}
      value=${values.size}
      choices=${sizes}
      choose=${(/** @type {number} */ size) => change({ size })}
    />
  `;
}

function NewDealForm() {
  const t = useTranslation();
  const form = useGameForm(FORM_PLAN);
  const { values, change } = form;
  const pairs = values.kind === "pairs";
  const kinds = /** @type {Kind[]} */ (Object.keys(PICTURES)).map((value) => ({
    value,
    name: t(`deals.kind.${value}.name`),
    text: t(`deals.kind.${value}.text`),
    art: PICTURES[value](),
  }));
  const visibilities = ["link", "all"].map((each) => ({ value: each === "all", name: t(`deals.open.${each}`) }));
  const people = html`
    ${!pairs && html`<${FieldOptions} form=${form} />`}
    <${RadioGroup}
      name="open"
      legend=${t("deals.make.open")}
      value=${values.open}
      choices=${visibilities}
      choose=${(/** @type {boolean} */ open) => change({ open })}
    />
  `;
  return html`<${DealFrame} title=${t("deals.make.title")} lead=${t("deals.make.lead")}>
    <div class="lobby__two">
      <${GameForm}
        form=${form}
        legend=${t("deals.make.kind")}
        kinds=${kinds}
        people=${people}
        faithOf=${pairs ? "" : "all"}
        more=${pairs && html`<${PacePicker}
          value=${values.pace}
          choose=${(/** @type {string} */ pace) => change({ pace })}
        />`}
        moreText=${pairs ? t("deals.make.more") : undefined}
        submitLabel=${t("deals.make.go")}
        submitText=${t("deals.make.then")}
      />
      <aside><${OpenDeals} /></aside>
    </div>
  <//>`;
}

/** @param {DealProps} props */
function JoinDeal({ state, receive }) {
  const t = useTranslation();
  const [name, setName] = useState(storedName);
  const [team, setTeam] = useState(/** @type {number | null} */ (null));
  const { busy, problem, submit } = useSubmit(() => joinDeal(state.deal, name.trim(), team), receive);
  const teams = [null, 1, 2].map((value) => ({
    value,
    name: value === null ? t("deals.sit.any") : t("deals.team", { n: value }),
  }));
  return html`<form class="new" onSubmit=${submit} aria-busy=${busy}>
    <${NameField} value=${name} change=${setName} note=${t("deals.sit.name_note")} />
    ${state.kind === "pairs" && html`<${RadioGroup}
      name="team"
      class="seg--down"
      legend=${t("deals.sit.team")}
      value=${team}
      choices=${teams}
      choose=${setTeam}
    />`}
    ${problem && html`<${ProblemList} title=${t("online.join.failed")} text=${problem} />`}
    <div class="go">
      <button class="btn btn--main" type="submit">${t("online.join.sit")}</button>
      <p>${t("deals.sit.once")}</p>
    </div>
  </form>`;
}

/** @param {{state: DealView, board: DealBoardView, number: number}} props */
function BoardItem({ state, board, number }) {
  const t = useTranslation();
  const seat = (/** @type {"1" | "2"} */ person) => {
    const { name, kind, team, seated } = board.players[person];
    const player = kind !== "person" ? t("deals.ours") : name || t(seated ? "online.somebody" : "deals.free");
    const faith = t(`deals.faith.${person === "1" ? "C" : "P"}`);
    return `${faith}: ${player}${team ? ` (${t("deals.team", { n: team })})` : ""}`;
  };
  const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
  const isOwn = board.game === state.game;
  return html`<li class="block">
    <strong>${t("deals.board", { n: number + 1 })}</strong> <span class="quiet">
      ${t(`deals.board_state.${board.state}`)}
    </span>
    <p class="note">${seat("1")} · ${seat("2")}</p>
    ${board.margin !== null && html`<p>
      ${t("deals.margin", { n: signed(board.margin) })}
      ${board.score !== null ? ` ${t("deals.score", { n: signed(board.score) })}` : ""}
    </p>`}
    ${isOwn && board.state !== "waiting" && html`<p>
      <a class="btn btn--main" href=${`/game/${board.game}`}>${t("deals.to_table")}</a>
    </p>`}
    ${isOwn && board.state === "waiting" && html`<p class="note" role="status">${t("deals.waiting")}</p>`}
  </li>`;
}

/** @param {DealProps} props */
function CloseDeal({ state, receive }) {
  const t = useTranslation();
  const close = () => {
    const { maker, seat } = dealCredentials(state.deal);
    return postToDeal(state.deal, maker ?? seat ?? null, "close", {});
  };
  const { problem, submit } = useSubmit(close, receive);
  return html`
    <p class="lobby__tools"><button class="btn" type="button" onClick=${submit}>${t("deals.close.go")}</button></p>
    <p class="note">${t("deals.close.text")}</p>
    ${problem && html`<p role="alert">${problem}</p>`}
  `;
}

/** @param {{deal: string}} props */
function DealOverview({ deal }) {
  const t = useTranslation();
  const { state, error, receive } = useDeal(deal);
  if (error) return html`<${DealFrame} title=${t("deals.title")} lead=${error.message} />`;
  if (!state) return html`<main class="sheet" aria-busy="true"><h1 class="sr">Sola Fide</h1></main>`;
  const { maker, invite } = dealCredentials(deal);
  const scores =
    state.scores &&
    [1, 2].map((team) =>
      t("deals.team_score", { n: team, score: String(state.scores?.[team === 1 ? 1 : 2]).replace("-", "−") }),
    );
  return html`<${DealFrame} title=${t("deals.title")} lead=${t(`deals.kind.${state.kind}.text`)}>
    <div class="lobby__two">
      <div>
        ${state.state === "open" && !state.person && html`<${JoinDeal} state=${state} receive=${receive} />`}
        ${state.state === "open" && invite && html`<section class="block">
          <${ShareLink}
            id="deal-link"
            label=${t("deals.link")}
            link=${dealLink(deal, invite)}
            share=${t("deals.share")}
          />
        </section>`}
        ${(maker || state.person) && state.state !== "over" && html`<section class="block">
          <${CloseDeal} state=${state} receive=${receive} />
        </section>`}
        ${state.state === "over" && html`<section class="block">
          <h2 class="head2">${t("deals.result")}</h2>
          ${scores ? scores.map((line) => html`<p key=${line}>${line}</p>`) : html`<p>${t("deals.no_teams")}</p>`}
          <p class="note">${t("deals.counted")}</p>
        </section>`}
      </div>
      <aside>
        <section class="block">
          <h2 class="head2">${t(`deals.state.${state.state}`)}</h2>
          <ol class="plain">
            ${state.boards.map((board, at) => html`<${BoardItem}
              key=${board.game}
              state=${state}
              board=${board}
              number=${at}
            />`)}
          </ol>
          <p class="note">${t("deals.hidden")}</p>
        </section>
        <section class="block">
          <h2 class="head2">${t("online.terms")}</h2>
          <${GameTerms} terms=${{ ...state, study: false }} own=${true} />
          ${state.cards && html`<${OwnSetChanges} hash=${state.cards} />`}
        </section>
      </aside>
    </div>
  <//>`;
}

/** @param {{params: Record<string, string>}} props */
export default function DealPage({ params }) {
  const [invitedTo] = useState(takeDealLink);
  useEffect(() => void (invitedTo && navigate(`/deal/${invitedTo}`, { replace: true })), [invitedTo]);
  if (params.deal) return html`<${DealOverview} key=${params.deal} deal=${params.deal} />`;
  return invitedTo ? null : html`<${NewDealForm} />`;
}
