// The tags of one game, which only its player sees.
import { html, useState } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { Dialog } from "../ui/Dialog.js";
import { TextField } from "../ui/TextField.js";
import { parseTags } from "./filterGames.js";

/** The server accepts no more. */
const MAX_TAGS = 10;
const MAX_TAG_CHARACTERS = 30;

/** @param {{text: string, tags: string[], close: () => void, save: (tags: string[]) => void}} props text: the game */
export function TagsDialog({ text, tags, close, save }) {
  const t = useTranslation();
  const [written, setWritten] = useState(tags.join(", "));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    save(
      parseTags(written)
        .map((tag) => tag.slice(0, MAX_TAG_CHARACTERS))
        .slice(0, MAX_TAGS),
    );
  };
  const foot = html`
    <button class="btn" type="button" onClick=${close}>${t("pages.games.cancel")}</button>
    <button class="btn btn--main" type="submit" form="tags-form">${t("library.tags_save")}</button>
  `;
  return html`<${Dialog} title=${t("library.tags_title")} close=${close} foot=${foot}>
    <p>${text}</p>
    <form id="tags-form" onSubmit=${submit}>
      <${TextField}
        id="tags"
        label=${t("library.tags_label")}
        value=${written}
        change=${setWritten}
        max=${MAX_TAGS * (MAX_TAG_CHARACTERS + 2)}
      />
      <p class="note">${t("library.tags_note", { n: MAX_TAGS })}</p>
    </form>
  <//>`;
}
