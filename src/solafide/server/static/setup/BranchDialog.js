// From a moment of a finished game on against an opponent: which side, which hidden cards, who sits opposite.
import { html, useRef, useState } from "../vendor/preact.js";
import { Refused, branchGame, clientId } from "../core/api.js";
import { navigate } from "../core/router.js";
import { useTexts } from "../core/i18n.js";
import { Token } from "../ui/Icon.js";
import { Dialog } from "../ui/Dialog.js";
import { Levels, useSetup } from "./LevelPicker.js";
import { Problems } from "../ui/ProblemList.js";
import { Seg } from "../ui/RadioGroup.js";

/** @import {Faith, Moment} from "../core/types" */
/** @typedef {{seat: Faith, hidden: "true" | "redealt", opponent: string}} Wish */

/** The opponent of the game itself, if it was one of ours.
 * @param {Moment} moment */
function opponentOf(moment) {
  const ours = [moment.players[1], moment.players[2]].filter((player) => player.kind !== "person");
  return ours.length === 1 ? ours[0].kind : "magister";
}

/**
 * @param {{moment: Moment, step?: number, by?: Faith, close: () => void}} props the moment itself, or another of its
 *   game; `by`: whose choice it is about
 */
export default function Branch({ moment, step = moment.step, by, close }) {
  const t = useTexts();
  const setup = useSetup();
  const [wish, setWish] = useState(
    /** @type {Wish} */ ({ seat: by ?? moment.seats[0] ?? "C", hidden: "true", opponent: opponentOf(moment) }),
  );
  const [problem, setProblem] = useState("");
  const busy = useRef(false);
  const change = (/** @type {Partial<Wish>} */ part) => setWish((before) => ({ ...before, ...part }));
  const go = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      const made = await branchGame(moment.game, { at: step, ...wish, client: clientId() });
      close();
      navigate(`/game/${made.game}`);
      scrollTo(0, 0);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setProblem(refused.message || t("table.unreachable"));
      busy.current = false;
    }
  };
  const seats = ["C", "P"].map((faith) => ({
    value: faith,
    name: t(`pages.new.faith_is.${faith}`),
    art: html`<${Token} faith=${faith} />`,
  }));
  const hidden = ["true", "redealt"].map((value) => ({
    value,
    name: t(`pages.branch.hidden_is.${value}.name`),
    text: t(`pages.branch.hidden_is.${value}.text`),
  }));
  const foot = html`
    <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="button" onClick=${go}>${t("pages.branch.go")}</button>
  `;
  return html`<${Dialog} title=${t("pages.branch.title")} close=${close} foot=${foot}>
    <p>${t("pages.branch.what")}</p>
    <${Seg}
      name="branch-seat"
      class="seg--3"
      legend=${t("pages.branch.seat")}
      value=${wish.seat}
      choices=${seats}
      choose=${(/** @type {Faith} */ seat) => change({ seat })}
    />
    <${Seg}
      name="branch-hidden"
      class="seg--down"
      legend=${t("pages.branch.hidden")}
      value=${wish.hidden}
      choices=${hidden}
      choose=${(/** @type {Wish["hidden"]} */ value) => change({ hidden: value })}
    />
    <${Levels}
      setup=${setup}
      name="branch-level"
      legend=${t("pages.branch.opponent")}
      value=${wish.opponent}
      choose=${(/** @type {string} */ opponent) => change({ opponent })}
    />
    ${problem && html`<${Problems} title=${t("pages.new.failed")} text=${problem} />`}
  <//>`;
}
