// The filters of the list of games: words, result, faith, kind of game, opponent, tag, and a card that was played.
import { html } from "../vendor/preact.js";
import { useFaces } from "../core/cardFaces.js";
import { useTranslation } from "../core/i18n.js";
import { useSettings } from "../core/settings.js";
import { useSetup } from "../core/useSetup.js";
import { EMPTY_FILTER, distinct, isEmptyFilter } from "./filterGames.js";

/** @import {LibraryEntry, LibraryFilter} from "./filterGames" */

/** @param {{id: string, label: string, value: string, values: [string, string][], change: (value: string) => void}}
 *   props values: with their names */
function FilterSelect({ id, label, value, values, change }) {
  const t = useTranslation();
  const onChange = (/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<div class="library__field">
    <label for=${`library-${id}`}>${label}</label>
    <select id=${`library-${id}`} onChange=${onChange}>
      <option value="" selected=${!value}>${t("library.any")}</option>
      ${values.map(([each, name]) => html`<option key=${each} value=${each} selected=${each === value}>
        ${name}
      </option>`)}
    </select>
  </div>`;
}

/** The cards of both faiths with their names, in alphabetical order.
 * @returns {[string, string][]} */
function useCardNames() {
  const { language } = useSettings();
  const faces = useFaces("");
  /** @type {[string, string][]} */
  const names = Object.values(faces?.cards ?? {}).map(({ card, name }) => [card, name]);
  return names.sort(([, a], [, b]) => a.localeCompare(b, language));
}

/** @param {{entries: LibraryEntry[], filter: LibraryFilter, change: (changes: Partial<LibraryFilter>) => void,
 *   count: number}} props count: games that fit */
export function LibraryFilters({ entries, filter, change, count }) {
  const t = useTranslation();
  const { language } = useSettings();
  const setup = useSetup();
  const cards = useCardNames();
  const onInput = (/** @type {Event} */ event) =>
    change({ words: /** @type {HTMLInputElement} */ (event.target).value });
  const opponentName = (/** @type {string} */ kind) =>
    setup?.levels.find(({ id }) => id === kind)?.name ?? (kind === "person" ? t("record.share.person") : kind);
  /** @type {(key: "faith" | "mode" | "opponent", name: (value: string) => string) => [string, string][]} */
  const options = (key, name) =>
    distinct(
      entries.map((entry) => entry[key]),
      language,
    ).map((value) => [value, name(value)]);
  const select = (
    /** @type {keyof LibraryFilter} */ key,
    /** @type {string} */ label,
    /** @type {[string, string][]} */ values,
  ) => html`<${FilterSelect}
    id=${key}
    label=${label}
    value=${filter[key]}
    values=${values}
    change=${(/** @type {string} */ value) => change({ [key]: value })}
  />`;
  const tags = distinct(
    entries.flatMap((entry) => entry.tags),
    language,
  );
  return html`<form
    class="library"
    role="search"
    aria-label=${t("library.filters")}
    onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}
  >
    <div class="library__field library__words">
      <label for="library-words">${t("library.words")}</label>
      <input id="library-words" type="search" autocomplete="off" value=${filter.words} onInput=${onInput} />
    </div>
    ${select(
      "result",
      t("library.state"),
      ["open", "won", "lost", "drawn"].map((value) => [value, t(`library.result.${value}`)]),
    )}
    ${select(
      "faith",
      t("library.faith"),
      options("faith", (faith) => t(`deals.faith.${faith}`)),
    )}
    ${select(
      "mode",
      t("library.mode"),
      options("mode", (mode) => t(`record.share.${mode}`)),
    )}
    ${select("opponent", t("library.opponent"), options("opponent", opponentName))}
    ${tags.length > 0 &&
      select(
        "tag",
        t("library.tag"),
        tags.map((tag) => [tag, tag]),
      )}
    ${select("card", t("library.card"), cards)}
    <p class="library__count" role="status">${t("library.shown", { n: count, all: entries.length })}</p>
    ${!isEmptyFilter(filter) && html`<button class="btn" type="button" onClick=${() => change(EMPTY_FILTER)}>
      ${t("library.clear")}
    </button>`}
  </form>`;
}
