// The next game between the same two, with swapped sides; after a draw it is the decider.
import { html, useRef, useState } from "../vendor/preact.js";
import { Refused, clientId, rematchAfar } from "../core/api.js";
import { sitDown } from "./useLobby.js";
import { navigate } from "../core/router.js";
import { keepTable, keptOf, newContribution, newSecret, playerKey } from "../core/credentials.js";
import { useTexts } from "../core/i18n.js";
import { Problems } from "../ui/ProblemList.js";
import { otherPerson } from "./persons.js";

/** @import {Moment} from "../core/types" */

/** @param {string} game
 * @param {boolean} begun */
function go(game, begun = false) {
  navigate(`/${begun ? "game" : "table"}/${game}`);
  scrollTo(0, 0);
}

/** Whoever watched may watch on: the key to it is the same.
 * @param {{moment: Moment}} props */
function Watched({ moment }) {
  const t = useTexts();
  const next = moment.company?.rematch ?? "";
  const { watch } = keptOf(moment.game);
  if (!next || !watch) return null;
  const look = () => {
    keepTable(next, { watch });
    go(next);
  };
  return html`<div class="rematch">
    <button class="btn btn--main" type="button" onClick=${look}>${t("online.rematch.to_it")}</button>
  </div>`;
}

/** @param {{moment: Moment}} props */
export function Rematch({ moment }) {
  const t = useTexts();
  const [problem, complain] = useState("");
  const [busy, setBusy] = useState(false);
  const made = useRef(
    /** @type {{secret: string, contribution: string, promise: string, client: string} | null} */ (null),
  );
  const other = otherPerson(moment);
  const next = moment.company?.rematch ?? "";
  const kept = keptOf(moment.game);
  if (!other || !kept.secret) return html`<${Watched} moment=${moment} />`;
  const attempt = async (/** @type {() => Promise<void>} */ deed) => {
    if (busy) return;
    setBusy(true);
    complain("");
    try {
      await deed();
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      complain(refused.message || t("table.unreachable"));
      setBusy(false);
    }
  };
  const ask = () =>
    attempt(async () => {
      made.current ??= { secret: newSecret(), client: clientId(), ...(await newContribution()) };
      const { secret, contribution, promise, client } = made.current;
      const { game, person } = await rematchAfar(moment.game, { secret, promise, client, player: playerKey() });
      keepTable(game, { secret, person: person === "2" ? "2" : "1", contribution, name: kept.name, watch: kept.watch });
      go(game);
    });
  // The secret of the old seat is the invitation: whoever presses this has decided, and is asked nothing more.
  const join = () =>
    attempt(async () => {
      if (keptOf(next).secret) return go(next);
      keepTable(next, { invite: kept.secret, name: kept.name, watch: kept.watch });
      const { state } = await sitDown(next, kept.name ?? "", clientId());
      go(next, state === "begun");
    });
  const draw = moment.view.outcome !== null && moment.view.outcome.winner === null;
  const name = moment.players[other].name;
  const own = next !== "" && keptOf(next).secret !== undefined;
  const label = next
    ? own
      ? "online.rematch.to_it"
      : "online.rematch.join"
    : draw
      ? "online.rematch.decider"
      : "online.rematch.ask";
  return html`<div class="rematch">
    ${next && !own && html`<p role="status">
      ${t(draw ? "online.rematch.wants_decider" : "online.rematch.wants", { name })}
    </p>`}
    <button class="btn btn--main" type="button" aria-disabled=${busy ? "true" : undefined} onClick=${next ? join : ask}>
      ${t(label)}
    </button>
    ${!next && draw && html`<p class="note">${t("online.rematch.decider_what")}</p>`}
    ${problem && html`<${Problems} title=${t("pages.new.failed")} text=${problem} />`}
  </div>`;
}
