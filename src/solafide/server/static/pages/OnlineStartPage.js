// The first page of an online server: play the computer, a friend, or anybody.
import { html, useState } from "../vendor/preact.js";
import { storedName } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { OpenGames } from "../online/OpenGames.js";
import { ComputerGameForm } from "../setup/ComputerGameForm.js";
import { useGameForm } from "../setup/GameForm.js";
import { GamePanel } from "../setup/GamePanel.js";
import { GameTitleField } from "../setup/GameTitleField.js";
import { ResumeGame } from "../setup/ResumeGame.js";
import { StartPage } from "../setup/StartPage.js";
import { useWaysToStudy } from "../setup/waysToStudy.js";
import { onlineGamePlan } from "../setup/onlineGame.js";
import { GameFaiths } from "./GameList.js";
import { MyGamesSummary } from "./MyGameLists.js";
import { GAME_GROUPS, isUnfinished, useMyGames } from "./useMyGames.js";

/** @import {MyGame} from "../core/types" */

/** The first game that waits for the player, else the first that the player plays.
 * @param {{games: MyGame[]}} props */
function GameInProgress({ games }) {
  const begun = GAME_GROUPS.slice(0, 2).flatMap(([, belongs]) => games.filter(belongs));
  const summary = begun[0]?.summary;
  if (!summary) return null;
  return html`<${ResumeGame}
    count=${begun.length}
    to=${`/game/${begun[0].game}`}
    title=${summary.title}
    text=${summary.text}
    isYourTurn=${summary.your_turn}
    changed=${summary.changed}
    faiths=${html`<${GameFaiths} line=${summary} />`}
  />`;
}

function NewComputerGame() {
  const t = useTranslation();
  const [name] = useState(storedName);
  const form = useGameForm(onlineGamePlan("ours", name.trim()));
  return html`<${ComputerGameForm}
    form=${form}
    submitLabel=${t("online.go.ours")}
    more=${html`<${GameTitleField} form=${form} />`}
  />`;
}

export default function OnlineStartPage() {
  const t = useTranslation();
  const games = useMyGames();
  const kind = (/** @type {"friend" | "open"} */ name) => ({
    to: `/new/${name}`,
    title: t(`online.kind.${name}.name`),
    text: t(`online.kind.${name}.text`),
    action: t(`online.go.${name}`),
  });
  const ways = [
    {
      to: "/learn",
      picture: "C03",
      title: t("pages.new.here"),
      text: t("pages.new.simply"),
      action: t("pages.new.learn"),
    },
    { ...kind("friend"), picture: "P05" },
    { ...kind("open"), picture: "P23" },
    {
      to: "/deal",
      picture: "C43",
      title: t("deals.offer"),
      text: t("deals.make.lead"),
      action: t("pages.new.set_up"),
    },
    ...useWaysToStudy(),
  ];
  const more = html`<div class="start__lists" aria-label=${t("pages.new.aside")} role="region">
    <${OpenGames} />
    <${MyGamesSummary} games=${games} />
  </div>`;
  return html`<${StartPage}
    resume=${games?.some(isUnfinished) && html`<${GameInProgress} games=${games} />`}
    ways=${ways}
    more=${more}
  >
    <${GamePanel} picture="P19" second="C24" title=${t("online.kind.ours.name")} text=${t("online.kind.ours.text")}>
      <${NewComputerGame} />
    <//>
  <//>`;
}
