// The table: board, question, hand, score and log, arranged for the width of the window.
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { classNames } from "../core/classNames.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { nearFaith, ownResult, playerOf, recentChanges } from "../core/moment.js";
import { changeSettings, useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { NARROW_TABLE, PHONE, TABLE_WITH_DETAIL, useMediaQuery } from "../core/useMediaQuery.js";
import { isFirstGame } from "../learn/courseProgress.js";
import { ONLINE_PANELS } from "../online/panels.js";
import { Board } from "./Board.js";
import { CircleDetail } from "./CircleDetail.js";
import { EmpireMap } from "./EmpireMap.js";
import { EventLog } from "./EventLog.js";
import { ForeignDecks, FreeDisputation } from "./ForeignDecks.js";
import { Hand } from "./Hand.js";
import { markPressed } from "./highlight.js";
import HistorySlider from "./HistorySlider.js";
import { Inspector } from "./Inspector.js";
import { LastPlayed } from "./LastPlayed.js";
import { LastTurn } from "./LastTurn.js";
import MissedEvents from "./MissedEvents.js";
import { pointedCard, useOpenCards } from "./openCards.js";
import { OpponentArea } from "./OpponentArea.js";
import { Deck, Discard, FrontCard, TokenSupply } from "./Piles.js";
import { PlayerName } from "./PlayerName.js";
import { Question } from "./Question.js";
import { placeOptions } from "./placeOptions.js";
import { ResolvingCard } from "./ResolvingCard.js";
import { Score } from "./Score.js";
import { SideDrawer } from "./SideDrawer.js";
import { SettlementDialog } from "./SettlementDialog.js";
import { focusCard, useFocusNextQuestion, useShortcuts } from "./shortcuts.js";
import { TableProvider, useTable } from "./TableContext.js";
import { ResignButton, TableHeader } from "./TableHeader.js";
import { Tooltip } from "./Tooltip.js";
import { useCardDrag } from "./useCardDrag.js";

/** @import {CardSetFaces, Faith, EventView, Moment, Option} from "../core/types" */
/** @import {Announcement} from "../animation/announcements" */
/** @import {SearchProgress} from "../core/useGame" */
/** @import {Watching} from "../watch/useWatching" */
/** @import {InspectedThing, TableState} from "./TableContext" */
/** @import {GameActions} from "./types" */
/** @import {Child} from "../vendor/preact" */

/** Panels that can be opened over the table. */
const PANELS = {
  hint: "table/HintPanel.js",
  help: "table/ShortcutHelp.js",
  settings: "pages/SettingsDialog.js",
  branch: "setup/BranchDialog.js",
  names: "table/NamesDialog.js",
  ...ONLINE_PANELS,
};

/** In the drawer of a phone: what has no room at the table.
 * @param {{faith: Faith}} props */
function PilesOfFaith({ faith }) {
  return html`<div class="piles__side">
    <${PlayerName} faith=${faith} />
    <div class="row"><${Deck} faith=${faith} /><${Discard} faith=${faith} /><${FrontCard} faith=${faith} /></div>
    <${TokenSupply} faith=${faith} />
  </div>`;
}

function Piles() {
  const { t, near, far } = useTable();
  return html`<section class="piles" aria-label=${t("table.piles")}>
    <${PilesOfFaith} faith=${near} />
    <${PilesOfFaith} faith=${far} />
  </section>`;
}

function OwnSide() {
  const { near, moment, isPast } = useTable();
  const isOver = moment.view.phase === "over" && !isPast;
  const verdict = useModule(isOver ? "table/Verdict.js" : null);
  return html`<div class="mine">
    <${ResolvingCard} />
    <div class="me">
      <${PlayerName} faith=${near} />
      <div class="row row--piles">
        <${Deck} faith=${near} />
        <${Discard} faith=${near} />
        <${FrontCard} faith=${near} />
      </div>
      <${TokenSupply} faith=${near} />
    </div>
    ${verdict ? html`<${verdict.default} />` : html`<${Hand} />`}
  </div>`;
}

/** Reads the question and new events to players with a screen reader, and the last comment where computers are watched.
 * @param {{announcements: Announcement[]}} props */
function Announcer({ announcements }) {
  const { moment, pendingChoice, t, watching } = useTable();
  const comment = watching?.comments.at(-1);
  const option = moment.text.options.find((each) => each.choice === pendingChoice);
  const result = ownResult(moment);
  const question = option
    ? `${option.label}. ${option.consequence} ${option.final ? t("table.is_final") : ""}`
    : `${result && t(`pages.result.ended.${result}`)} ${moment.text.question}`;
  return html`<div class="sr">
    <div role="log" aria-live="polite">${announcements.map(({ id, text }) => html`<p key=${id}>${text}</p>`)}</div>
    <div role="log" aria-live="polite">${comment && html`<p key=${comment.turn}>${comment.text}</p>`}</div>
    <p role="status" aria-live="polite">${question}</p>
  </div>`;
}

/** The choice that waits for confirmation, and the circles that are selected or expanded, until the next moment.
 * @param {Moment} moment
 * @param {GameActions} actions
 * @param {boolean} confirm */
function useChoice(moment, actions, confirm) {
  const [pendingChoice, setPendingChoice] = useState(/** @type {string | null} */ (null));
  const [selectedCircle, selectCircle] = useState(/** @type {number | null} */ (null));
  const [expandedCircle, expandCircle] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    setPendingChoice(null);
    selectCircle(null);
    expandCircle(null);
  }, [moment.version, moment.step, moment.seat]);
  // Options of the past are still highlighted, but cannot be chosen.
  const isPast = moment.step < moment.last_step;
  return useMemo(() => {
    const cancelChoice = () => setPendingChoice(null);
    const confirmChoice = (/** @type {Option} */ option) => {
      if (isPast) return;
      const release = markPressed(option);
      // The next question may be there already, with a choice that waits for its own confirmation.
      const forget = () => setPendingChoice((pending) => (pending === option.choice ? null : pending));
      actions.send(option.choice).finally(release).then(forget);
    };
    const choose = (/** @type {Option} */ option) => {
      if (isPast) return;
      expandCircle(null);
      if (confirm && option.final && pendingChoice !== option.choice) setPendingChoice(option.choice);
      else confirmChoice(option);
    };
    const circles = { selectedCircle, selectCircle, expandedCircle, expandCircle };
    return { isPast, pendingChoice, choose, confirmChoice, cancelChoice, ...circles };
  }, [actions, confirm, isPast, pendingChoice, selectedCircle, expandedCircle]);
}

