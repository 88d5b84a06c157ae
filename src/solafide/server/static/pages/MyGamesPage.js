// The games of this browser in the online house: those that wait for its reader first.
import { html, useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { getMine } from "../core/api.js";
import { useTitle } from "../core/router.js";
import { forgetTable, keepTable, keptTables, linkTo, useTables } from "../core/credentials.js";
import { useSettings } from "../core/settings.js";
import { follow, watchConnection } from "../core/sharedStream.js";
import { useTexts } from "../core/i18n.js";
import { Icon } from "../ui/Icon.js";
import { CallMe } from "../notifications/NotificationButton.js";
import { Dialog } from "../ui/Dialog.js";
import { GameLink, ago } from "./GameList.js";
import { Head } from "../ui/PageHeader.js";
import { PassOn } from "../ui/ShareLink.js";
import { SaveRecord } from "../ui/RecordDownload.js";

/** @import {MyGame} from "../core/types" */
/** @typedef {{what: "forget" | "link", mine: MyGame} | null} Asked */

const SHOWN = 5;
const PAUSE_MS = 300;
const AGAIN_MS = 2000;
/** In which order they are told.
 * @type {["yours" | "theirs" | "laid" | "watched" | "over", (mine: MyGame) => boolean][]} */
const GROUPS = [
  ["yours", (mine) => isPlayer(mine) && mine.state === "begun" && mine.line?.waiting === true],
  ["theirs", (mine) => isPlayer(mine) && mine.state === "begun" && !mine.line?.waiting],
  ["laid", (mine) => mine.state === "waiting" || mine.state === "opening"],
  ["watched", (mine) => !isPlayer(mine) && mine.state === "begun"],
  ["over", (mine) => mine.state === "over"],
];

/** @param {MyGame} mine */
const isPlayer = ({ person }) => person === "1" || person === "2";

/** @param {MyGame} mine */
const isOpen = (mine) => GROUPS.slice(0, 3).some(([, belongs]) => belongs(mine));

/** Games of which nothing more can be expected need not be followed.
 * @param {MyGame[]} mine */
function note(mine) {
  for (const { game, state } of mine) {
    const done = state === "over" || state === "void" || state === "gone";
    if (done && keptTables()[game] && !keptTables()[game].done) keepTable(game, { done: true });
  }
}

/** All games of this browser; asked for again whenever something happens in one. */
export function useMine() {
  const { language } = useSettings();
  const tables = useTables();
  const [mine, show] = useState(/** @type {MyGame[] | null} */ (null));
  const seats = Object.entries(tables).flatMap(([game, { secret, watch, invite }]) => {
    const found = secret ?? invite ?? watch;
    return found ? [{ game, secret: found }] : [];
  });
  const key = `${language} ${JSON.stringify(seats)}`;
  const wanted = useRef(key);
  wanted.current = key;
  const load = useCallback(() => {
    if (!seats.length) {
      show([]);
      return;
    }
    getMine(seats).then(
      (found) => {
        if (wanted.current !== key) return;
        note(found);
        show(found);
      },
      () => setTimeout(() => void (wanted.current === key && load()), AGAIN_MS),
    );
  }, [key]);
  useEffect(load, [load]);
  useEffect(() => {
    let waiting = 0;
    const soon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(load, PAUSE_MS);
    };
    const ends = [
      follow(null, ({ kind }) => void (kind !== "thinking" && soon())),
      watchConnection((now) => void (now && soon())),
    ];
    return () => {
      clearTimeout(waiting);
      wanted.current = "";
      ends.forEach((end) => end());
    };
  }, [load]);
  return mine;
}

/** @param {{mine: MyGame}} props */
function Link({ mine }) {
  const t = useTexts();
  const { language } = useSettings();
  if (mine.line) return html`<${GameLink} line=${mine.line} />`;
  const invited = mine.person === "invite";
  const other = mine.names.find((name) => name) ?? "";
  const text = invited
    ? `${t("online.mine.invited")} ${other}`
    : t(mine.state === "opening" ? "online.mine.opening" : "online.mine.waiting");
  return html`<a class="games__go games__go--laid" href=${`/table/${mine.game}`}>
    <span class="games__text">${text}</span>
    <span class="quiet"><time datetime=${mine.created}>${ago(mine.created, language)}</time></span>
  </a>`;
}

/** @param {{mine: MyGame, ask: (asked: Asked) => void}} props */
function Tools({ mine, ask }) {
  const t = useTexts();
  const { game, line, state } = mine;
  const called = `mine-${game}`;
  const kept = keptTables()[game] ?? {};
  return html`<div class="games__tools">
    <span class="sr" id=${called}>${line?.text ?? game}</span>
    ${line && html`<a class="btn" href=${`/game/${game}`} aria-describedby=${called}>
      ${t(state === "over" ? "pages.games.result" : isPlayer(mine) ? "pages.games.continue" : "pages.games.look")}
    </a>`}
    ${state === "over" && html`<${SaveRecord} game=${game} described=${called} bare=${true} />`}
    ${kept.secret && state !== "over" && html`<button
      class="btn btn--bare"
      type="button"
      aria-describedby=${called}
      onClick=${() => ask({ what: "link", mine })}
    >
      ${t("online.mine.link")}
    </button>`}
    <button
      class="btn btn--bare"
      type="button"
      aria-describedby=${called}
      onClick=${() => ask({ what: "forget", mine })}
    >
      ${t("online.mine.forget")}
    </button>
  </div>`;
}

