// The next game between the same two, with swapped sides; after a draw it is the decider.
import { html, useRef, useState } from "../vendor/preact.js";
import { Refused, clientId, rematchAfar } from "../lib/api.js";
import { navigate } from "../lib/router.js";
import { keepTable, keptOf, newContribution, newSecret, playerKey } from "../lib/seats.js";
import { useTexts } from "../lib/texts.js";
import { Problems } from "../pages/problems.js";
import { otherPerson } from "./people.js";

/** @import {Moment} from "../lib/types" */

/** @param {string} game */
function go(game) {
  navigate(`/table/${game}`);
  scrollTo(0, 0);
}

/** @param {{moment: Moment}} props */
export function Rematch({ moment }) {
  const t = useTexts();
  const [problem, complain] = useState("");
  const [busy, setBusy] = useState(false);
  const made = useRef(/** @type {{secret: string, contribution: string, promise: string, client: string} | null} */ (null));
  const other = otherPerson(moment);
  const next = moment.company?.rematch ?? "";
  const kept = keptOf(moment.game);
  if (!other || !kept.secret) return null;
  const ask = async () => {
    if (busy) return;
    setBusy(true);
    try {
      made.current ??= { secret: newSecret(), client: clientId(), ...(await newContribution()) };
      const { secret, contribution, promise, client } = made.current;
      const { game, person } = await rematchAfar(moment.game, { secret, promise, client, player: playerKey() });
      keepTable(game, { secret, person: person === "2" ? "2" : "1", contribution, name: kept.name });
      go(game);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      complain(refused.message || t("table.unreachable"));
      setBusy(false);
    }
  };
  const join = () => {
    if (!keptOf(next).secret) keepTable(next, { invite: kept.secret, name: kept.name });
    go(next);
  };
  const draw = moment.view.outcome !== null && moment.view.outcome.winner === null;
  const name = moment.players[other].name;
  const own = next !== "" && keptOf(next).secret !== undefined;
  const label = next ? (own ? "online.rematch.to_it" : "online.rematch.join") : draw ? "online.rematch.decider" : "online.rematch.ask";
  return html`<div class="rematch">
    ${next && !own && html`<p role="status">${t(draw ? "online.rematch.wants_decider" : "online.rematch.wants", { name })}</p>`}
    <button class="btn btn--main" type="button" aria-disabled=${busy ? "true" : undefined} onClick=${next ? join : ask}>${t(label)}</button>
    ${!next && draw && html`<p class="note">${t("online.rematch.decider_what")}</p>`}
    ${problem && html`<${Problems} title=${t("pages.new.failed")} text=${problem} />`}
  </div>`;
}