/** The shared state: the same object until something in it changes, so that components render only when they must.
 * @param {Omit<TableState, "optionsAt" | "changed" | "near" | "far" | keyof ReturnType<typeof useChoice>>} inputs
 * @returns {TableState} */
function useTableState(inputs) {
  const { moment, log } = inputs;
  const near = nearFaith(moment);
  const choice = useChoice(moment, inputs.actions, inputs.settings.confirm);
  const optionsAt = useMemo(() => placeOptions(moment), [moment]);
  const changed = useMemo(() => recentChanges(log, near), [log, near]);
  return useMemo(
    () => ({ ...inputs, ...choice, optionsAt, changed, near, far: near === "C" ? "P" : "C" }),
    [...Object.values(inputs), choice, optionsAt, changed, near],
  );
}

/** @param {Watching} watching */
const watchShortcuts = (watching) => ({
  p: watching.togglePause,
  s: watching.step,
  "+": () => watching.changeSpeed(1),
  "-": () => watching.changeSpeed(-1),
  v: watching.toggleHands,
  c: watching.toggleComments,
});

/**
 * @param {TableState} table
 * @param {(panel: "hint" | "help") => void} openPanel
 */
function useTableShortcuts(table, openPanel) {
  const { moment, actions, settings, isPast, pendingChoice, confirmChoice, cancelChoice, openLog, inspect, watching } =
    table;
  const { undo, takeback, hint } = moment.permissions;
  const { options } = moment.text;
  const option = options.find((each) => each.choice === pendingChoice);
  const canUndo = moment.seat !== null && !isPast;
  useShortcuts({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => focusCard(n)])),
    h: () => void (hint === "" && options.length && openPanel("hint")),
    z: () => void (canUndo && (undo === "" ? actions.undo() : takeback === "" && actions.takeBack())),
    l: openLog,
    o: () => {
      const card = pointedCard();
      if (card) inspect({ kind: "card", card });
    },
    t: () => changeSettings({ textMode: !settings.textMode }),
    "?": () => openPanel("help"),
    Enter: () => void (option && confirmChoice(option)),
    Escape: cancelChoice,
    ...(watching && !isPast ? watchShortcuts(watching) : {}),
  });
}

