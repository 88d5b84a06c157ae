// The player's own record: ladder, shares of won games, calendar, mistakes, last games, favourite cards.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getLessons } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { isOnline } from "../core/serverKind.js";
import { useTitle } from "../core/title.js";
import { courseProgress } from "../learn/courseProgress.js";
import { PageHeader } from "../ui/PageHeader.js";
import { FavouriteCards } from "./FavouriteCards.js";
import { playedTime } from "./figures.js";
import { Ladder } from "./Ladder.js";
import { Mistakes } from "./Mistakes.js";
import { PlayCalendar } from "./PlayCalendar.js";
import { RecentGames } from "./RecentGames.js";
import { RecordTools } from "./RecordTools.js";
import { useStatistics } from "./useStatistics.js";
import { WinShares } from "./WinShares.js";

/** @import {StatisticsView} from "../core/types" */

/** How many lessons of the course are finished in this browser; null until it is known how many there are. */
function useLessonsDone() {
  const [count, setCount] = useState(/** @type {{done: number, all: number} | null} */ (null));
  useEffect(() => {
    getLessons().then(
      (lessons) => {
        const { done } = courseProgress();
        setCount({ done: lessons.filter(({ lesson }) => done.includes(lesson)).length, all: lessons.length });
      },
      () => undefined,
    );
  }, []);
  return count;
}

/** @param {{statistics: StatisticsView}} props */
function HeadFigures({ statistics }) {
  const t = useTranslation();
  const lessons = useLessonsDone();
  const { streaks } = statistics;
  /** @type {[string, string | number, string][]} */
  const figures = [
    [t("record.head.games"), statistics.games, t("record.head.won", { n: statistics.wins })],
    [t("record.head.days"), streaks.days, t("record.head.best", { n: streaks.best_days })],
    [t("record.head.wins"), streaks.wins, t("record.head.best", { n: streaks.best_wins })],
    [t("record.head.lessons"), lessons?.done ?? "", lessons ? t("record.head.of", { n: lessons.all }) : ""],
    [t("record.head.time"), t("record.head.time_value", playedTime(statistics.seconds)), ""],
  ];
  return html`<dl class="head-figures">
    ${figures.map(([name, figure, more]) => html`<div key=${name}>
      <dt>${name}</dt>
      <dd><b>${figure}</b> ${more && html`<span>${more}</span>`}</dd>
    </div>`)}
  </dl>`;
}

/** @param {{statistics: StatisticsView}} props */
function RecordPanels({ statistics }) {
  const t = useTranslation();
  return html`<div class="record__panels">
    <${Ladder} statistics=${statistics} />
    <section class="record__panel record__shares">
      <${WinShares} statistics=${statistics} />
      <${PlayCalendar} statistics=${statistics} />
    </section>
    <section class="record__panel record__mistakes">
      <h2 class="head2">${t("record.mistakes.title")}</h2>
      <${Mistakes} statistics=${statistics} />
    </section>
    <section class="record__panel record__games"><${RecentGames} /></section>
    <section class="record__panel record__cards">
      <h2 class="head2">${t("record.cards.title")}</h2>
      <${FavouriteCards} statistics=${statistics} />
    </section>
  </div>`;
}

export default function RecordPage() {
  const t = useTranslation();
  const [revision, setRevision] = useState(0);
  const statistics = useStatistics(revision);
  useTitle(`${t("record.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/record" />
    <main class="sheet record">
      <div class="record__head">
        <div class="sheet__title">
          <h1>${t("record.title")}</h1>
          <p>${t(isOnline() ? "record.kept_online" : "record.kept_local")}</p>
        </div>
        ${statistics && html`<${HeadFigures} statistics=${statistics} />`}
      </div>
      ${!statistics && html`<p class="loading">${t("record.loading")}</p>`}
      ${statistics && html`
        ${statistics.uncounted > 0 && html`<p role="status">${t("record.uncounted", { n: statistics.uncounted })}</p>`}
        ${!statistics.games && !statistics.uncounted && html`<p>${t("record.none")}</p>`}
        <${RecordPanels} statistics=${statistics} />
        <${RecordTools} statistics=${statistics} changed=${() => setRevision(revision + 1)} />
      `}
    </main>
  `;
}
