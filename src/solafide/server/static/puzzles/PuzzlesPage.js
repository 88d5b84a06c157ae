// All about puzzles: the own rating and streak, the puzzle of the day, and the stream by theme.
import { html, useState } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";
import {
  FORGIVEN_EVERY,
  dayOf,
  keepTheme,
  lastDays,
  nextPuzzle,
  puzzleOfDay,
  puzzleProgress,
  restartPuzzles,
  themeCounts,
} from "./puzzleProgress.js";
import { signed } from "./PuzzleBar.js";
import { usePuzzles } from "./usePuzzles.js";

/** @import {PuzzleSummary} from "../core/types" */
/** @import {PuzzleProgress} from "./puzzleProgress" */

const SHOWN_DAYS = 7;

/** @param {{progress: PuzzleProgress}} props */
function Figures({ progress: { rating, change, streak, best, tried } }) {
  const t = useTranslation();
  const results = Object.values(tried);
  const solved = results.filter(Boolean).length;
  const figure = (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ more) => html`<div>
    <dt>${t(`puzzles.page.${name}`)}</dt>
    <dd><b>${value}</b> ${more}</dd>
  </div>`;
  return html`<dl class="puzzle-figures lining">
    ${figure("rating", Math.round(rating.rating), results.length ? signed(change) : "")}
    ${figure("streak", streak, t("puzzles.page.best", { best }))}
    ${figure("solved", solved, t("puzzles.page.of", { all: results.length }))}
  </dl>`;
}

/** @param {{puzzles: PuzzleSummary[], progress: PuzzleProgress}} props */
function PuzzleOfTheDay({ puzzles, progress }) {
  const t = useTranslation();
  const { language } = useSettings();
  const now = new Date();
  const today = dayOf(now);
  const inWords = (/** @type {string} */ day, /** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
  const state = (/** @type {string} */ day) => {
    if (day in progress.days) return progress.days[day] ? "solved" : "wrong";
    return day === today ? "today" : "open";
  };
  return html`<section class="block">
    <h2 class="head2">${t("puzzles.page.day")}</h2>
    <ol class="puzzle-days lining">
      ${lastDays(now, SHOWN_DAYS).map((day) => html`<li key=${day}>
        <a
          class="puzzle-day"
          data-state=${state(day)}
          href=${`/puzzles/${puzzleOfDay(puzzles, day).puzzle}`}
          aria-current=${day === today ? "date" : undefined}
          aria-label=${`${inWords(day, { dateStyle: "full" })}: ${t(`puzzles.page.day_is.${state(day)}`)}`}
        >
          ${inWords(day, { day: "numeric" })}
          ${state(day) === "solved" && html`<${Icon} name="ui-check" />`}
        </a>
      </li>`)}
    </ol>
    <p class="note">${t("puzzles.page.day_note")}</p>
  </section>`;
}

/** @param {{puzzles: PuzzleSummary[], theme: string, choose: (theme: string) => void}} props */
function Themes({ puzzles, theme, choose }) {
  const t = useTranslation();
  const chip = (/** @type {string} */ id, /** @type {string} */ name, /** @type {number} */ count) => html`<button
    key=${id}
    class=${classNames("btn puzzle-theme", id === theme && "is-chosen")}
    type="button"
    aria-pressed=${id === theme}
    onClick=${() => choose(id)}
  >
    ${name} <small>${count}</small>
  </button>`;
  return html`<section class="block">
    <h2 class="head2">${t("puzzles.page.themes")}</h2>
    <p class="puzzle-themes lining">
      ${chip("", t("puzzles.page.all"), puzzles.length)}
      ${themeCounts(puzzles).map(([id, count]) => chip(id, t(`puzzles.theme.${id}`), count))}
    </p>
  </section>`;
}

export default function PuzzlesPage() {
  const t = useTranslation();
  const { puzzles, problem } = usePuzzles();
  const [progress, setProgress] = useState(puzzleProgress);
  useTitle(`${t("puzzles.page.title")} · Sola Fide`);
  const [random] = useState(Math.random);
  const chooseTheme = (/** @type {string} */ theme) => {
    keepTheme(theme);
    setProgress(puzzleProgress());
  };
  const restart = () => {
    restartPuzzles();
    setProgress(puzzleProgress());
  };
  const next = puzzles && nextPuzzle(puzzles, progress, random);
  return html`
    <${PageHeader} here="/puzzles" />
    <main class="sheet puzzles-page">
      <div class="sheet__title"><h1>${t("puzzles.page.title")}</h1><p>${t("puzzles.page.lead")}</p></div>
      ${problem && html`<p class="problem" role="alert">${problem.message || t("table.unreachable")}</p>`}
      <${Figures} progress=${progress} />
      ${puzzles && puzzles.length > 0 && html`
        <p class="lessons__go">
          ${next && html`<a class="btn btn--main" href=${`/puzzles/${next.puzzle}`}>${t("puzzles.page.start")}</a>`}
          <a class="btn" href="/puzzles/own">${t("puzzles.page.own_games")}</a>
        </p>
        <${PuzzleOfTheDay} puzzles=${puzzles} progress=${progress} />
        <${Themes} puzzles=${puzzles} theme=${progress.theme} choose=${chooseTheme} />
      `}
      <p class="note">${t("puzzles.page.note", { n: FORGIVEN_EVERY })}</p>
      ${Object.keys(progress.tried).length > 0 && html`<p>
        <button class="btn btn--bare" type="button" onClick=${restart}>${t("puzzles.page.restart")}</button>
      </p>`}
    </main>
  `;
}
