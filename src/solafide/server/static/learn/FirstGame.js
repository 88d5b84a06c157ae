// The first whole game after the lessons: against the computer, with a note when a rule first matters.
import { html, useRef, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { classNames } from "../core/classNames.js";
import { storedName } from "../core/credentials.js";
import { RequestRefused } from "../core/request.js";
import { navigate } from "../core/router.js";
import { isOnline } from "../core/serverKind.js";
import { NO_FILE } from "../setup/GameForm.js";
import { localGamePlan } from "../setup/localGame.js";
import { onlineGamePlan } from "../setup/onlineGame.js";
import { Vignette } from "../ui/Vignette.js";
import { courseProgress, keepFirstGame } from "./courseProgress.js";

const LEVEL = "scholar";

/** Sends the request of a new game; sending again after a lost response makes no second game.
 * @returns {() => Promise<string>} */
function newGameSender() {
  if (isOnline()) {
    const plan = onlineGamePlan("ours", storedName().trim());
    const prepared = plan.prepare();
    return async () => plan.send({ ...plan.defaults, level: LEVEL, faith: "P" }, NO_FILE, await prepared);
  }
  const plan = localGamePlan("ours");
  const prepared = plan.prepare();
  return async () => plan.send({ ...plan.defaults, level: LEVEL, faith: "P" }, NO_FILE, await prepared);
}

/** @param {{isNext: boolean}} props whether all lessons are finished */
export function FirstGame({ isNext }) {
  const t = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const send = useRef(/** @type {(() => Promise<string>) | null} */ (null));
  const { game } = courseProgress();
  const start = async () => {
    if (busy) return;
    setBusy(true);
    try {
      send.current ??= newGameSender();
      const address = await send.current();
      keepFirstGame(address.split("/")[2]);
      navigate(address);
      scrollTo(0, 0);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      if (error.status) send.current = null;
      setProblem(error.message || t("table.unreachable"));
      setBusy(false);
    }
  };
  return html`<section class="first-game">
    <span class="first-game__picture"><${Vignette} picture="P19" /></span>
    <h2>${t("learn.game.title")}</h2>
    <p>${t("learn.game.text")}</p>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <p class="lessons__go">
      <button class=${classNames("btn", isNext && "btn--main")} type="button" aria-busy=${busy} onClick=${start}>
        ${t("learn.game.start")}
      </button>
      ${game && html`<a class="btn btn--bare" href=${`/game/${game}`}>${t("learn.game.go_on")}</a>`}
    </p>
  </section>`;
}
