// The ladder: how the player does against each level, the strongest at the top.
import { html } from "../vendor/preact.js";
import { longDate } from "../core/duration.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { STORED, readStored, writeStored } from "../core/storage.js";
import { useSetup } from "../core/useSetup.js";
import { Icon } from "../ui/Icon.js";
import { nextLevel, winsToPass } from "./figures.js";

/** @import {StatisticsView} from "../core/types" */
/** @typedef {StatisticsView["ladder"][number]} LadderRung */

/** @param {{rung: LadderRung, number: number, name: string, state: "won" | "now" | "todo", needed: number,
 *   isNext: boolean, isLast: boolean}} props */
function Rung({ rung, number, name, state, needed, isNext, isLast }) {
  const t = useTranslation();
  const { language } = useSettings();
  const { wins, losses, draws, passed } = rung;
  const games = wins + losses + draws;
  const note = passed
    ? t("record.ladder.passed", { date: longDate(passed, language) })
    : games
      ? t("record.ladder.need", { won: wins, games, n: winsToPass(needed, rung.in_a_row) })
      : t(isNext ? "record.ladder.next" : isLast ? "record.ladder.strongest" : "");
  return html`<li class=${`rung rung--${state}`} aria-current=${state === "now" ? "step" : undefined}>
    <span class="rung__mark">${state === "won" ? html`<${Icon} name="ui-check" />` : html`<i>${number}</i>`}</span>
    <div><b>${name}</b><small>${note}</small></div>
    ${games > 0 && html`<em>
      <span aria-hidden="true">${wins}–${losses}</span>
      <span class="sr">${t("record.ladder.score", { won: wins, lost: losses })}</span>
    </em>`}
  </li>`;
}

/** Let the form of a new game on a local server begin with this level.
 * @param {string} level */
const offerLevel = (level) =>
  writeStored(STORED.newGame, { .../** @type {object} */ (readStored(STORED.newGame)), level });

/** @param {{statistics: StatisticsView}} props */
export function Ladder({ statistics }) {
  const t = useTranslation();
  const setup = useSetup();
  const { ladder, ladder_wins: needed } = statistics;
  const now = nextLevel(ladder);
  const nowAt = ladder.findIndex(({ level }) => level === now);
  const levelName = (/** @type {string} */ id) => setup?.levels.find((level) => level.id === id)?.name ?? "";
  return html`<section class="record__panel record__ladder">
    <h2 class="head2">${t("record.ladder.title")}</h2>
    <ol class="ladder" reversed>
      ${ladder
        .map((rung, at) => html`<${Rung}
          key=${rung.level}
          rung=${rung}
          number=${at + 1}
          name=${levelName(rung.level)}
          state=${rung.passed ? "won" : rung.level === now ? "now" : "todo"}
          needed=${needed}
          isNext=${at === nowAt + 1}
          isLast=${at === ladder.length - 1}
        />`)
        .toReversed()}
    </ol>
    <p class="note">${t("record.ladder.rule", { n: needed })}</p>
    ${now && html`<a class="btn btn--main" href="/" onClick=${() => offerLevel(now)}>
      ${t("record.ladder.play", { name: levelName(now) })}
    </a>`}
  </section>`;
}
