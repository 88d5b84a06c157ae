// The table: pyramid, corners, question, hand, score and log, laid out for the width there is.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { COMPANY_SHEETS } from "../online/panels.js";
import { PHONE, useMedia } from "../core/useMediaQuery.js";
import { useTitle } from "../core/router.js";
import { set, useSettings } from "../core/settings.js";
import { useTexts } from "../core/i18n.js";
import { ForeignCorner, OpponentCorner, Who } from "./OpponentArea.js";
import { Detail } from "./CircleDetail.js";
import { Hand } from "./Hand.js";
import { Head, Resign } from "./TableHeader.js";
import History from "./HistorySlider.js";
import { focusCard, useKeepFocus, useShortcuts } from "./shortcuts.js";
import { Log } from "./EventLog.js";
import { Note } from "./Tooltip.js";
import { usePart } from "../core/lazy.js";
import { Deck, Discard, Front, Supply } from "./Piles.js";
import { Pyramid, resting } from "./Board.js";
import { Question, Resolving } from "./Question.js";
import { SceneProvider, changes, ended, nearFaith, offer, playerOf, useScene } from "./TableContext.js";
import { Score } from "./Score.js";
import { Looking } from "./Inspector.js";
import Since from "./MissedEvents.js";

/** @import {Faces, Faith, Happening, Moment, Option} from "../core/types" */
/** @import {Act} from "./types" */
/** @import {Look, Scene} from "./TableContext" */
/** @import {Thought} from "../core/useGame" */

/** What can be laid above the table. */
const SHEETS = {
  hint: "table/HintPanel.js",
  help: "table/ShortcutHelp.js",
  settings: "pages/SettingsDialog.js",
  branch: "setup/BranchDialog.js",
  ...COMPANY_SHEETS,
};

/** @param {{faith: Faith}} props */
function PilesOf({ faith }) {
  return html`<div class="piles__side">
    <${Who} faith=${faith} />
    <div class="row">
      <${Deck} faith=${faith} />
      <${Discard} faith=${faith} />
      <${Front} faith=${faith} full=${true} />
    </div>
    <${Supply} faith=${faith} />
  </div>`;
}

function Piles() {
  const { t, near, far } = useScene();
  return html`<section class="piles" aria-label=${t("table.piles")}>
    <${Resolving} />
    <${PilesOf} faith=${near} />
    <${PilesOf} faith=${far} />
  </section>`;
}

function Mine() {
  const { near, phone } = useScene();
  if (phone) return html`<div class="mine"><${Hand} /></div>`;
  return html`<div class="mine">
    <div class="mine__left">
      <${Resolving} />
      <div class="row row--piles"><${Deck} faith=${near} /><${Discard} faith=${near} /><${Front} faith=${near} /></div>
      <${Supply} faith=${near} />
    </div>
    <${Hand} />
  </div>`;
}

/** Says the question, and what has just happened, to those who hear the page.
 * @param {{fresh: Happening[]}} props */
function Announcer({ fresh }) {
  const { moment, chosen, t } = useScene();
  const option = moment.said.options.find((each) => each.choice === chosen);
  const how = ended(moment);
  const asked = option
    ? `${option.label}. ${option.consequence} ${option.final ? t("table.is_final") : ""}`
    : `${how && t(`pages.result.ended.${how}`)} ${moment.said.question}`;
  return html`<div class="sr">
    <div role="log" aria-live="polite">
      ${fresh
        .filter((event) => event.text)
        .map((event, i) => html`<p key=${`${event.version}-${i}`}>${event.text}</p>`)}
    </div>
    <p role="status" aria-live="polite">${asked}</p>
  </div>`;
}

/** On a small screen the dock's height is known to the page, so that nothing is hidden behind it; on a large one
 *   nothing is, and all of
 * the page would be styled anew whenever it changes.
 * @param {{current: HTMLElement | null}} dock
 * @param {boolean} phone */
