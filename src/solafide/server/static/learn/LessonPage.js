// The page of one lesson: its table, with the bar of the lesson.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { LessonBar } from "./LessonBar.js";
import { PracticeTable } from "./PracticeTable.js";
import { useLesson } from "./useLesson.js";

/** @import {PracticeActions} from "./PracticeTable" */

/** @param {{params: Record<string, string>}} props */
export default function LessonPage({ params }) {
  const t = useTranslation();
  const lesson = useLesson(params.lesson);
  const bar = (/** @type {PracticeActions} */ actions) =>
    lesson.state && html`<${LessonBar} view=${lesson.state.view} ...${actions} />`;
  return html`<${PracticeTable}
    practice=${lesson}
    bar=${bar}
    title=${t("learn.title")}
    list="/learn"
    leave=${t("learn.leave")}
  />`;
}
