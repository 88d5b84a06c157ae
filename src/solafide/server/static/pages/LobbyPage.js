// The page of a game before its first card: the link to send, the seat to take, the joint seed.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { leaveLobby } from "../core/api.js";
import { credentialsOf, saveCredentials, storedName, useCredentials } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { navigate } from "../core/router.js";
import { INCOMPLETE_LINK, linkTo } from "../core/secretLinks.js";
import { useGameTitle, useTitle } from "../core/title.js";
import { openDueContribution, refusesToOpen } from "../fairness/openContributions.js";
import { NotificationButton } from "../notifications/NotificationButton.js";
import { takeSeat, useLobby } from "../online/useLobby.js";
import { GameTerms } from "../setup/GameTerms.js";
import { OwnSetChanges } from "../setup/OwnSetChanges.js";
import { Dialog } from "../ui/Dialog.js";
import { NameField } from "../ui/NameField.js";
import { PageHeader } from "../ui/PageHeader.js";
import { ProblemList } from "../ui/ProblemList.js";
import { ShareLink } from "../ui/ShareLink.js";

/** @import {Child} from "../vendor/preact" */
/** @import {LobbyView} from "../core/types" */
/** @typedef {{lobby: LobbyView, setLobby: (lobby: LobbyView) => void}} LobbyProps */

/** @param {{title: string, lead?: Child, children?: Child}} props */
function LobbyFrame({ title, lead, children }) {
  useTitle(`${title} · Sola Fide`);
  return html`
    <${PageHeader} />
    <main class="sheet lobby">
      <div class="sheet__title"><h1>${title}</h1>${lead && html`<p>${lead}</p>`}</div>
      ${children}
    </main>
  `;
}

const waitingDots = () => html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;

/** @param {{lobby: LobbyView, own: boolean}} props */
function TermsBlock({ lobby, own }) {
  const t = useTranslation();
  return html`<section class="block">
    <h2 class="head2">${t("online.terms")}</h2>
    <${GameTerms} terms=${lobby} own=${own} />
    ${lobby.cards && html`<${OwnSetChanges} hash=${lobby.cards} />`}
  </section>`;
}

/** Leaves the game after asking.
 * @param {LobbyProps} props */
function LeaveButton({ lobby, setLobby }) {
  const t = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState("");
  const leave = async () => {
    setConfirming(false);
    try {
      setLobby(await openDueContribution(await leaveLobby(lobby.game, newIdempotencyKey())));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
    }
  };
  const foot = html`
    <button class="btn" type="button" onClick=${() => setConfirming(false)}>${t("online.leave.stay")}</button>
    <button class="btn btn--main" type="button" onClick=${leave}>${t("online.leave.go")}</button>
  `;
  return html`
    <button class="btn" type="button" onClick=${() => setConfirming(true)}>${t("online.leave.go")}</button>
    ${problem && html`<p role="alert">${problem}</p>`}
    ${isConfirming && html`<${Dialog} title=${t("online.leave.title")} close=${() => setConfirming(false)} foot=${foot}>
      <p>${t("online.leave.text")}</p>
    <//>`}
  `;
}

/** Shown to the player who has created the game.
 * @param {LobbyProps} props */
function WaitingForOpponent({ lobby, setLobby }) {
  const t = useTranslation();
  const { gate, watch } = credentialsOf(lobby.game);
  const kind = lobby.open ? "open" : "friend";
  // After a rematch, and on another device, there is no link to share.
  const lead = lobby.open || gate ? kind : "asked";
  return html`<${LobbyFrame} title=${t("online.invite.title")} lead=${t(`online.invite.lead.${lead}`)}>
    <div class="lobby__two">
      <div>
        <section class="block">
          ${gate && html`
            <${ShareLink}
              id="invite-link"
              label=${t("online.invite.link")}
              link=${linkTo("join", lobby.game, gate)}
              share=${t("online.invite.share")}
            />
            <p class="note">${t("online.invite.once")}</p>
          `}
          ${lobby.open && html`<${ShareLink}
            id="open-link"
            label=${t("online.invite.open_link")}
            link=${`${location.origin}/table/${lobby.game}`}
            share=${t("online.invite.share")}
          />`}
          <p class="lobby__waits" role="status">${t(`online.invite.waiting.${kind}`)}${waitingDots()}</p>
          <p class="note">${t("online.invite.away")}</p>
          <${NotificationButton} />
        </section>
        ${watch && html`<details class="more">
          <summary>${t("online.watch.link")} <span class="quiet">${t("online.watch.link_what")}</span></summary>
          <div class="lobby__more">
            <${ShareLink}
              id="watch-link"
              label=${t("online.watch.label")}
              link=${linkTo("watch", lobby.game, watch)}
              share=${t("online.watch.share")}
            />
          </div>
        </details>`}
        <p class="lobby__tools">
          <${LeaveButton} lobby=${lobby} setLobby=${setLobby} />
          <a class="btn btn--bare" href="/">${t("table.first_page")}</a>
        </p>
      </div>
      <aside><${TermsBlock} lobby=${lobby} own=${true} /><${FairnessBlock} /></aside>
    </div>
  <//>`;
}

