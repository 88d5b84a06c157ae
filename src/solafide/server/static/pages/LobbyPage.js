// A table before its first card: the link to send, the seat to take, and the chance that is drawn together.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Refused, clientId, leaveTable } from "../core/api.js";
import { sitDown, useArrival } from "../online/useLobby.js";
import { settle } from "../fairness/openContribution.js";
import { navigate, useTitle } from "../core/router.js";
import { INCOMPLETE, keepTable, keptOf, linkTo, ownName, useTables } from "../core/credentials.js";
import { useTexts } from "../core/i18n.js";
import { Dialog } from "../ui/Dialog.js";
import { Head } from "../ui/PageHeader.js";
import { PassOn } from "../ui/ShareLink.js";
import { NameField } from "../ui/NameField.js";
import { Problems } from "../ui/ProblemList.js";
import { CallMe } from "../notifications/NotificationButton.js";
import { TableTerms } from "../setup/GameTerms.js";

/** @import {Child} from "../vendor/preact" */
/** @import {Arrival} from "../core/types" */
/** @typedef {{arrival: Arrival, show: (arrival: Arrival) => void}} Props */

/** @param {{title: string, lead?: Child, children?: Child}} props */
function Page({ title, lead, children }) {
  useTitle(`${title} · Sola Fide`);
  return html`
    <${Head} />
    <main class="sheet arrival">
      <div class="sheet__title"><h1>${title}</h1>${lead && html`<p>${lead}</p>`}</div>
      ${children}
    </main>
  `;
}

const dots = () => html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;

/** @param {{arrival: Arrival, own: boolean}} props */
function Terms({ arrival, own }) {
  const t = useTexts();
  return html`<section class="block">
    <h2 class="head2">${t("online.terms")}</h2>
    <${TableTerms} table=${arrival} own=${own} />
  </section>`;
}

/** Asks before a table is given up.
 * @param {Props} props */
function Leave({ arrival, show }) {
  const t = useTexts();
  const [asked, ask] = useState(false);
  const [problem, setProblem] = useState("");
  const leave = async () => {
    ask(false);
    try {
      show(await settle(await leaveTable(arrival.game, clientId())));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setProblem(refused.message || t("table.unreachable"));
    }
  };
  const foot = html`
    <button class="btn" type="button" onClick=${() => ask(false)}>${t("online.leave.stay")}</button>
    <button class="btn btn--main" type="button" onClick=${leave}>${t("online.leave.go")}</button>
  `;
  return html`
    <button class="btn" type="button" onClick=${() => ask(true)}>${t("online.leave.go")}</button>
    ${problem && html`<p role="alert">${problem}</p>`}
    ${asked && html`<${Dialog} title=${t("online.leave.title")} close=${() => ask(false)} foot=${foot}>
      <p>${t("online.leave.text")}</p>
    <//>`}
  `;
}

/** The one who has laid the table waits for somebody.
 * @param {Props} props */
function Waiting({ arrival, show }) {
  const t = useTexts();
  const { gate, watch } = keptOf(arrival.game);
  const kind = arrival.open ? "open" : "friend";
  // After a rematch, and on a second device, there is no link to pass on.
  const lead = arrival.open || gate ? kind : "asked";
  return html`<${Page} title=${t("online.invite.title")} lead=${t(`online.invite.lead.${lead}`)}>
    <div class="arrival__two">
      <div>
        <section class="block">
          ${gate && html`
            <${PassOn}
              id="invite-link"
              label=${t("online.invite.link")}
              link=${linkTo("join", arrival.game, gate)}
              share=${t("online.invite.share")}
            />
            <p class="note">${t("online.invite.once")}</p>
          `}
          ${arrival.open && html`<${PassOn}
            id="open-link"
            label=${t("online.invite.open_link")}
            link=${`${location.origin}/table/${arrival.game}`}
            share=${t("online.invite.share")}
          />`}
          <p class="arrival__waits" role="status">${t(`online.invite.waiting.${kind}`)}${dots()}</p>
          <p class="note">${t("online.invite.away")}</p>
          <${CallMe} />
        </section>
        ${watch && html`<details class="more">
          <summary>${t("online.watch.link")} <span class="quiet">${t("online.watch.link_what")}</span></summary>
          <div class="arrival__more">
            <${PassOn}
              id="watch-link"
              label=${t("online.watch.label")}
              link=${linkTo("watch", arrival.game, watch)}
              share=${t("online.watch.share")}
            />
          </div>
        </details>`}
        <p class="arrival__tools">
          <${Leave} arrival=${arrival} show=${show} />
          <a class="btn btn--bare" href="/">${t("table.first_page")}</a>
        </p>
      </div>
      <aside><${Terms} arrival=${arrival} own=${true} /><${Fair} /></aside>
    </div>
  <//>`;
}

function Fair() {
  const t = useTexts();
  return html`<section class="block">
    <h2 class="head2">${t("online.fair.title")}</h2>
    <p class="note">${t("online.fair.text")}</p>
  </section>`;
}

/** Who has laid the table; where faiths are agreed on, that may be the second person.
 * @param {Arrival} arrival */
const hostOf = ({ players }) => (players[1].here ? players[1] : players[2]);

/** Whoever opened the link decides: opening it has done nothing.
 * @param {Props} props */
