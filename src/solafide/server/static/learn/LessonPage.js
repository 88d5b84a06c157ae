// The page of a lesson, or of an example of the rules: the table of a game that the server computes from the choices,
// with the bar of the lesson.
import { html, useMemo, useRef } from "../vendor/preact.js";
import { useAnimatedMoments } from "../animation/useAnimatedMoments.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { useSettings } from "../core/settings.js";
import { Table } from "../table/Table.js";
import { LessonBar } from "./LessonBar.js";
import { useLesson } from "./useLesson.js";

/** @import {GameActions} from "../table/types" */

const nothing = () => {};
const nothingYet = async () => {};

/** @param {ReturnType<typeof useLesson>} lesson
 * @param {() => void} skipAnimations
 * @returns {GameActions} */
function useLessonActions({ choose, takeBack, reload }, skipAnimations) {
  return useMemo(
    () => ({
      send: (choice) => (skipAnimations(), choose(choice)),
      undo: () => (skipAnimations(), takeBack()),
      takeBack: () => (skipAnimations(), takeBack()),
      stop: nothingYet,
      takeSeat: nothing,
      showStep: nothing,
      request: nothingYet,
      reload: () => void reload(),
    }),
    [choose, takeBack, reload, skipAnimations],
  );
}

/** @param {{problem: string, retry: () => void, section: string | undefined}} props */
function NoLesson({ problem, retry, section }) {
  const t = useTranslation();
  const title = section ? t("pages.rules.title") : t("learn.title");
  if (!problem) return html`<main class="sheet" aria-busy="true"><h1 class="sr">${title}</h1></main>`;
  return html`<main class="sheet missing-game">
    <h1 class="brand">${title}</h1>
    <p role="alert">${problem}</p>
    <p class="missing-game__ways">
      <button class="btn btn--main" type="button" onClick=${retry}>${t("table.try_again")}</button>
      ${section ? (
        html`<a class="btn" href=${`/rules/${section}`}>${t("pages.rules.to_rules")}</a>`
      ) : (
        html`<a class="btn" href="/learn">${t("learn.leave")}</a>`
      )}
    </p>
  </main>`;
}

/** @param {{params: Record<string, string>}} props */
export default function LessonPage({ params }) {
  const t = useTranslation();
  const settings = useSettings();
  const lesson = useLesson(params);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { current, announcements, skip } = useAnimatedMoments(lesson.state?.shown ?? null, root);
  const faces = useFaces(current?.moment.cards_hash ?? null);
  const actions = useLessonActions(lesson, skip);
  const draft = useModule(current?.moment.view.phase === "draft" ? "pages/DraftPage.js" : null);
  const problem = lesson.error ? lesson.error.message || t("table.unreachable") : "";
  const { state } = lesson;
  const isWaiting = !current || !state || !faces || (current.moment.view.phase === "draft" && !draft);
  if (isWaiting) return html`<${NoLesson} problem=${problem} retry=${lesson.reload} section=${params.section} />`;
  const { moment, log } = current;
  const bar = html`<${LessonBar} view=${state.view} choose=${actions.send} takeBack=${actions.undo} />`;
  if (draft) {
    const panelProps = { moment, send: actions.send, actions, settings, faces, log, close: nothing };
    return html`<${draft.default} ...${panelProps} problem=${problem} onlineBar=${bar} />`;
  }
  return html`<${Table}
    lessonBar=${bar}
    passOn=${null}
    moment=${moment}
    faces=${faces}
    log=${log}
    announcements=${announcements}
    watching=${null}
    actions=${actions}
    busy=${lesson.busy}
    progress=${null}
    problem=${problem}
    clearProblem=${lesson.clearError}
    connected=${true}
    showResult=${null}
    root=${root}
  />`;
}