function FairnessBlock() {
  const t = useTranslation();
  return html`<section class="block">
    <h2 class="head2">${t("online.fair.title")}</h2>
    <p class="note">${t("online.fair.text")}</p>
  </section>`;
}

/** The player who has created the game: the second person, if that is the faith they have chosen.
 * @param {LobbyView} lobby */
const hostOf = ({ players }) => (players[1].seated ? players[1] : players[2]);

/** Shown to a player with an invitation, who may take the seat; opening the link has changed nothing.
 * @param {LobbyProps} props */
function Invitation({ lobby, setLobby }) {
  const t = useTranslation();
  const [name, setName] = useState(storedName);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const idempotencyKey = useRef(newIdempotencyKey());
  const host = hostOf(lobby).name || t("online.somebody");
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      setLobby(await takeSeat(lobby.game, name.trim(), idempotencyKey.current));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      idempotencyKey.current = newIdempotencyKey();
      setProblem(error.message || t("table.unreachable"));
      setBusy(false);
    }
  };
  return html`<${LobbyFrame} title=${t("online.join.title", { name: host })} lead=${t("online.join.lead")}>
    <div class="lobby__two">
      <form class="new" onSubmit=${join} aria-busy=${busy}>
        <${NameField} value=${name} change=${setName} note=${t("online.join.name_note")} />
        ${problem && html`<${ProblemList} title=${t("online.join.failed")} text=${problem} />`}
        <div class="go">
          <button class="btn btn--main" type="submit">${t("online.join.sit")}</button>
          <p>${t("online.join.nothing_yet")}</p>
        </div>
      </form>
      <aside>
        <${TermsBlock} lobby=${lobby} own=${false} />
        <${FairnessBlock} />
        <section class="block">
          <h2 class="head2">${t("pages.new.here")}</h2>
          <p class="note">${t("pages.new.what")}</p>
          <p class="start__links"><a href="/rules">${t("pages.new.learn")}</a></p>
        </section>
      </aside>
    </div>
  <//>`;
}

/** Shown while both players open their contributions to the joint seed.
 * @param {LobbyProps} props */
function OpeningContributions({ lobby, setLobby }) {
  const t = useTranslation();
  const { players, person } = lobby;
  const other = person === "1" ? players[2] : players[1];
  const isDue = person === "1" || person === "2" ? !players[person].revealed : false;
  const name = other.name || t("online.the_other");
  return html`<${LobbyFrame} title=${t("online.opening.title")} lead=${t("online.fair.text")}>
    <section class="block">
      ${isDue && refusesToOpen(lobby.game) ? (
        html`<${ProblemList} title=${t("online.opening.refused")} text=${t("online.opening.refused_what")} />`
      ) : (
        html`<p class="lobby__waits" role="status">
          ${isDue ? t("online.opening.own") : t("online.opening.other", { name })}
          ${waitingDots()}
        </p>`
      )}
      ${!isDue && html`<p class="note">${t("online.opening.away")}</p>`}
      ${(person === "1" || person === "2") && html`<p class="lobby__tools">
        <${LeaveButton} lobby=${lobby} setLobby=${setLobby} />
      </p>`}
    </section>
  <//>`;
}