function Invited({ arrival, show }) {
  const t = useTexts();
  const [name, setName] = useState(ownName);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const client = useRef(clientId());
  const host = hostOf(arrival).name || t("online.somebody");
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      show(await sitDown(arrival.game, name.trim(), client.current));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      client.current = clientId();
      setProblem(refused.message || t("table.unreachable"));
      setBusy(false);
    }
  };
  return html`<${Page} title=${t("online.join.title", { name: host })} lead=${t("online.join.lead")}>
    <div class="arrival__two">
      <form class="new" onSubmit=${sit} aria-busy=${busy}>
        <${NameField} value=${name} change=${setName} note=${t("online.join.name_note")} />
        ${problem && html`<${Problems} title=${t("online.join.failed")} text=${problem} />`}
        <div class="go">
          <button class="btn btn--main" type="submit">${t("online.join.sit")}</button>
          <p>${t("online.join.nothing_yet")}</p>
        </div>
      </form>
      <aside>
        <${Terms} arrival=${arrival} own=${false} />
        <${Fair} />
        <section class="block">
          <h2 class="head2">${t("pages.new.here")}</h2>
          <p class="note">${t("pages.new.what")}</p>
          <p class="start__links"><a href="/rules">${t("pages.new.learn")}</a></p>
        </section>
      </aside>
    </div>
  <//>`;
}

/** Both have promised their part of the chance and open it.
 * @param {Props} props */
function Opening({ arrival, show }) {
  const t = useTexts();
  const { players, person } = arrival;
  const other = person === "1" ? players[2] : players[1];
  const owed = person === "1" || person === "2" ? !players[person].opened : false;
  const name = other.name || t("online.the_other");
  return html`<${Page} title=${t("online.opening.title")} lead=${t("online.fair.text")}>
    <section class="block">
      <p class="arrival__waits" role="status">
        ${owed ? t("online.opening.own") : t("online.opening.other", { name })}
        ${dots()}
      </p>
      ${!owed && html`<p class="note">${t("online.opening.away")}</p>`}
      ${(person === "1" || person === "2") && html`<p class="arrival__tools">
        <${Leave} arrival=${arrival} show=${show} />
      </p>`}
    </section>
  <//>`;
}

/** A seat of one's own that came by a link.
 * @param {{arrival: Arrival, secret: string}} props */
function TakeUp({ arrival, secret }) {
  const t = useTexts();
  const person = arrival.person === "2" ? "2" : "1";
  const name = arrival.players[person].name;
  const take = () => {
    keepTable(arrival.game, { secret, person, name, link: undefined, begun: arrival.state === "begun" || undefined });
    navigate(arrival.state === "begun" ? `/game/${arrival.game}` : `/table/${arrival.game}`, { replace: true });
  };
  const lead = name ? t("online.seat.lead_named", { name }) : t("online.seat.lead");
  return html`<${Page} title=${t("online.seat.title")} lead=${lead}>
    <section class="block">
      <p>${t("online.seat.what")}</p>
      <p class="arrival__tools">
        <button class="btn btn--main" type="button" onClick=${take}>${t("online.seat.take")}</button>
        <a class="btn" href="/">${t("table.first_page")}</a>
      </p>
    </section>
  <//>`;
}

/** @param {{kind: "void" | "taken" | "lost" | "watched", text?: string}} props */
function Nothing({ kind, text }) {
  const t = useTexts();
  return html`<${Page} title=${t(`online.nothing.${kind}.title`)} lead=${text || t(`online.nothing.${kind}.text`)}>
    <p class="arrival__tools">
      <a class="btn btn--main" href="/">${t("table.first_page")}</a>
      <a class="btn" href="/games">${t("online.mine.title")}</a>
    </p>
  <//>`;
}

/** @param {{params: Record<string, string>}} props */
export default function ArrivalPage({ params }) {
  const t = useTexts();
  const { game } = params;
  const { arrival, refused, connected, show } = useArrival(game);
  const kept = useTables()[game] ?? {};
  const seated = kept.secret !== undefined;
  const begun = arrival?.state === "begun" && !kept.link && (seated || kept.watch !== undefined);
  useEffect(() => void (begun && navigate(`/game/${game}`, { replace: true })), [begun, game]);
  if (refused && kept.invite) return html`<${Nothing} kind="taken" />`;
  if (refused) return html`<${Nothing} kind="lost" text=${game === INCOMPLETE ? "" : refused.message} />`;
  if (!arrival || begun)
    return html`<main class="sheet" aria-busy="true">
      <h1 class="sr">Sola Fide</h1>
      ${!connected && html`<p role="status">${t("online.reconnecting")}</p>`}
    </main>`;
  if (kept.link && !seated && (arrival.person === "1" || arrival.person === "2"))
    return html`<${TakeUp} arrival=${arrival} secret=${kept.link} />`;
  if (arrival.state === "void") return html`<${Nothing} kind="void" />`;
  if (arrival.state === "begun") return html`<${Nothing} kind="taken" />`;
  if (arrival.state === "opening") return html`<${Opening} arrival=${arrival} show=${show} />`;
  // A seat that is being asked for is kept already; until it is granted, a refusal must find its page.
  if (seated && (arrival.person === "1" || arrival.person === "2"))
    return html`<${Waiting} arrival=${arrival} show=${show} />`;
  if (arrival.person === "watch") return html`<${Nothing} kind="watched" />`;
  return html`<${Invited} arrival=${arrival} show=${show} />`;
}
