// The panel of the chat between the two players; spectators do not see it.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { getChat, postChat, updateSeat } from "../core/api.js";
import { useTranslation } from "../core/i18n.js";
import { ownPerson } from "../core/moment.js";
import { RequestRefused, newIdempotencyKey } from "../core/request.js";
import { Panel } from "../ui/Panel.js";
import { markRead } from "./unreadChat.js";

/** @import {ChatMessage, Moment} from "../core/types" */
/** @import {PanelProps} from "../table/types" */

/** The server accepts no longer line. */
const MAX_LINE_CHARACTERS = 500;

/** @param {Moment} moment
 * @returns {[ChatMessage[], () => void]} */
function useChatLines({ game, online }) {
  const [lines, setLines] = useState(/** @type {ChatMessage[]} */ ([]));
  const load = () =>
    getChat(game).then(
      (received) => {
        setLines(received);
        markRead(game, received.at(-1)?.number ?? 0);
      },
      () => {},
    );
  useEffect(() => void load(), [game, online?.last_chat_number, online?.muted]);
  return [lines, load];
}

/** @param {{line: ChatMessage, own: boolean, language: string, name: string}} props */
function ChatLineItem({ line, own, language, name }) {
  const time = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" }).format(
    Date.parse(line.at),
  );
  return html`<li class=${own ? "is-own" : ""}>
    <p class="chat__who"><b>${name}</b> <time class="quiet" datetime=${line.at}>${time}</time></p>
    <p class="chat__text" dir="auto">${line.text}</p>
  </li>`;
}

/** @param {PanelProps} props */
export default function ChatPanel({ moment, actions, settings, close }) {
  const t = useTranslation();
  const [lines, load] = useChatLines(moment);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const idempotencyKey = useRef(newIdempotencyKey());
  const listEnd = useRef(/** @type {HTMLElement | null} */ (null));
  const self = ownPerson(moment);
  const muted = moment.online?.muted ?? false;
  useLayoutEffect(() => listEnd.current?.scrollIntoView({ block: "nearest" }), [lines.length]);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await postChat(moment.game, { text: text.trim(), idempotency_key: idempotencyKey.current });
      idempotencyKey.current = newIdempotencyKey();
      setText("");
      setProblem("");
      load();
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      setProblem(error.message || t("table.unreachable"));
    }
  };
  const sendOnEnter = (/** @type {KeyboardEvent} */ event) =>
    void (event.key === "Enter" && !event.shiftKey && send(event));
  const toggleMute = () => actions.request(() => updateSeat(moment.game, { muted: !muted }));
  return html`<${Panel} title=${t("online.chat.title")} close=${close} class="panel--chat">
    <div class="chat">
      <div class="chat__all" role="log" aria-label=${t("online.chat.title")} tabindex="0">
        <ol class="chat__lines">
          ${!lines.length && html`<li class="quiet">${t("online.chat.none")}</li>`}
          ${lines.map((line) => html`<${ChatLineItem}
            key=${line.number}
            line=${line}
            own=${line.by === self}
            language=${settings.language}
            name=${line.by === self ? t("pages.result.you") : moment.players[line.by].name}
          />`)}
        </ol>
        <i ref=${listEnd}></i>
      </div>
      <form class="chat__say" onSubmit=${send}>
        <label class="sr" for="say">${t("online.chat.say")}</label>
        <textarea
          id="say"
          rows="2"
          maxlength=${MAX_LINE_CHARACTERS}
          placeholder=${t("online.chat.say")}
          value=${text}
          onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLTextAreaElement} */ (event.target).value)}
          onKeyDown=${sendOnEnter}
        ></textarea>
        <button class="btn btn--main" type="submit">${t("online.chat.send")}</button>
      </form>
      ${problem && html`<p class="panel__problem" role="alert">${problem}</p>`}
      <p class="chat__foot">
        <span class="note">${t(muted ? "online.chat.muted" : "online.chat.private")}</span>
        <button class="btn btn--bare" type="button" aria-pressed=${muted ? "true" : "false"} onClick=${toggleMute}>
          ${t(muted ? "online.chat.unmute" : "online.chat.mute")}
        </button>
      </p>
    </div>
  <//>`;
}