/** @param {{asked: NonNullable<Asked>, close: () => void}} props */
function Question({ asked, close }) {
  const t = useTexts();
  const { game } = asked.mine;
  const { secret } = keptTables()[game] ?? {};
  const shut = html`<button class="btn" type="button" onClick=${close}>
    ${t(asked.what === "link" ? "table.close" : "pages.games.cancel")}
  </button>`;
  if (asked.what === "link") {
    return html`<${Dialog} title=${t("online.device.title")} close=${close} foot=${shut}>
      <p>${t("online.device.text")}</p>
      ${secret && html`<${PassOn}
        id="seat-link"
        label=${t("online.device.label")}
        link=${linkTo("seat", game, secret)}
      />`}
    <//>`;
  }
  const go = () => {
    close();
    forgetTable(game);
  };
  return html`<${Dialog}
    title=${t("online.mine.forget_title")}
    close=${close}
    foot=${html`${shut}<button class="btn btn--main" type="button" onClick=${go}>${t("online.mine.forget")}</button>`}
  >
    <p>${t("online.mine.forget_text")}</p>
  <//>`;
}

/** Whoever comes back, where the list would be far below, finds what waits for them before anything else.
 * @param {{mine: MyGame[] | null}} props */
export function MineFirst({ mine }) {
  const t = useTexts();
  const yours = (mine ?? []).filter(GROUPS[0][1]);
  if (!yours.length) return null;
  return html`<section class="block mine-first">
    <h2 class="head2">${t("online.mine.group.yours")}</h2>
    <ul class="games">${yours.map((each) => html`<li key=${each.game}><${Link} mine=${each} /></li>`)}</ul>
  </section>`;
}

/** The first few, for the first page.
 * @param {{mine: MyGame[] | null, from: number}} props from: the first group that is told here */
export function MineInShort({ mine, from }) {
  const t = useTexts();
  const open = GROUPS.slice(from, 3).flatMap(([, belongs]) => (mine ?? []).filter(belongs));
  return html`<section class="block">
    <h2 class="head2">${t("online.mine.title")}</h2>
    ${mine && !mine.some(isOpen) && html`<p class="note">${t("online.mine.none")}</p>`}
    <ul class="games">
      ${open.slice(0, SHOWN).map((each) => html`<li key=${each.game}><${Link} mine=${each} /></li>`)}
    </ul>
    <p class="note">${t("online.mine.kept")}</p>
    <p class="start__links"><a href="/games">${t("pages.new.all")}</a><a href="/data">${t("online.mine.data")}</a></p>
  </section>`;
}

/** @param {{mine: MyGame[] | null, ask: (asked: Asked) => void}} props */
function Lists({ mine, ask }) {
  const t = useTexts();
  if (!mine) return html`<p class="loading">${t("pages.games.loading")}</p>`;
  if (!mine.some(({ state }) => state !== "void" && state !== "gone"))
    return html`<p>${t("pages.games.none")} <a href="/">${t("pages.games.begin")}</a></p>`;
  return GROUPS.map(([name, belongs]) => {
    const games = mine.filter(belongs);
    if (!games.length) return null;
    return html`<section class="block" key=${name}>
      <h2 class="head2">${t(`online.mine.group.${name}`)}</h2>
      <ul class="games games--all">
        ${games.map((each) => html`<li key=${each.game}>
          <${Link} mine=${each} />
          <${Tools} mine=${each} ask=${ask} />
        </li>`)}
      </ul>
    </section>`;
  });
}

export default function MyGamesPage() {
  const t = useTexts();
  const mine = useMine();
  const [asked, ask] = useState(/** @type {Asked} */ (null));
  useTitle(`${t("online.mine.title")} · Sola Fide`);
  return html`
    <${Head} here="/games" />
    <main class="sheet">
      <div class="sheet__title"><h1>${t("online.mine.title")}</h1><p>${t("online.mine.kept")}</p></div>
      <div class="games__page">
        <div><${Lists} mine=${mine} ask=${ask} /></div>
        <aside>
          <section class="block again">
            <h2 class="head2">${t("pages.new.title")}</h2>
            <a class="btn btn--main" href="/"><${Icon} name="ui-piles" />${t("pages.new.play")}</a>
          </section>
          <section class="block">
            <h2 class="head2">${t("online.call.title")}</h2>
            <p class="note">${t("online.call.text")}</p>
            <${CallMe} />
          </section>
        </aside>
      </div>
      ${asked && html`<${Question} asked=${asked} close=${() => ask(null)} />`}
    </main>
  `;
}