function useDockHeight(dock, phone) {
  useEffect(() => {
    if (!dock.current || !phone) return;
    const measure = () => document.documentElement.style.setProperty("--dock", `${dock.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(dock.current);
    return () => observer.disconnect();
  }, [phone]);
}

/** @param {Moment} moment
 * @param {Act} act
 * @param {boolean} confirm
 * @param {boolean} phone */
function useChoosing(moment, act, confirm, phone) {
  const [chosen, choose] = useState(/** @type {string | null} */ (null));
  const [touched, touch] = useState(/** @type {number | null} */ (null));
  const [unfolded, unfold] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    choose(null);
    touch(null);
    unfold(null);
  }, [moment.version, moment.step, moment.seat]);
  // What was offered in the past still glows, but nothing can be chosen there.
  const past = moment.step < moment.last;
  return useMemo(() => {
    const release = () => choose(null);
    const decide = (/** @type {Option} */ option) => {
      if (past) return;
      // What comes of it is seen on the circles, which a touched one has pushed out of sight.
      if (phone) scrollTo(0, 0);
      act.send(option.choice).then(release);
    };
    const pick = (/** @type {Option} */ option) => {
      if (past) return;
      unfold(null);
      if (confirm && option.final && chosen !== option.choice) choose(option.choice);
      else decide(option);
    };
    return { past, chosen, touched, touch, unfolded, unfold, release, decide, pick };
  }, [act, confirm, phone, past, chosen, touched, unfolded]);
}

/** What all parts look at: the same object until something in it has changed, so that they are not drawn again for
 *   nothing.
 * @param {Omit<Scene, "offer" | "changed" | "near" | "far" | keyof ReturnType<typeof useChoosing>>} seen
 * @returns {Scene} */
function useTableScene(seen) {
  const { moment, log } = seen;
  const near = nearFaith(moment);
  const choosing = useChoosing(moment, seen.act, seen.settings.confirm, seen.phone);
  const offered = useMemo(() => offer(moment), [moment]);
  const changed = useMemo(() => changes(log, near), [log, near]);
  return useMemo(
    () => ({ ...seen, ...choosing, offer: offered, changed, near, far: near === "C" ? "P" : "C" }),
    [...Object.values(seen), choosing, offered, changed, near],
  );
}

/**
 * @param {Scene} scene
 * @param {(sheet: "hint" | "help") => void} lay
 */
function useTableKeys({ moment, act, settings, past, chosen, decide, release }, lay) {
  const { undo, takeback, hint } = moment.may;
  const { options } = moment.said;
  const option = options.find((each) => each.choice === chosen);
  const can = moment.seat !== null && !past;
  useShortcuts({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => focusCard(n)])),
    h: () => void (hint === "" && options.length && lay("hint")),
    z: () => void (can && (undo === "" ? act.undo() : takeback === "" && act.takeBack())),
    l: () => document.getElementById("log")?.focus(),
    t: () => set({ textMode: !settings.textMode }),
    "?": () => lay("help"),
    Enter: () => void (option && decide(option)),
    Escape: release,
  });
}

/**
 * @param {{moment: Moment, faces: Faces, log: Happening[], fresh: Happening[], act: Act, busy: boolean, thought:
 *   Thought,
 *   problem: string, clear: () => void, connected: boolean, showResult: () => void, root: {current: HTMLElement |
 *   null}}} props
 */
export function Table({ moment, faces, log, fresh, act, busy, thought, problem, clear, connected, showResult, root }) {
  const t = useTexts();
  const settings = useSettings();
  const phone = useMedia(PHONE);
  const [look, open] = useState(/** @type {Look | null} */ (null));
  const [sheet, lay] = useState(/** @type {keyof typeof SHEETS | null} */ (null));
  const dock = useRef(/** @type {HTMLElement | null} */ (null));
  const scene = useTableScene({ moment, faces, settings, t, act, phone, log, open });
  useDockHeight(dock, phone);
  useKeepFocus(`${moment.version}/${scene.chosen}`);
  useTitle(moment.said.options.length ? t("table.title_turn") : t("table.title"));
  useTableKeys(scene, lay);
  const textMode = usePart(settings.textMode ? "table/TextTable.js" : null);
  const guide = usePart(settings.guide ? "table/FirstGameGuide.js" : null);
  const laid = usePart(sheet && SHEETS[sheet]);
  const company = usePart(moment.company ? "online/index.js" : null);
  const line = company && html`<${company.Line} moment=${moment} act=${act} connected=${connected} />`;
  const part = { moment, send: act.send, settings, act, faces, log, close: () => lay(null) };
  const present = () => act.look(null);
  // These look at the scene and nothing else.
  const circles = useMemo(() => html`<${Pyramid} /><${OpponentCorner} /><${ForeignCorner} />`, []);
  const mine = useMemo(() => html`<${Mine} />`, []);
  const told = useMemo(() => html`<${Score} /><${Log} />`, []);
  return html`<${SceneProvider} value=${scene}>
    <main class="table" ref=${root} data-phase=${moment.view.phase} data-busy=${busy ? "" : undefined}>
      <h1 class="sr">
        ${t("table.heading", { name: playerOf(moment, scene.far)?.name || t(`table.faith.${scene.far}`) })}
      </h1>
      <${Head}
        help=${() => lay("help")}
        adjust=${() => lay("settings")}
        resign=${() => lay("resign")}
        company=${company && html`<${company.Tools} moment=${moment} lay=${lay} />`}
      />
      <div class="board">
        ${textMode ? (
          html`<${textMode.default} ...${part} />`
        ) : (
          html`<section class="pyramid" data-rest=${resting(moment.view.circles)} aria-label=${t("table.circles")}>
            <h2 class="sr">${t("table.circles")}</h2>
            ${circles}
          </section>`
        )}
        ${phone && !textMode && html`<${Detail} />`}
      </div>
      <section class="dock" aria-label=${t("table.your_side")} ref=${dock}>
        ${problem && html`<p class="problem" role="alert">
          ${problem} <button class="btn btn--bare" type="button" onClick=${clear}>${t("table.close")}</button>
        </p>`}
        ${company && html`<${company.Offers} moment=${moment} act=${act} lay=${lay} />`}
        ${phone && line}
        <${Question}
          thought=${thought}
          hint=${() => lay("hint")}
          branch=${() => lay("branch")}
          present=${present}
          result=${showResult}
        />
        ${mine}
      </section>
      <aside class="side" aria-label=${t("table.course")}>
        ${phone ? html`<${Piles} />` : line}
        ${told}
        <${History} ...${part} />
        ${phone && html`<${Resign} ask=${() => lay("resign")} />`}
      </aside>
      <${Note} root=${root} />
      <${Announcer} fresh=${fresh} />
      <${Since} ...${part} />
      ${guide && html`<${guide.default} ...${part} />`}
      ${laid && html`<${laid.default} ...${part} lay=${lay} />`}
      ${look && html`<${Looking} look=${look} close=${() => open(null)} />`}
    </main>
  <//>`;
}
