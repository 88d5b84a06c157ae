// In place of a question, where two computer players are watched: the last comment, and the buttons.
import { html } from "../vendor/preact.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { useTable } from "../table/TableContext.js";
import { WATCH_SPEEDS, watchSpeed } from "./pace.js";

/** @import {SearchProgress} from "../core/useGame" */
/** @import {Watching} from "./useWatching" */

/** A longer comment has smaller letters. */
const MAX_LARGE_CHARACTERS = 110;

/** The comment on the last turn; without comments, or before the first one, whose turn it is.
 * @param {{watching: Watching, progress: SearchProgress}} props */
function LastComment({ watching, progress }) {
  const { moment, t } = useTable();
  const last = watching.comments.at(-1);
  const isThinking = moment.thinking !== null || progress !== null;
  const state = isThinking || !watching.isPaused ? moment.text.question : t("watch.paused");
  const chance = progress?.chance ?? null;
  return html`
    <${FaithToken} faith=${last?.by ?? moment.view.turn ?? "C"} />
    <div class="question__text">
      <p
        key=${last?.turn ?? 0}
        class="watch__comment"
        data-long=${last && last.text.length > MAX_LARGE_CHARACTERS ? "" : undefined}
      >
        ${last?.text ?? state}
      </p>
      ${last && html`<p class="watch__state">
        ${state}
        ${isThinking && html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`}
        ${chance !== null && html`<span class="watch__chance">
          ${t("table.thought_chance", { percent: Math.round(chance * 100) })}
        </span>`}
      </p>`}
    </div>
  `;
}

/** @param {{watching: Watching}} props */
function SpeedSelect({ watching }) {
  const { t } = useTable();
  const onChange = (/** @type {Event} */ event) =>
    watching.setSpeed(watchSpeed(/** @type {HTMLSelectElement} */ (event.target).value));
  return html`<label class="watch__speed">
    <span class="sr">${t("watch.speed")}</span>
    <select value=${watching.speed} aria-keyshortcuts="+ -" onChange=${onChange}>
      ${WATCH_SPEEDS.map((speed) => html`<option value=${speed}>${t(`watch.speeds.${speed}`)}</option>`)}
    </select>
  </label>`;
}

/** A button that is pressed or not.
 * @param {{isOn: boolean, toggle: () => void, icon: string, label: string, shortcut: string}} props */
const Switch = ({ isOn, toggle, icon, label, shortcut }) => html`<button
  class="btn tool watch__switch"
  type="button"
  aria-pressed=${String(isOn)}
  aria-keyshortcuts=${shortcut}
  title=${label}
  onClick=${toggle}
>
  <${Icon} name=${icon} />
  <span>${label}</span>
</button>`;

/** @param {{watching: Watching, progress: SearchProgress}} props */
export default function WatchBar({ watching, progress }) {
  const { t } = useTable();
  const { isPaused } = watching;
  return html`<section class="question question--watch" aria-label=${t("watch.title")}>
    <div class="question__line">
      <${LastComment} watching=${watching} progress=${progress} />
      <div class="question__tools watch__tools">
        <button class="btn btn--main tool" type="button" aria-keyshortcuts="P" onClick=${watching.togglePause}>
          <${Icon} name=${isPaused ? "ui-next" : "ui-pause"} />
          <span class="tool__label" data-other=${t(isPaused ? "watch.pause" : "watch.go_on")}>
            ${t(isPaused ? "watch.go_on" : "watch.pause")}
          </span>
          <kbd aria-hidden="true">P</kbd>
        </button>
        <button class="btn tool" type="button" aria-keyshortcuts="S" onClick=${watching.step}>
          <${Icon} name="ui-step" />
          <span>${t("watch.step")}</span> <kbd aria-hidden="true">S</kbd>
        </button>
        <${SpeedSelect} watching=${watching} />
        <${Switch}
          isOn=${watching.openHands}
          toggle=${watching.toggleHands}
          icon="ui-eye"
          label=${t("watch.hands")}
          shortcut="V"
        />
        <${Switch}
          isOn=${watching.showComments}
          toggle=${watching.toggleComments}
          icon="ui-talk"
          label=${t("watch.comments")}
          shortcut="C"
        />
      </div>
    </div>
  </section>`;
}
