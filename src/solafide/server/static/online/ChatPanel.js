// What the two say to each other; nobody who watches hears it.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { Refused, clientId, getChat, postChat, putMe } from "../core/api.js";
import { useTexts } from "../core/i18n.js";
import { Leaf } from "../ui/Panel.js";
import { markRead, ownPerson } from "./persons.js";

/** @import {ChatLine, Moment} from "../core/types" */
/** @import {PartProps} from "../table/types" */

/** As long as the server takes a line. */
const LONGEST = 500;

/** @param {Moment} moment
 * @returns {[ChatLine[], () => void]} */
function useLines({ game, company }) {
  const [lines, show] = useState(/** @type {ChatLine[]} */ ([]));
  const load = () =>
    getChat(game).then(
      (found) => {
        show(found);
        markRead(game, found.at(-1)?.number ?? 0);
      },
      () => {},
    );
  useEffect(() => void load(), [game, company?.chat, company?.muted]);
  return [lines, load];
}

/** @param {{line: ChatLine, own: boolean, language: string, name: string}} props */
function Said({ line, own, language, name }) {
  const time = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" }).format(
    Date.parse(line.at),
  );
  return html`<li class=${own ? "is-own" : ""}>
    <p class="talk__who"><b>${name}</b> <time class="quiet" datetime=${line.at}>${time}</time></p>
    <p class="talk__text">${line.text}</p>
  </li>`;
}

/** @param {PartProps} props */
export default function Chat({ moment, act, settings, close }) {
  const t = useTexts();
  const [lines, load] = useLines(moment);
  const [text, type] = useState("");
  const [problem, complain] = useState("");
  const client = useRef(clientId());
  const end = useRef(/** @type {HTMLElement | null} */ (null));
  const own = ownPerson(moment);
  const muted = moment.company?.muted ?? false;
  useLayoutEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [lines.length]);
  const say = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await postChat(moment.game, { text: text.trim(), client: client.current });
      client.current = clientId();
      type("");
      complain("");
      load();
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      complain(refused.message || t("table.unreachable"));
    }
  };
  const enter = (/** @type {KeyboardEvent} */ event) => void (event.key === "Enter" && !event.shiftKey && say(event));
  const mute = () => act.ask(() => putMe(moment.game, { muted: !muted }));
  return html`<${Leaf} title=${t("online.chat.title")} close=${close} class="leaf--talk">
    <div class="talk">
      <div class="talk__all" role="log" aria-label=${t("online.chat.title")} tabindex="0">
        <ol class="talk__lines">
          ${!lines.length && html`<li class="quiet">${t("online.chat.none")}</li>`}
          ${lines.map((line) => html`<${Said}
            key=${line.number}
            line=${line}
            own=${line.by === own}
            language=${settings.language}
            name=${line.by === own ? t("pages.result.you") : moment.players[line.by].name}
          />`)}
        </ol>
        <i ref=${end}></i>
      </div>
      <form class="talk__say" onSubmit=${say}>
        <label class="sr" for="say">${t("online.chat.say")}</label>
        <textarea
          id="say"
          rows="2"
          maxlength=${LONGEST}
          placeholder=${t("online.chat.say")}
          value=${text}
          onInput=${(/** @type {Event} */ event) => type(/** @type {HTMLTextAreaElement} */ (event.target).value)}
          onKeyDown=${enter}
        ></textarea>
        <button class="btn btn--main" type="submit">${t("online.chat.send")}</button>
      </form>
      ${problem && html`<p class="leaf__problem" role="alert">${problem}</p>`}
      <p class="talk__foot">
        <span class="note">${t(muted ? "online.chat.muted" : "online.chat.private")}</span>
        <button class="btn btn--bare" type="button" aria-pressed=${muted ? "true" : "false"} onClick=${mute}>
          ${t(muted ? "online.chat.unmute" : "online.chat.mute")}
        </button>
      </p>
    </div>
  <//>`;
}
