// The die of a military card: it goes down the rows of the Military Chart and rests on its own.
import { html } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { boardCenter, centerOf, floatingFrames, renderElement } from "./floating.js";
import { EVENT_MS } from "./Timeline.js";

/** @import {EventView} from "../core/types" */
/** @import {Timeline} from "./Timeline" */

const REST_MS = 600;
const STEP_PX = 6;
/** Fractions of the roll at which the die shows another face. */
const FACES = 4;

/** The faces that a die shows before it rests, and the last one.
 * @param {number} roll */
const facesOf = (roll) => Array.from({ length: FACES }, (_, at) => ((roll + 2 * (FACES - 1 - at) - 1) % 6) + 1);

/** @param {Timeline} timeline
 * @param {HTMLElement} panel */
function rollDown(timeline, panel) {
  const die = panel.querySelector(".flying-chart__die");
  const first = panel.querySelector(".rolls tr");
  const row = panel.querySelector(".rolls .is-now");
  if (!die || !first || !row) return;
  timeline.attach();
  const [start, end] = [first, row].map((each) => centerOf(each.getBoundingClientRect()).y);
  const own = centerOf(die.getBoundingClientRect()).y;
  timeline.animate(
    die,
    [
      { transform: `translateY(${start - own - STEP_PX}px) rotate(-200deg) scale(.7)` },
      { transform: `translateY(${end - own}px)` },
    ],
    { ms: EVENT_MS },
  );
  die.querySelectorAll("svg").forEach((face, at) => {
    const isLast = at === FACES - 1;
    const part = EVENT_MS / FACES;
    timeline.animate(
      face,
      [{ opacity: 0 }, { opacity: 1, offset: 0.01 }, { opacity: 1, offset: 0.99 }, { opacity: isLast ? 1 : 0 }],
      {
        ms: part,
        after: part * at,
      },
    );
  });
  timeline.animate(row, [{ opacity: 0.4 }, { opacity: 1 }], { ms: EVENT_MS / 4, after: (EVENT_MS * 3) / 4 });
}

/** @param {Timeline} timeline
 * @param {EventView} event */
export function chart(timeline, event) {
  if (!timeline.faces) return;
  const roll = Number(event.roll);
  const rows = timeline.faces.results.map((result) => html`<tr class=${result.roll === roll ? "is-now" : ""}>
    <th><${Icon} name=${`die-${result.roll}`} /></th>
    <td><b>${result.name}</b>${result.text.join(" ")}</td>
  </tr>`);
  const style = `flying-chart${event.by === "P" ? " flying-chart--p" : ""}`;
  const panel = renderElement(
    html`
      <span class="flying-chart__die">${facesOf(roll).map((face) => html`<${Icon} name=${`die-${face}`} />`)}</span>
      <table class="rolls"><tbody>${rows}</tbody></table>
      <p>${event.standalone_text}</p>
    `,
    style,
  );
  const at = floatingFrames(timeline, panel);
  const center = boardCenter(timeline);
  const ms = EVENT_MS + REST_MS;
  timeline.animate(
    panel,
    [at(center, 0.95, 0), { ...at(center), offset: 0.1 }, { ...at(center), offset: 0.92 }, at(center, 1, 0)],
    { ms },
  );
  rollDown(timeline, panel);
  timeline.advance(ms);
}