/**
 * @typedef {object} TableProps
 * @property {Moment} moment
 * @property {CardSetFaces} faces
 * @property {EventView[]} log
 * @property {Announcement[]} announcements what a screen reader is told of what has happened
 * @property {Watching | null} watching two computer players are watched
 * @property {GameActions} actions
 * @property {boolean} busy a request is under way
 * @property {SearchProgress} progress of the opponent's search
 * @property {string} problem
 * @property {() => void} clearProblem
 * @property {boolean} connected
 * @property {(() => void) | null} showResult null in a lesson
 * @property {{label: string, act: () => void} | null} passOn two players at one screen, and the other one comes next
 * @property {{current: HTMLElement | null}} root
 * @property {Child} [lessonBar] in a lesson: stands for the header, and nothing but the game is around it
 */

/** @param {TableProps} props */
export function Table(props) {
  const {
    moment,
    faces,
    log,
    announcements,
    watching,
    actions,
    busy,
    progress,
    problem,
    clearProblem,
    connected,
    root,
    lessonBar,
  } = props;
  const t = useTranslation();
  const settings = useSettings();
  const isPhone = useMediaQuery(PHONE);
  const isNarrow = useMediaQuery(NARROW_TABLE);
  const hasDetail = useMediaQuery(TABLE_WITH_DETAIL);
  const [inspected, inspect] = useState(/** @type {InspectedThing | null} */ (null));
  const [panel, openPanel] = useState(/** @type {keyof typeof PANELS | null} */ (null));
  const isPast = moment.step < moment.last_step;
  const [isLogOpen, setLogOpen] = useState(false);
  // On a phone the history is in place of the hand: the drawer would hide the board.
  useEffect(() => {
    if (!isPast || isPhone) return undefined;
    setLogOpen(true);
    return () => setLogOpen(false);
  }, [isPast, isPhone]);
  const openLog = useCallback(() => setLogOpen(true), []);
  const closeLog = useCallback(() => setLogOpen(false), []);
  const openNames = useCallback(() => openPanel("names"), []);
  const layout = { isPhone, isNarrow, hasDetail };
  const state = { moment, faces, settings, t, actions, log, inspect, openLog, openNames, watching, ...layout };
  const table = useTableState(state);
  const dock = useRef(/** @type {HTMLElement | null} */ (null));
  useOpenCards(root, inspect);
  useCardDrag(table, dock, busy);
  useFocusNextQuestion(`${moment.version}/${table.pendingChoice}`);
  useTitle(moment.text.options.length ? t("table.title_turn") : t("table.title"));
  useTableShortcuts(table, openPanel);
  const textTable = useModule(settings.textMode ? "table/TextTable.js" : null);
  const guide = useModule(settings.guide && !lessonBar ? "table/FirstGameGuide.js" : null);
  const ruleNotes = useModule(isFirstGame(moment.game) && !settings.guide ? "learn/RuleNotes.js" : null);
  const openedPanel = useModule(panel && PANELS[panel]);
  const isWatching = watching !== null && !isPast && moment.view.phase !== "over";
  const watchBar = useModule(isWatching ? "watch/WatchBar.js" : null);
  const online = useModule(moment.online ? "online/index.js" : null);
  const presence = online && html`<${online.PresenceLine}
    moment=${moment}
    actions=${actions}
    connected=${connected}
  />`;
  const panelProps = { moment, send: actions.send, settings, actions, faces, log, close: () => openPanel(null) };
  // These depend on the context alone: they render when it changes, and not whenever this component does.
  const board = useMemo(
    () => html`
      <${Board} />
      <${LastPlayed} />
      <${OpponentArea} />
      <${Score} />
      <${LastTurn} />
      <${ForeignDecks} />
      <${FreeDisputation} />
    `,
    [],
  );
  const owners = moment.view.circles.map(({ owner }) => owner).join();
  const map = useMemo(() => html`<${EmpireMap} circles=${moment.view.circles} />`, [owners]);
  const ownSide = useMemo(() => html`<${OwnSide} />`, []);
  const logOfGame = useMemo(() => html`<${EventLog} />`, []);
  const slider = html`<${HistorySlider} ...${panelProps} />`;
  const isHistoryInDock = isPhone && isPast;
  return html`<${TableProvider} value=${table}>
    <main
      class=${classNames("table", online && isNarrow && "table--online")}
      ref=${root}
      data-phase=${moment.view.phase}
      data-busy=${busy ? "" : undefined}
      data-past=${isPast ? "" : undefined}
      data-text=${textTable ? "" : undefined}
      data-drawer=${isLogOpen ? "open" : undefined}
      data-panel=${openedPanel ? panel : undefined}
    >
      <h1 class="sr">
        ${t("table.heading", { name: playerOf(moment, table.far)?.name || t(`table.faith.${table.far}`) })}
      </h1>
      ${lessonBar ?? html`<${TableHeader}
        openPanel=${openPanel}
        onlineButtons=${online && html`<${online.OnlineButtons} moment=${moment} openPanel=${openPanel} />`}
        presence=${!isNarrow && presence}
      />`}
      ${isNarrow && presence}
      <div class="board">
        ${textTable ? (
          html`<${textTable.default} ...${panelProps} />`
        ) : (
          html`
            ${map}
            <section class="pyramid" aria-label=${t("table.circles")}>
              <h2 class="sr">${t("table.circles")}</h2>
              ${board}
            </section>
            ${hasDetail && html`<${CircleDetail} />`}
          `
        )}
      </div>
      <section class="dock" ref=${dock} aria-label=${t("table.your_side")}>
        <div class="dock__notes">
          ${problem && html`<p class="problem" role="alert">
            ${problem} <button class="btn btn--bare" type="button" onClick=${clearProblem}>${t("table.close")}</button>
          </p>`}
          ${online && html`<${online.Offers} moment=${moment} actions=${actions} openPanel=${openPanel} />`}
        </div>
        ${watchBar && html`<${watchBar.default} watching=${watching} progress=${progress} />`}
        ${!isWatching && html`<${Question}
          progress=${progress}
          showHint=${() => openPanel("hint")}
          startBranch=${() => openPanel("branch")}
          showPresent=${() => actions.showStep(null)}
          showResult=${props.showResult}
          passOn=${props.passOn}
        />`}
        ${isHistoryInDock ? slider : ownSide}
      </section>
      <${SideDrawer} isOpen=${isLogOpen} close=${closeLog}>
        ${isPhone && html`<${Piles} />`}
        ${logOfGame}
        ${!isHistoryInDock && !lessonBar && slider}
        ${isPhone && html`<${ResignButton} ask=${() => openPanel("resign")} />`}
      <//>
      <${Announcer} announcements=${announcements} />
      ${!lessonBar && html`<${MissedEvents} ...${panelProps} />`}
      ${ruleNotes && html`<${ruleNotes.default} ...${panelProps} />`}
      ${!openedPanel && html`<${SettlementDialog} moment=${moment} actions=${actions} />`}
      ${openedPanel && html`<${openedPanel.default} ...${panelProps} openPanel=${openPanel} />`}
      ${guide && html`<${guide.default} ...${panelProps} />`}
      <${Tooltip} root=${root} />
      ${inspected && html`<${Inspector} inspected=${inspected} close=${() => inspect(null)} />`}
    </main>
  <//>`;
}
