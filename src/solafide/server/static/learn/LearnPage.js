// The course: its lessons with what is finished, and the first whole game after them.
import { html, useEffect, useState } from "../vendor/preact.js";
import { getLessons } from "../core/api.js";
import { classNames } from "../core/classNames.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { Icon } from "../ui/Icon.js";
import { PageHeader } from "../ui/PageHeader.js";
import { FirstGame } from "./FirstGame.js";
import { courseProgress, lessonToGoOn, restartCourse } from "./courseProgress.js";

/** @import {LessonSummary} from "../core/types" */

function useLessons() {
  const { language } = useSettings();
  const [lessons, setLessons] = useState(/** @type {LessonSummary[] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {RequestRefused | null} */ (null));
  useEffect(() => {
    let active = true;
    getLessons().then(
      (list) => void (active && setLessons(list)),
      (error) => {
        if (!(error instanceof RequestRefused)) throw error;
        if (active) setProblem(error);
      },
    );
    return () => void (active = false);
  }, [language]);
  return { lessons, problem };
}

/** @param {{lesson: LessonSummary, number: number, state: "done" | "now" | "todo"}} props */
function LessonLink({ lesson, number, state }) {
  const t = useTranslation();
  return html`<li class=${`lesson lesson--${state}`}>
    <a href=${`/learn/${lesson.lesson}`} aria-current=${state === "now" ? "step" : undefined}>
      <span class="lesson__number" aria-hidden="true">
        ${state === "done" ? html`<${Icon} name="ui-check" />` : number}
      </span>
      <span class="lesson__name"><b>${lesson.title}</b> <small>${lesson.summary}</small></span>
      <em>${t(`learn.state.${state}`)}</em>
    </a>
  </li>`;
}

/** @param {{lessons: LessonSummary[], done: string[]}} props */
function Progress({ lessons, done }) {
  const t = useTranslation();
  const finished = lessons.filter(({ lesson }) => done.includes(lesson)).length;
  const text = t("learn.progress", { done: finished, all: lessons.length });
  return html`
    <div class="lessons__bar" role="img" aria-label=${text}>
      ${lessons.map(({ lesson }) => html`<i key=${lesson} class=${done.includes(lesson) ? "is-done" : undefined}></i>`)}
    </div>
    <p class="quiet" aria-hidden="true">${text}</p>
  `;
}

export default function LearnPage() {
  const t = useTranslation();
  const { lessons, problem } = useLessons();
  const [progress, setProgress] = useState(courseProgress);
  useTitle(`${t("learn.title")} · Sola Fide`);
  const restart = () => {
    restartCourse();
    setProgress(courseProgress());
  };
  const ids = (lessons ?? []).map(({ lesson }) => lesson);
  const next = lessonToGoOn(ids, progress);
  const areAllDone = ids.length > 0 && ids.every((id) => progress.done.includes(id));
  const state = (/** @type {string} */ id) =>
    id === next && !areAllDone ? "now" : progress.done.includes(id) ? "done" : "todo";
  return html`
    <${PageHeader} here="/learn" />
    <main class="sheet learn">
      <section class="lessons">
        <div class="sheet__title"><h1>${t("learn.title")}</h1><p>${t("learn.lead")}</p></div>
        ${problem && html`<p class="problem" role="alert">${problem.message || t("table.unreachable")}</p>`}
        ${lessons && html`
          <${Progress} lessons=${lessons} done=${progress.done} />
          <p class="lessons__go">
            <a class=${classNames("btn", !areAllDone && "btn--main")} href=${`/learn/${next}`}>
              ${t(areAllDone ? "learn.again" : progress.last ? "learn.go_on" : "learn.begin")}
            </a>
            ${progress.last && html`<button class="btn btn--bare" type="button" onClick=${restart}>
              ${t("learn.restart")}
            </button>`}
          </p>
          <ol class="lessons__list">
            ${lessons.map((lesson, at) => html`<${LessonLink}
              key=${lesson.lesson}
              lesson=${lesson}
              number=${at + 1}
              state=${state(lesson.lesson)}
            />`)}
          </ol>
        `}
      </section>
      <${FirstGame} isNext=${areAllDone} />
    </main>
  `;
}
