// The table: board, question, hand, score and log, arranged for the width of the window.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { useModule } from "../core/lazy.js";
import { nearFaith, ownResult, playerOf, recentChanges } from "../core/moment.js";
import { changeSettings, useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { PHONE, useMediaQuery } from "../core/useMediaQuery.js";
import { ONLINE_PANELS } from "../online/panels.js";
import { Board } from "./Board.js";
import { restingRows } from "./boardLayout.js";
import { CircleDetail } from "./CircleDetail.js";
import { EventLog } from "./EventLog.js";
import { ForeignDecks } from "./ForeignDecks.js";
import { Hand } from "./Hand.js";
import HistorySlider from "./HistorySlider.js";
import { Inspector } from "./Inspector.js";
import MissedEvents from "./MissedEvents.js";
import { OpponentArea } from "./OpponentArea.js";
import { Deck, Discard, FrontCard, TokenSupply } from "./Piles.js";
import { PlayerName } from "./PlayerName.js";
import { Question } from "./Question.js";
import { placeOptions } from "./placeOptions.js";
import { ResolvingCard } from "./ResolvingCard.js";
import { Score } from "./Score.js";
import { focusCard, useFocusNextQuestion, useShortcuts } from "./shortcuts.js";
import { TableProvider, useTable } from "./TableContext.js";
import { ResignButton, TableHeader } from "./TableHeader.js";
import { Tooltip } from "./Tooltip.js";

/** @import {CardSetFaces, Faith, EventView, Moment, Option} from "../core/types" */
/** @import {SearchProgress} from "../core/useGame" */
/** @import {InspectedThing, TableState} from "./TableContext" */
/** @import {GameActions} from "./types" */

/** Panels that can be opened over the table. */
const PANELS = {
  hint: "table/HintPanel.js",
  help: "table/ShortcutHelp.js",
  settings: "pages/SettingsDialog.js",
  branch: "setup/BranchDialog.js",
  ...ONLINE_PANELS,
};

/** @param {{faith: Faith}} props */
function PilesOfFaith({ faith }) {
  return html`<div class="piles__side">
    <${PlayerName} faith=${faith} />
    <div class="row">
      <${Deck} faith=${faith} />
      <${Discard} faith=${faith} />
      <${FrontCard} faith=${faith} full=${true} />
    </div>
    <${TokenSupply} faith=${faith} />
  </div>`;
}

function Piles() {
  const { t, near, far } = useTable();
  return html`<section class="piles" aria-label=${t("table.piles")}>
    <${ResolvingCard} />
    <${PilesOfFaith} faith=${near} />
    <${PilesOfFaith} faith=${far} />
  </section>`;
}

function OwnSide() {
  const { near, isPhone } = useTable();
  if (isPhone) return html`<div class="mine"><${Hand} /></div>`;
  return html`<div class="mine">
    <div class="mine__left">
      <${ResolvingCard} />
      <div class="row row--piles">
        <${Deck} faith=${near} />
        <${Discard} faith=${near} />
        <${FrontCard} faith=${near} />
      </div>
      <${TokenSupply} faith=${near} />
    </div>
    <${Hand} />
  </div>`;
}

/** Reads the question and new events to players with a screen reader.
 * @param {{newEvents: EventView[]}} props */
function Announcer({ newEvents }) {
  const { moment, pendingChoice, t } = useTable();
  const option = moment.text.options.find((each) => each.choice === pendingChoice);
  const result = ownResult(moment);
  const question = option
    ? `${option.label}. ${option.consequence} ${option.final ? t("table.is_final") : ""}`
    : `${result && t(`pages.result.ended.${result}`)} ${moment.text.question}`;
  return html`<div class="sr">
    <div role="log" aria-live="polite">
      ${newEvents
        .filter((event) => event.text)
        .map((event, i) => html`<p key=${`${event.version}-${i}`}>${event.text}</p>`)}
    </div>
    <p role="status" aria-live="polite">${question}</p>
  </div>`;
}

/** On a phone: tell CSS the height of the dock, so that nothing is hidden behind it. On a large screen nothing is, and
 * every change would compute all styles again.
 * @param {{current: HTMLElement | null}} dock
 * @param {boolean} isPhone */
function useDockHeight(dock, isPhone) {
  useEffect(() => {
    if (!dock.current || !isPhone) return;
    const measure = () => document.documentElement.style.setProperty("--dock", `${dock.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(dock.current);
    return () => observer.disconnect();
  }, [isPhone]);
}

/** The choice that waits for confirmation, and the circles that are selected or expanded, until the next moment.
 * @param {Moment} moment
 * @param {GameActions} actions
 * @param {boolean} confirm
 * @param {boolean} isPhone */
function useChoice(moment, actions, confirm, isPhone) {
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
      // The result shows on the circles; the detail of a selected one may have scrolled them away.
      if (isPhone) scrollTo(0, 0);
      actions.send(option.choice).then(cancelChoice);
    };
    const choose = (/** @type {Option} */ option) => {
      if (isPast) return;
      expandCircle(null);
      if (confirm && option.final && pendingChoice !== option.choice) setPendingChoice(option.choice);
      else confirmChoice(option);
    };
    const circles = { selectedCircle, selectCircle, expandedCircle, expandCircle };
    return { isPast, pendingChoice, choose, confirmChoice, cancelChoice, ...circles };
  }, [actions, confirm, isPhone, isPast, pendingChoice, selectedCircle, expandedCircle]);
}

/** The shared state: the same object until something in it changes, so that components render only when they must.
 * @param {Omit<TableState, "optionsAt" | "changed" | "near" | "far" | keyof ReturnType<typeof useChoice>>} inputs
 * @returns {TableState} */
function useTableState(inputs) {
  const { moment, log } = inputs;
  const near = nearFaith(moment);
  const choice = useChoice(moment, inputs.actions, inputs.settings.confirm, inputs.isPhone);
  const optionsAt = useMemo(() => placeOptions(moment), [moment]);
  const changed = useMemo(() => recentChanges(log, near), [log, near]);
  return useMemo(
    () => ({ ...inputs, ...choice, optionsAt, changed, near, far: near === "C" ? "P" : "C" }),
    [...Object.values(inputs), choice, optionsAt, changed, near],
  );
}

/**
 * @param {TableState} table
 * @param {(panel: "hint" | "help") => void} openPanel
 */
function useTableShortcuts(table, openPanel) {
  const { moment, actions, settings, isPast, pendingChoice, confirmChoice, cancelChoice } = table;
  const { undo, takeback, hint } = moment.permissions;
  const { options } = moment.text;
  const option = options.find((each) => each.choice === pendingChoice);
  const canUndo = moment.seat !== null && !isPast;
  useShortcuts({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => focusCard(n)])),
    h: () => void (hint === "" && options.length && openPanel("hint")),
    z: () => void (canUndo && (undo === "" ? actions.undo() : takeback === "" && actions.takeBack())),
    l: () => document.getElementById("log")?.focus(),
    t: () => changeSettings({ textMode: !settings.textMode }),
    "?": () => openPanel("help"),
    Enter: () => void (option && confirmChoice(option)),
    Escape: cancelChoice,
  });
}

/**
 * @typedef {object} TableProps
 * @property {Moment} moment
 * @property {CardSetFaces} faces
 * @property {EventView[]} log
 * @property {EventView[]} newEvents
 * @property {GameActions} actions
 * @property {boolean} busy a request is under way
 * @property {SearchProgress} progress of the opponent's search
 * @property {string} problem
 * @property {() => void} clearProblem
 * @property {boolean} connected
 * @property {() => void} showResult
 * @property {{current: HTMLElement | null}} root
 */

/** @param {TableProps} props */
export function Table(props) {
  const { moment, faces, log, newEvents, actions, busy, progress, problem, clearProblem, connected, root } = props;
  const t = useTranslation();
  const settings = useSettings();
  const isPhone = useMediaQuery(PHONE);
  const [inspected, inspect] = useState(/** @type {InspectedThing | null} */ (null));
  const [panel, openPanel] = useState(/** @type {keyof typeof PANELS | null} */ (null));
  const dock = useRef(/** @type {HTMLElement | null} */ (null));
  const table = useTableState({ moment, faces, settings, t, actions, isPhone, log, inspect });
  useDockHeight(dock, isPhone);
  useFocusNextQuestion(`${moment.version}/${table.pendingChoice}`);
  useTitle(moment.text.options.length ? t("table.title_turn") : t("table.title"));
  useTableShortcuts(table, openPanel);
  const textTable = useModule(settings.textMode ? "table/TextTable.js" : null);
  const guide = useModule(settings.guide ? "table/FirstGameGuide.js" : null);
  const openedPanel = useModule(panel && PANELS[panel]);
  const online = useModule(moment.online ? "online/index.js" : null);
  const presence = online && html`<${online.PresenceLine}
    moment=${moment}
    actions=${actions}
    connected=${connected}
  />`;
  const panelProps = { moment, send: actions.send, settings, actions, faces, log, close: () => openPanel(null) };
  // These depend on the context alone: they render when it changes, and not whenever this component does.
  const circles = useMemo(() => html`<${Board} /><${OpponentArea} /><${ForeignDecks} />`, []);
  const ownSide = useMemo(() => html`<${OwnSide} />`, []);
  const scoreAndLog = useMemo(() => html`<${Score} /><${EventLog} />`, []);
  return html`<${TableProvider} value=${table}>
    <main class="table" ref=${root} data-phase=${moment.view.phase} data-busy=${busy ? "" : undefined}>
      <h1 class="sr">
        ${t("table.heading", { name: playerOf(moment, table.far)?.name || t(`table.faith.${table.far}`) })}
      </h1>
      <${TableHeader}
        openPanel=${openPanel}
        onlineButtons=${online && html`<${online.OnlineButtons} moment=${moment} openPanel=${openPanel} />`}
      />
      <div class="board">
        ${textTable ? (
          html`<${textTable.default} ...${panelProps} />`
        ) : (
          html`<section class="pyramid" data-rest=${restingRows(moment.view.circles)} aria-label=${t("table.circles")}>
            <h2 class="sr">${t("table.circles")}</h2>
            ${circles}
          </section>`
        )}
        ${isPhone && !textTable && html`<${CircleDetail} />`}
      </div>
      <section class="dock" aria-label=${t("table.your_side")} ref=${dock}>
        ${problem && html`<p class="problem" role="alert">
          ${problem} <button class="btn btn--bare" type="button" onClick=${clearProblem}>${t("table.close")}</button>
        </p>`}
        ${online && html`<${online.Offers} moment=${moment} actions=${actions} openPanel=${openPanel} />`}
        ${isPhone && presence}
        <${Question}
          progress=${progress}
          showHint=${() => openPanel("hint")}
          startBranch=${() => openPanel("branch")}
          showPresent=${() => actions.showStep(null)}
          showResult=${props.showResult}
        />
        ${ownSide}
      </section>
      <aside class="side" aria-label=${t("table.course")}>
        ${isPhone ? html`<${Piles} />` : presence}
        ${scoreAndLog}
        <${HistorySlider} ...${panelProps} />
        ${isPhone && html`<${ResignButton} ask=${() => openPanel("resign")} />`}
      </aside>
      <${Tooltip} root=${root} />
      <${Announcer} newEvents=${newEvents} />
      <${MissedEvents} ...${panelProps} />
      ${guide && html`<${guide.default} ...${panelProps} />`}
      ${openedPanel && html`<${openedPanel.default} ...${panelProps} openPanel=${openPanel} />`}
      ${inspected && html`<${Inspector} inspected=${inspected} close=${() => inspect(null)} />`}
    </main>
  <//>`;
}
