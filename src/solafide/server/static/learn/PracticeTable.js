// The table of a lesson or a puzzle: a game that the server computes from the choices, with a bar of its own.
import { html, useMemo, useRef } from "../vendor/preact.js";
import { useAnimatedMoments } from "../animation/useAnimatedMoments.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { useSettings } from "../core/settings.js";
import { Table } from "../table/Table.js";

/** @import {LessonView, PuzzleView} from "../core/types" */
/** @import {GameActions} from "../table/types" */
/** @import {Child} from "../vendor/preact" */

const nothing = () => {};
const nothingYet = async () => {};

/** @typedef {ReturnType<typeof import("./usePractice").usePractice<LessonView | PuzzleView>>} PracticeUnderWay */

/** @param {Pick<PracticeUnderWay, "choose" | "takeBack" | "reload">} practice
 * @param {() => void} skipAnimations
 * @returns {GameActions} */
function usePracticeActions({ choose, takeBack, reload }, skipAnimations) {
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

/** @param {{problem: string, retry: () => void, title: string, list: string, leave: string}} props */
function NoPractice({ problem, retry, title, list, leave }) {
  const t = useTranslation();
  if (!problem) return html`<main class="sheet" aria-busy="true"><h1 class="sr">${title}</h1></main>`;
  return html`<main class="sheet missing-game">
    <h1 class="brand">${title}</h1>
    <p role="alert">${problem}</p>
    <p class="missing-game__ways">
      <button class="btn btn--main" type="button" onClick=${retry}>${t("table.try_again")}</button>
      <a class="btn" href=${list}>${leave}</a>
    </p>
  </main>`;
}

/** @typedef {{choose: (choice: string) => Promise<void>, takeBack: () => Promise<void>}} PracticeActions */

/** list: the address of the list that this one belongs to; leave: the name of the link to it.
 * @param {{practice: PracticeUnderWay, bar: (actions: PracticeActions) => Child, title: string, list: string,
 *   leave: string}} props */
export function PracticeTable({ practice, bar, title, list, leave }) {
  const t = useTranslation();
  const settings = useSettings();
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { current, announcements, skip } = useAnimatedMoments(practice.state?.shown ?? null, root);
  const faces = useFaces(current?.moment.cards_hash ?? null);
  const actions = usePracticeActions(practice, skip);
  const isDraft = current?.moment.view.phase === "draft";
  const draft = useModule(isDraft ? "pages/DraftPage.js" : null);
  const problem = practice.error ? practice.error.message || t("table.unreachable") : "";
  if (!current || !practice.state || !faces || (isDraft && !draft))
    return html`<${NoPractice}
      problem=${problem}
      retry=${practice.reload}
      title=${title}
      list=${list}
      leave=${leave}
    />`;
  const { moment, log } = current;
  const shownBar = bar({ choose: actions.send, takeBack: actions.undo });
  if (draft) {
    const panelProps = { moment, send: actions.send, actions, settings, faces, log, close: nothing };
    return html`<${draft.default} ...${panelProps} problem=${problem} onlineBar=${shownBar} />`;
  }
  return html`<${Table}
    lessonBar=${shownBar}
    passOn=${null}
    moment=${moment}
    faces=${faces}
    log=${log}
    announcements=${announcements}
    watching=${null}
    actions=${actions}
    busy=${practice.busy}
    progress=${null}
    problem=${problem}
    clearProblem=${practice.clearError}
    connected=${true}
    showResult=${null}
    root=${root}
  />`;
}
