// The first page of a local server. Everything has a default, so that one click on Play is enough.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { ComputerGameForm } from "../setup/ComputerGameForm.js";
import { useGameForm } from "../setup/GameForm.js";
import { GamePanel } from "../setup/GamePanel.js";
import { GameTitleField } from "../setup/GameTitleField.js";
import { ResumeGame } from "../setup/ResumeGame.js";
import { StartPage } from "../setup/StartPage.js";
import { useWaysToStudy } from "../setup/waysToStudy.js";
import { localGamePlan } from "../setup/localGame.js";
import { GameFaiths, useGames } from "./GameList.js";

/** @import {GameSummary} from "../core/types" */

const PLAN = localGamePlan("ours");

/** @param {GameSummary} line */
const hasPerson = ({ players }) => players[1].kind === "person" || players[2].kind === "person";

/** The games that a person plays and that are not over; the one to continue is the last changed. */
function GameInProgress() {
  const { games } = useGames();
  const open = (games ?? []).filter((line) => !line.over && hasPerson(line));
  if (!open.length) return null;
  const [line] = open;
  return html`<${ResumeGame}
    count=${open.length}
    to=${`/game/${line.game}`}
    title=${line.title}
    text=${line.text}
    isYourTurn=${line.your_turn}
    changed=${line.changed}
    faiths=${html`<${GameFaiths} line=${line} />`}
  />`;
}

export default function NewGamePage() {
  const t = useTranslation();
  const form = useGameForm(PLAN);
  const kind = (/** @type {"here" | "watch"} */ name) => ({
    title: t(`pages.new.kind.${name}.name`),
    text: t(`pages.new.kind.${name}.text`),
  });
  const ways = [
    {
      to: "/learn",
      picture: "C03",
      title: t("pages.new.here"),
      text: t("pages.new.simply"),
      action: t("pages.new.learn"),
    },
    {
      to: "/new/network",
      picture: "P05",
      title: t("network.title"),
      text: t("network.lead"),
      action: t("pages.new.set_up"),
    },
    { to: "/new/here", picture: "P23", ...kind("here"), action: t("pages.new.set_up") },
    { to: "/new/watch", picture: "C34", ...kind("watch"), action: t("pages.new.choose_players") },
    ...useWaysToStudy(),
  ];
  const more = html`<p class="start__links">
    <a href="/games">${t("pages.new.all")}</a>
    <a href="/games">${t("pages.new.import")}</a>
  </p>`;
  return html`<${StartPage} resume=${html`<${GameInProgress} />`} ways=${ways} more=${more}>
    <${GamePanel}
      picture="P19"
      second="C24"
      title=${t("pages.new.kind.ours.name")}
      text=${t("pages.new.kind.ours.text")}
    >
      <${ComputerGameForm}
        form=${form}
        submitLabel=${t("pages.new.play")}
        more=${html`<${GameTitleField} form=${form} />`}
      />
    <//>
  <//>`;
}
