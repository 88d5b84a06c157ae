// The button for a rematch with swapped sides; after a draw it is a deciding game.
import { html, useRef, useState } from "../vendor/preact.js";
import { onlineRematch } from "../core/api.js";
import { credentialsOf, newSecret, playerKey, saveCredentials } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { otherPerson } from "../core/moment.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { navigate } from "../core/router.js";
import { newContribution } from "../fairness/contribution.js";
import { ProblemList } from "../ui/ProblemList.js";
import { takeSeat } from "./useLobby.js";

/** @import {Moment} from "../core/types" */

/** @param {string} game
 * @param {boolean} begun */
function openGame(game, begun = false) {
  navigate(`/${begun ? "game" : "table"}/${game}`);
  scrollTo(0, 0);
}

/** For spectators: the secret to watch is valid for the rematch too.
 * @param {{moment: Moment}} props */
function WatchRematch({ moment }) {
  const t = useTranslation();
  const next = moment.online?.rematch ?? "";
  const { watch } = credentialsOf(moment.game);
  if (!next || !watch) return null;
  const watchNext = () => {
    saveCredentials(next, { watch });
    openGame(next);
  };
  return html`<div class="rematch">
    <button class="btn btn--main" type="button" onClick=${watchNext}>${t("online.rematch.to_it")}</button>
  </div>`;
}

/** @param {{moment: Moment}} props */
export function Rematch({ moment }) {
  const t = useTranslation();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const prepared = useRef(
    /** @type {{secret: string, contribution: string, commitment: string, idempotency_key: string} | null} */ (null),
  );
  const other = otherPerson(moment);
  const next = moment.online?.rematch ?? "";
  const credentials = credentialsOf(moment.game);
  if (!other || !credentials.secret) return html`<${WatchRematch} moment=${moment} />`;
  const run = async (/** @type {() => Promise<void>} */ action) => {
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      await action();
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
      setBusy(false);
    }
  };
  const offer = () =>
    run(async () => {
      prepared.current ??= { secret: newSecret(), idempotency_key: newIdempotencyKey(), ...(await newContribution()) };
      const { secret, contribution, commitment, idempotency_key } = prepared.current;
      const { game, person } = await onlineRematch(moment.game, {
        secret,
        commitment,
        idempotency_key,
        player_key: playerKey(),
      });
      saveCredentials(game, {
        secret,
        person: person === "2" ? "2" : "1",
        contribution,
        name: credentials.name,
        watch: credentials.watch,
      });
      openGame(game);
    });
  // The secret of the seat in this game is the invitation to the next one: no further question is asked.
  const accept = () =>
    run(async () => {
      if (credentialsOf(next).secret) return openGame(next);
      saveCredentials(next, { invite: credentials.secret, name: credentials.name, watch: credentials.watch });
      const { state } = await takeSeat(next, credentials.name ?? "", newIdempotencyKey());
      openGame(next, state === "begun");
    });
  const draw = moment.view.outcome?.winner === null && moment.view.outcome.reason !== "closed";
  const name = moment.players[other].name;
  const isSeated = next !== "" && credentialsOf(next).secret !== undefined;
  const label = next
    ? isSeated
      ? "online.rematch.to_it"
      : "online.rematch.join"
    : draw
      ? "online.rematch.decider"
      : "online.rematch.ask";
  return html`<div class="rematch">
    ${next && !isSeated && html`<p role="status">
      ${t(draw ? "online.rematch.wants_decider" : "online.rematch.wants", { name })}
    </p>`}
    <button
      class="btn btn--main"
      type="button"
      aria-disabled=${busy ? "true" : undefined}
      onClick=${next ? accept : offer}
    >
      ${t(label)}
    </button>
    ${!next && draw && html`<p class="note">${t("online.rematch.decider_what")}</p>`}
    ${problem && html`<${ProblemList} title=${t("pages.new.failed")} text=${problem} />`}
  </div>`;
}