/** Shown to a player who continues on this device, with the link of the own seat.
 * @param {{lobby: LobbyView, secret: string}} props */
function TakeUpSeat({ lobby, secret }) {
  const t = useTranslation();
  const person = lobby.person === "2" ? "2" : "1";
  const name = lobby.players[person].name;
  const take = () => {
    saveCredentials(lobby.game, {
      secret,
      person,
      name,
      link: undefined,
      begun: lobby.state === "begun" || undefined,
    });
    navigate(lobby.state === "begun" ? `/game/${lobby.game}` : `/table/${lobby.game}`, { replace: true });
  };
  const lead = name ? t("online.seat.lead_named", { name }) : t("online.seat.lead");
  return html`<${LobbyFrame} title=${t("online.seat.title")} lead=${lead}>
    <section class="block">
      <p>${t("online.seat.what")}</p>
      <p class="lobby__tools">
        <button class="btn btn--main" type="button" onClick=${take}>${t("online.seat.take")}</button>
        <a class="btn" href="/">${t("table.first_page")}</a>
      </p>
    </section>
  <//>`;
}

/** @param {{kind: "void" | "taken" | "lost" | "watched", text?: string}} props */
function NotAvailable({ kind, text }) {
  const t = useTranslation();
  return html`<${LobbyFrame}
    title=${t(`online.nothing.${kind}.title`)}
    lead=${text || t(`online.nothing.${kind}.text`)}
  >
    <p class="lobby__tools">
      <a class="btn btn--main" href="/">${t("table.first_page")}</a>
      <a class="btn" href="/games">${t("online.mine.title")}</a>
    </p>
  <//>`;
}

/** @param {{params: Record<string, string>}} props */
export default function LobbyPage({ params }) {
  const t = useTranslation();
  const { game } = params;
  const { lobby, error, connected, setLobby } = useLobby(game);
  const credentials = useCredentials()[game] ?? {};
  const hasSeat = credentials.secret !== undefined;
  useGameTitle(lobby?.title ?? "");
  const isBegun = lobby?.state === "begun" && !credentials.link && (hasSeat || credentials.watch !== undefined);
  useEffect(() => void (isBegun && navigate(`/game/${game}`, { replace: true })), [isBegun, game]);
  if (error && credentials.invite) return html`<${NotAvailable} kind="taken" />`;
  if (error) return html`<${NotAvailable} kind="lost" text=${game === INCOMPLETE_LINK ? "" : error.message} />`;
  if (!lobby || isBegun)
    return html`<main class="sheet" aria-busy="true">
      <h1 class="sr">Sola Fide</h1>
      ${!connected && html`<p role="status">${t("online.reconnecting")}</p>`}
    </main>`;
  if (credentials.link && !hasSeat && (lobby.person === "1" || lobby.person === "2"))
    return html`<${TakeUpSeat} lobby=${lobby} secret=${credentials.link} />`;
  if (lobby.state === "void") return html`<${NotAvailable} kind="void" />`;
  if (lobby.state === "begun") return html`<${NotAvailable} kind="taken" />`;
  if (lobby.state === "opening") return html`<${OpeningContributions} lobby=${lobby} setLobby=${setLobby} />`;
  // The secret of a seat is stored before the seat is granted: only the lobby tells whether it was.
  if (hasSeat && (lobby.person === "1" || lobby.person === "2"))
    return html`<${WaitingForOpponent} lobby=${lobby} setLobby=${setLobby} />`;
  if (lobby.person === "watch") return html`<${NotAvailable} kind="watched" />`;
  return html`<${Invitation} lobby=${lobby} setLobby=${setLobby} />`;
}
