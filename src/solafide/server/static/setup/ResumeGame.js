// On the first page: a link to the game that can be continued.
import { html } from "../vendor/preact.js";
import { timeAgo } from "../core/duration.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";

/** @import {Child} from "../vendor/preact" */

/**
 * @typedef {object} ResumeGameProps
 * @property {number} count of the games in progress
 * @property {string} to the address of the game to continue
 * @property {string} title its name, or ""
 * @property {string} text how it stands
 * @property {boolean} isYourTurn
 * @property {string} changed
 * @property {Child} faiths the tokens of its players
 */

/** @param {ResumeGameProps} props */
export function ResumeGame({ count, to, title, text, isYourTurn, changed, faiths }) {
  const t = useTranslation();
  const { language } = useSettings();
  return html`<section class="resume" aria-labelledby="resume-title">
    <span class="resume__faiths">${faiths}</span>
    <div class="resume__in">
      <h2 id="resume-title">${t("pages.new.resume", { n: count })}</h2>
      <p id="resume-text">
        ${title && html`<b class="games__title">${title}</b>`} ${text}
        <span class="resume__when">
          ${isYourTurn && html`<b>${t("pages.games.yours")}</b>`} <time datetime=${changed}>
            ${timeAgo(changed, language)}
          </time>
        </span>
      </p>
    </div>
    <div class="resume__go">
      <a class="btn" href=${to} aria-describedby="resume-text">${t("pages.games.continue")}</a>
      ${count > 1 && html`<a class="resume__all" href="/games">${t("pages.new.all")}</a>`}
    </div>
  </section>`;
}
