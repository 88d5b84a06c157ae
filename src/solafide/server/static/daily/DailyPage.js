// The daily deal: everyone has the same cards against the same level, and one try.
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { storedName } from "../core/credentials.js";
import { useTranslation } from "../core/i18n.js";
import { RequestRefused } from "../core/request.js";
import { navigate } from "../core/router.js";
import { isOnline } from "../core/serverKind.js";
import { useSettings } from "../core/settings.js";
import { useTitle } from "../core/title.js";
import { useSetup } from "../core/useSetup.js";
import { signedText } from "../record/figures.js";
import { FaithToken } from "../ui/FaithToken.js";
import { NameField } from "../ui/NameField.js";
import { PageHeader } from "../ui/PageHeader.js";
import { ProblemList } from "../ui/ProblemList.js";
import { beginDailyDeal, fetchDailyDeal } from "./dailyDeal.js";
import { DailyResults } from "./DailyResults.js";
import { dayName, momentName } from "./dayName.js";

/** @import {DailyDealView} from "../core/types" */

const RETRY_MS = 2000;
/** How often a page asks that waits for the level's own game, and one that waits for nothing. */
const LEVEL_POLL_MS = 1500;
const POLL_MS = 60_000;

/** The deal of today, asked for again while the level plays, and now and then.
 * @returns {DailyDealView | null} */
function useDailyDeal() {
  const { language } = useSettings();
  const [deal, setDeal] = useState(/** @type {DailyDealView | null} */ (null));
  const waitsForLevel = !isOnline() && deal?.lead !== null && deal?.level_lead === null;
  const load = useCallback(() => {
    fetchDailyDeal().then(setDeal, (error) => {
      if (!(error instanceof RequestRefused)) throw error;
      setTimeout(load, RETRY_MS);
    });
  }, [language]);
  useEffect(load, [load]);
  useEffect(() => {
    const timer = setInterval(() => void (document.hidden || load()), waitsForLevel ? LEVEL_POLL_MS : POLL_MS);
    return () => clearInterval(timer);
  }, [load, waitsForLevel]);
  return deal;
}

/** @param {{deal: DailyDealView, level: string}} props */
function OwnResult({ deal, level }) {
  const t = useTranslation();
  if (deal.lead === null) return html`<p>${t("daily.late")}</p>`;
  if (isOnline())
    return html`<p><b>${t("daily.own_lead", { n: signedText(deal.lead) })}</b></p><p>${t("daily.tomorrow")}</p>`;
  return html`
    ${deal.score !== null && html`<p class="daily__score">${t("daily.score", { n: signedText(deal.score) })}</p>`}
    <p role="status">
      ${t("daily.own_lead", { n: signedText(deal.lead) })}.${" "}
      ${deal.level_lead === null
        ? t("daily.level_plays", { level })
        : `${t("daily.level_lead", { n: signedText(deal.level_lead) })}.`}
    </p>
  `;
}

/** @param {{deal: DailyDealView}} props */
function PlayForm({ deal }) {
  const t = useTranslation();
  const [name, setName] = useState(storedName);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      navigate(`/game/${await beginDailyDeal(deal.day, name.trim())}`);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
      setBusy(false);
    }
  };
  return html`<form class="new" onSubmit=${submit} aria-busy=${String(isBusy)}>
    ${isOnline() && html`<${NameField} value=${name} change=${setName} note=${t("daily.name_note")} />`}
    ${problem && html`<${ProblemList} title=${t("daily.title")} text=${problem} />`}
    <div class="go"><button class="btn btn--main" type="submit" disabled=${isBusy}>${t("daily.play")}</button></div>
  </form>`;
}

/** @param {{deal: DailyDealView}} props */
function Today({ deal }) {
  const t = useTranslation();
  const { language } = useSettings();
  const setup = useSetup();
  const level = setup?.levels.find(({ id }) => id === deal.level)?.name ?? "";
  return html`<section class="block daily__today">
    <h2 class="head2">${dayName(deal.day, language)}</h2>
    <p class="daily__terms">
      <${FaithToken} faith=${deal.faith} />
      <span>${t("daily.you_play", { faith: t(`deals.faith.${deal.faith}`), level })}</span>
    </p>
    ${deal.state === "open" && html`<${PlayForm} deal=${deal} />`}
    ${deal.state === "begun" && html`<p>
      <a class="btn btn--main" href=${`/game/${deal.game}`}>${t("daily.go_on")}</a>
    </p>`}
    ${deal.state === "over" && html`
      <${OwnResult} deal=${deal} level=${level} />
      <p><a class="btn" href=${`/game/${deal.game}`}>${t("daily.see")}</a></p>
    `}
    <p class="note">${t("daily.ends", { time: momentName(deal.ends, language) })}</p>
    ${isOnline() && html`<p class="note">${t("daily.players", { n: deal.players })}</p>`}
    <p class="note">${t("daily.rule")}</p>
    <p class="note">${t(isOnline() ? "daily.fair_online" : "daily.fair_local")}</p>
    <p class="note daily__seed">
      ${t("daily.commitment", { hash: deal.commitment.slice(deal.commitment.indexOf(":") + 1) })}
    </p>
  </section>`;
}

/** @param {{days: string[], shown?: string}} props */
function PastDays({ days, shown }) {
  const t = useTranslation();
  const { language } = useSettings();
  if (!days.length) return null;
  return html`<nav class="block" aria-label=${t("daily.earlier")}>
    <h2 class="head2">${t("daily.earlier")}</h2>
    <ul class="daily__days">
      ${days.map((day) => html`<li key=${day}>
        <a href=${`/daily/${day}`} aria-current=${day === shown ? "page" : undefined}>${dayName(day, language)}</a>
      </li>`)}
    </ul>
  </nav>`;
}

/** @param {{params: Record<string, string>}} props */
export default function DailyPage({ params }) {
  const t = useTranslation();
  const deal = useDailyDeal();
  useTitle(`${t("daily.title")} · Sola Fide`);
  return html`
    <${PageHeader} here="/daily" />
    <main class="sheet daily">
      <div class="sheet__title"><h1>${t("daily.title")}</h1><p>${t("daily.lead")}</p></div>
      <div class="games__page">
        <div>
          ${params.day ? (
            html`<${DailyResults} key=${params.day} day=${params.day} /><p><a href="/daily">${t("daily.today")}</a></p>`
          ) : (
            deal && html`<${Today} deal=${deal} />`
          )}
        </div>
        <aside>${deal && html`<${PastDays} days=${deal.days} shown=${params.day} />`}</aside>
      </div>
    </main>
  `;
}
