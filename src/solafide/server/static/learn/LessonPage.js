// The page of a lesson, or of an example of the rules: its table, with the bar of the lesson.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { LessonBar } from "./LessonBar.js";
import { PracticeTable } from "./PracticeTable.js";
import { useLesson } from "./useLesson.js";

/** @import {PracticeActions} from "./PracticeTable" */

/** @param {{params: Record<string, string>}} props */
export default function LessonPage({ params }) {
  const t = useTranslation();
  const lesson = useLesson(params);
  const { section } = params;
  const bar = (/** @type {PracticeActions} */ actions) =>
    lesson.state && html`<${LessonBar} view=${lesson.state.view} ...${actions} />`;
  return html`<${PracticeTable}
    practice=${lesson}
    bar=${bar}
    title=${section ? t("pages.rules.title") : t("learn.title")}
    list=${section ? `/rules/${section}` : "/learn"}
    leave=${section ? t("pages.rules.to_rules") : t("learn.leave")}
  />`;
}
