// The dialog to play on from a step of a finished game: which side, which hidden cards, which opponent.
import { html, useRef, useState } from "../vendor/preact.js";
import { branchGame } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { navigate } from "../core/router.js";
import { useSetup } from "../core/useSetup.js";
import { Dialog } from "../ui/Dialog.js";
import { FaithToken } from "../ui/FaithToken.js";
import { ProblemList } from "../ui/ProblemList.js";
import { RadioGroup } from "../ui/RadioGroup.js";
import { LevelPicker } from "./LevelPicker.js";

/** @import {Faith, Moment} from "../core/types" */
/** @typedef {{seat: Faith, hidden: "true" | "redealt", opponent: string}} BranchValues */

/** The computer opponent of the game itself, if it had one.
 * @param {Moment} moment */
function defaultOpponent(moment) {
  const computers = [moment.players[1], moment.players[2]].filter((player) => player.kind !== "person");
  return computers.length === 1 ? computers[0].kind : "magister";
}

/**
 * @param {{moment: Moment, step?: number, by?: Faith, close: () => void}} props `step`: of the game, if not
 *   the shown one; `by`: whose choice it is
 */
export default function BranchDialog({ moment, step = moment.step, by, close }) {
  const t = useTranslation();
  const setup = useSetup();
  const [values, setValues] = useState(
    /** @type {BranchValues} */ ({
      seat: by ?? moment.seats[0] ?? "C",
      hidden: "true",
      opponent: defaultOpponent(moment),
    }),
  );
  const [problem, setProblem] = useState("");
  const busy = useRef(false);
  const change = (/** @type {Partial<BranchValues>} */ changes) => setValues((before) => ({ ...before, ...changes }));
  const start = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      const game = await branchGame(moment.game, { at: step, ...values, idempotency_key: newIdempotencyKey() });
      close();
      navigate(`/game/${game.game}`);
      scrollTo(0, 0);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
      busy.current = false;
    }
  };
  const seats = ["C", "P"].map((faith) => ({
    value: faith,
    name: t(`pages.new.faith_is.${faith}`),
    art: html`<${FaithToken} faith=${faith} />`,
  }));
  const hidden = ["true", "redealt"].map((value) => ({
    value,
    name: t(`pages.branch.hidden_is.${value}.name`),
    text: t(`pages.branch.hidden_is.${value}.text`),
  }));
  const foot = html`
    <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="button" onClick=${start}>${t("pages.branch.go")}</button>
  `;
  return html`<${Dialog} title=${t("pages.branch.title")} close=${close} foot=${foot}>
    <p>${t("pages.branch.what")}</p>
    <${RadioGroup}
      name="branch-seat"
      class="seg--3"
      legend=${t("pages.branch.seat")}
      value=${values.seat}
      choices=${seats}
      choose=${(/** @type {Faith} */ seat) => change({ seat })}
    />
    <${RadioGroup}
      name="branch-hidden"
      class="seg--down"
      legend=${t("pages.branch.hidden")}
      value=${values.hidden}
      choices=${hidden}
      choose=${(/** @type {BranchValues["hidden"]} */ value) => change({ hidden: value })}
    />
    <${LevelPicker}
      setup=${setup}
      name="branch-level"
      legend=${t("pages.branch.opponent")}
      value=${values.opponent}
      choose=${(/** @type {string} */ opponent) => change({ opponent })}
    />
    ${problem && html`<${ProblemList} title=${t("pages.new.failed")} text=${problem} />`}
  <//>`;
}
