// The same deal at several tables: make one, sit down in it, see how it stands and what it came to.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Refused, atDeal } from "../core/api.js";
import { dealLink, drawn, keptDeal, makeDeal, sitInDeal, takeDealLink, useDeal } from "../online/duplicateDeals.js";
import { navigate, useTitle } from "../core/router.js";
import { ownName } from "../core/credentials.js";
import { useTexts } from "../core/i18n.js";
import { Token } from "../ui/Icon.js";
import { Pacing } from "../setup/PacePicker.js";
import { GameForm, USUAL, rulesOf, useForm } from "../setup/GameForm.js";
import { Head } from "../ui/PageHeader.js";
import { fan } from "../setup/FaithAndDeckPicker.js";
import { Levels } from "../setup/LevelPicker.js";
import { PassOn } from "../ui/ShareLink.js";
import { NameField } from "../ui/NameField.js";
import { OpenDeals } from "../online/OpenDeals.js";
import { PACES } from "../core/pace.js";
import { Problems } from "../ui/ProblemList.js";
import { Seg } from "../ui/RadioGroup.js";
import { TableTerms } from "../setup/GameTerms.js";

/** @import {Child} from "../vendor/preact" */
/** @import {BoardSaid, DealSaid, Faith} from "../core/types" */
/** @import {CardFile, Form, Rules} from "../setup/GameForm" */
/** @typedef {"pairs" | "field"} Kind */
/** @typedef {Rules & {kind: Kind, opponent: string, size: number, pace: keyof typeof PACES, open: boolean}} Wish */
/** @typedef {{found: DealSaid, hear: (found: DealSaid) => void}} Props */

const SIZES = [4, 8, 16, 32];

/** @param {{title: string, lead: string, children?: Child}} props */
function Page({ title, lead, children }) {
  useTitle(`${title} · Sola Fide`);
  return html`
    <${Head} />
    <main class="sheet arrival"><div class="sheet__title"><h1>${title}</h1><p>${lead}</p></div>${children}</main>
  `;
}

/** Something that is sent once at a time; what speaks against it is said.
 * @template T
 * @param {() => Promise<T>} send
 * @param {(answer: T) => void} done */
function useSending(send, done) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, complain] = useState("");
  const go = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    complain("");
    try {
      done(await send());
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      complain(refused.message || t("table.unreachable"));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, go };
}

/** @type {Record<Kind, () => unknown>} */
const ART = {
  pairs: () => html`<${Token} faith="C" /><${Token} faith="P" />`,
  field: () => html`<${Token} faith="C" />${fan("P")}`,
};

const PLAN = {
  place: "newdeal",
  usual: /** @type {Wish} */ ({
    ...USUAL,
    faith: "C",
    kind: "pairs",
    opponent: "doctor",
    size: 8,
    pace: "none",
    open: false,
  }),
  fit: (/** @type {Wish} */ wish) => (wish.pace in PACES ? wish : { ...wish, pace: "none" }),
  prepare: drawn,
  send: async (
    /** @type {Wish} */ wish,
    /** @type {CardFile} */ file,
    /** @type {Awaited<ReturnType<typeof drawn>>} */ made,
  ) => {
    const { kind, size, open } = wish;
    const pairs = kind === "pairs";
    const people = {
      opponent: pairs ? "person" : wish.opponent,
      pace: pairs ? PACES[wish.pace] : null,
      faith: /** @type {Faith} */ (wish.faith),
    };
    return `/deal/${await makeDeal({ kind, size, open, ...people, ...rulesOf(wish, file) }, made)}`;
  },
};

/** Who plays in a field.
 * @param {{form: Form<Wish>}} props */
function Field({ form: { wish, change, setup } }) {
  const t = useTexts();
  const sizes = SIZES.map((value) => ({ value, name: String(value) }));
  return html`
    <${Levels}
      setup=${setup}
      name="level"
      legend=${t("pages.new.opponent")}
      value=${wish.opponent}
      choose=${(/** @type {string} */ opponent) => change({ opponent })}
    />
    <${Seg}
      name="size"
      class="seg--4"
      legend=${t("deals.make.size")}
      value=${wish.size}
      choices=${sizes}
      choose=${(/** @type {number} */ size) => change({ size })}
    />
  `;
}

function Make() {
  const t = useTexts();
  const form = useForm(PLAN);
  const { wish, change } = form;
  const pairs = wish.kind === "pairs";
  const kinds = /** @type {Kind[]} */ (Object.keys(ART)).map((value) => ({
    value,
    name: t(`deals.kind.${value}.name`),
    text: t(`deals.kind.${value}.text`),
    art: ART[value](),
  }));
  const doors = ["link", "all"].map((each) => ({ value: each === "all", name: t(`deals.open.${each}`) }));
  const people = html`
    ${!pairs && html`<${Field} form=${form} />`}
    <${Seg}
      name="open"
      legend=${t("deals.make.open")}
      value=${wish.open}
      choices=${doors}
      choose=${(/** @type {boolean} */ open) => change({ open })}
    />
  `;
  return html`<${Page} title=${t("deals.make.title")} lead=${t("deals.make.lead")}>
    <div class="arrival__two">
      <${GameForm}
        form=${form}
        legend=${t("deals.make.kind")}
        kinds=${kinds}
        people=${people}
        whose=${pairs ? "" : "all"}
        more=${pairs && html`<${Pacing} wish=${wish} change=${change} />`}
        what=${pairs ? t("deals.make.more") : undefined}
        go=${t("deals.make.go")}
        then=${t("deals.make.then")}
      />
      <aside><${OpenDeals} /></aside>
    </div>
  <//>`;
}

