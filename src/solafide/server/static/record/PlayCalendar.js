// The last weeks as a calendar: the more games ended on a day, the darker its square.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { calendarCells, calendarShade } from "./figures.js";

/** @import {StatisticsView} from "../core/types" */

/** @param {{statistics: StatisticsView}} props */
export function PlayCalendar({ statistics }) {
  const t = useTranslation();
  const { calendar, streaks } = statistics;
  const text = t("record.days.count", { n: calendar.filter(({ games }) => games > 0).length, all: calendar.length });
  return html`
    <h2 class="head2">${t("record.days.title")}</h2>
    <div class="calendar">
      <div class="calendar__days" role="img" aria-label=${text}>
        ${calendarCells(calendar).map((cell, at) =>
          cell ? (
            html`<i key=${cell.day} class=${`calendar__day calendar__day--${calendarShade(cell.games)}`}></i>`
          ) : (
            html`<i key=${at} class="calendar__day calendar__day--none"></i>`
          ),
        )}
      </div>
      <p>
        <span aria-hidden="true">${text}</span>
        <br />
        ${t("record.days.best", { n: streaks.best_days })}
        <br />
        ${t("record.days.wins", { n: streaks.best_wins })}
      </p>
    </div>
  `;
}
