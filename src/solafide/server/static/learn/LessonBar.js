// The bar of a lesson in place of the header: what to do now, what a wrong choice teaches, and how to go on.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { navigate } from "../core/router.js";
import { Icon } from "../ui/Icon.js";
import { RuleLink } from "../ui/RuleLink.js";

/** @import {LessonView} from "../core/types" */
/** @typedef {{view: LessonView, choose: (choice: string) => Promise<void>, takeBack: () => Promise<void>}}
 *   LessonBarProps */

/** Where the player came from: the course, or a section of the rules.
 * @param {LessonView} view */
const homePath = ({ section }) => (section ? `/rules/${section}` : "/learn");

/** @param {{view: LessonView}} props */
function StepMarks({ view: { step, steps, status } }) {
  const t = useTranslation();
  const state = (/** @type {number} */ at) =>
    at < step ? "is-done" : at === step && status !== "done" ? "is-now" : "";
  return html`<span class="lesson__marks" role="img" aria-label=${t("learn.step", { step, all: steps })}>
    ${Array.from({ length: steps }, (_, at) => html`<i key=${at} class=${state(at)}></i>`)}
  </span>`;
}

/** What the bar says: the prompt or the choice that leads on, what a wrong choice teaches, or what was learned.
 * @param {{view: LessonView, shown: string}} props */
function LessonText({ view, shown }) {
  const t = useTranslation();
  const { status, prompt, note, rule } = view;
  const spoken = status === "wrong" ? note : status === "done" ? rule : prompt;
  return html`<div class="lesson__text" role="status" aria-live="polite" data-status=${status}>
    ${shown ? (
      html`<p key=${shown}><span aria-hidden="true">☞ </span>${shown}</p>`
    ) : (
      html`<p key=${spoken.text}>
        ${status !== "open" && html`<b>${t(`learn.${status}`)}</b> `}
        ${spoken.text}
        ${" "}
        <${RuleLink} section=${spoken.section} variant="table" />
      </p>`
    )}
  </div>`;
}

/** @param {LessonBarProps & {label: string, show: () => void}} props */
function LessonTools({ view, choose, takeBack, label, show }) {
  const t = useTranslation();
  const main = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const { status, next, shown, section } = view;
  const nextPath = next ? `/learn/${next}` : homePath(view);
  const nextText = section ? t("pages.rules.to_rules") : t(next ? "learn.next" : "learn.finish");
  // The only thing left to do: the keyboard is there.
  useEffect(() => void (status !== "open" && main.current?.focus({ preventScroll: true })), [status, view.lesson]);
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {string} */ icon) => html`<button
    ref=${main}
    class="btn btn--main"
    type="button"
    onClick=${act}
  >
    <${Icon} name=${icon} />
    <span>${text}</span>
  </button>`;
  const goOn = () => (navigate(nextPath), scrollTo(0, 0));
  return html`<div class="lesson__tools">
    ${status === "wrong" && button(t("learn.take_back"), takeBack, "ui-undo")}
    ${status === "done" && button(nextText, goOn, "ui-next")}
    ${status === "open" && html`
      ${shown && label ? (
        html`<button class="btn" type="button" onClick=${() => choose(shown)}>
          <${Icon} name="ui-check" />
          <span>${t("learn.do_it")}</span>
        </button>`
      ) : (
        html`<button class="btn" type="button" disabled=${!shown} onClick=${show}>
          <${Icon} name="ui-lamp" />
          <span>${t("learn.show")}</span>
        </button>`
      )}
      ${!section && html`<a class="btn btn--bare lesson__skip" href=${nextPath} title=${t("learn.skip")}>
        <span>${t("learn.skip")}</span>
        <${Icon} name="ui-next" />
      </a>`}
    `}
  </div>`;
}

/** @param {LessonBarProps} props */
export function LessonBar({ view, choose, takeBack }) {
  const t = useTranslation();
  const [asked, setAsked] = useState("");
  const place = `${view.lesson}/${view.moment.version}`;
  const option = view.moment.text.options.find(({ choice }) => choice === view.shown);
  const label = asked === place && option ? option.label : "";
  const { section } = view;
  const number = section
    ? t("pages.rules.example_of", { section: `§${section}` })
    : t("learn.lesson", { number: view.number });
  const leave = section ? t("pages.rules.to_rules") : t("learn.leave");
  return html`<header class="head--lesson" aria-label=${`${number}: ${view.title}`}>
    <p class="lesson__where">
      <a class="btn btn--bare" href=${homePath(view)} aria-label=${leave}><${Icon} name="ui-prev" /></a>
      <span><span class="lesson__no">${number}</span> <span class="lesson__title">${view.title}</span></span>
      <${StepMarks} view=${view} />
    </p>
    <${LessonText} view=${view} shown=${label} />
    <${LessonTools} view=${view} choose=${choose} takeBack=${takeBack} label=${label} show=${() => setAsked(place)} />
  </header>`;
}