/** @param {Props} props */
function Sit({ found, hear }) {
  const t = useTexts();
  const [name, setName] = useState(ownName);
  const [team, setTeam] = useState(/** @type {number | null} */ (null));
  const { busy, problem, go } = useSending(() => sitInDeal(found.deal, name.trim(), team), hear);
  const teams = [null, 1, 2].map((value) => ({
    value,
    name: value === null ? t("deals.sit.any") : t("deals.team", { n: value }),
  }));
  return html`<form class="new" onSubmit=${go} aria-busy=${busy}>
    <${NameField} value=${name} change=${setName} note=${t("deals.sit.name_note")} />
    ${found.kind === "pairs" && html`<${Seg}
      name="team"
      class="seg--down"
      legend=${t("deals.sit.team")}
      value=${team}
      choices=${teams}
      choose=${setTeam}
    />`}
    ${problem && html`<${Problems} title=${t("online.join.failed")} text=${problem} />`}
    <div class="go">
      <button class="btn btn--main" type="submit">${t("online.join.sit")}</button>
      <p>${t("deals.sit.once")}</p>
    </div>
  </form>`;
}

/** @param {{found: DealSaid, board: BoardSaid, number: number}} props */
function Board({ found, board, number }) {
  const t = useTexts();
  const seat = (/** @type {"1" | "2"} */ person) => {
    const { name, kind, team, here } = board.players[person];
    const who = kind !== "person" ? t("deals.ours") : name || t(here ? "online.somebody" : "deals.free");
    const faith = t(`deals.faith.${person === "1" ? "C" : "P"}`);
    return `${faith}: ${who}${team ? ` (${t("deals.team", { n: team })})` : ""}`;
  };
  const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
  const own = board.game === found.game;
  return html`<li class="block">
    <strong>${t("deals.board", { n: number + 1 })}</strong> <span class="quiet">
      ${t(`deals.board_state.${board.state}`)}
    </span>
    <p class="note">${seat("1")} · ${seat("2")}</p>
    ${board.margin !== null && html`<p>
      ${t("deals.margin", { n: signed(board.margin) })}
      ${board.score !== null ? ` ${t("deals.score", { n: signed(board.score) })}` : ""}
    </p>`}
    ${own && board.state !== "waiting" && html`<p>
      <a class="btn btn--main" href=${`/game/${board.game}`}>${t("deals.to_table")}</a>
    </p>`}
    ${own && board.state === "waiting" && html`<p class="note" role="status">${t("deals.waiting")}</p>`}
  </li>`;
}

/** @param {Props} props */
function Close({ found, hear }) {
  const t = useTexts();
  const { problem, go } = useSending(
    () => atDeal(found.deal, keptDeal(found.deal).maker ?? keptDeal(found.deal).seat ?? null, "close", {}),
    hear,
  );
  return html`
    <p class="arrival__tools"><button class="btn" type="button" onClick=${go}>${t("deals.close.go")}</button></p>
    <p class="note">${t("deals.close.text")}</p>
    ${problem && html`<p role="alert">${problem}</p>`}
  `;
}

/** @param {{deal: string}} props */
function Shown({ deal }) {
  const t = useTexts();
  const { found, refused, hear } = useDeal(deal);
  if (refused) return html`<${Page} title=${t("deals.title")} lead=${refused.message} />`;
  if (!found) return html`<main class="sheet" aria-busy="true"><h1 class="sr">Sola Fide</h1></main>`;
  const { maker, invite } = keptDeal(deal);
  const scores =
    found.scores &&
    [1, 2].map((team) =>
      t("deals.team_score", { n: team, score: String(found.scores?.[team === 1 ? 1 : 2]).replace("-", "−") }),
    );
  return html`<${Page} title=${t("deals.title")} lead=${t(`deals.kind.${found.kind}.text`)}>
    <div class="arrival__two">
      <div>
        ${found.state === "open" && !found.person && html`<${Sit} found=${found} hear=${hear} />`}
        ${found.state === "open" && invite && html`<section class="block">
          <${PassOn} id="deal-link" label=${t("deals.link")} link=${dealLink(deal, invite)} share=${t("deals.share")} />
        </section>`}
        ${(maker || found.person) && found.state !== "over" && html`<section class="block">
          <${Close} found=${found} hear=${hear} />
        </section>`}
        ${found.state === "over" && html`<section class="block">
          <h2 class="head2">${t("deals.result")}</h2>
          ${scores ? scores.map((line) => html`<p key=${line}>${line}</p>`) : html`<p>${t("deals.no_teams")}</p>`}
          <p class="note">${t("deals.counted")}</p>
        </section>`}
      </div>
      <aside>
        <section class="block">
          <h2 class="head2">${t(`deals.state.${found.state}`)}</h2>
          <ol class="plain">
            ${found.boards.map((board, at) => html`<${Board}
              key=${board.game}
              found=${found}
              board=${board}
              number=${at}
            />`)}
          </ol>
          <p class="note">${t("deals.hidden")}</p>
        </section>
        <section class="block">
          <h2 class="head2">${t("online.terms")}</h2>
          <${TableTerms} table=${{ ...found, study: false }} own=${true} />
        </section>
      </aside>
    </div>
  <//>`;
}

/** @param {{params: Record<string, string>}} props */
export default function DealPage({ params }) {
  const [invited] = useState(takeDealLink);
  useEffect(() => void (invited && navigate(`/deal/${invited}`, { replace: true })), [invited]);
  if (params.deal) return html`<${Shown} key=${params.deal} deal=${params.deal} />`;
  return invited ? null : html`<${Make} />`;
}
