// The faith of a player, and whether decks are ready-made or drafted.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { RadioGroup } from "../ui/RadioGroup.js";

/** @import {NewGame} from "../core/types" */
/** @typedef {Pick<NewGame, "faith" | "mode">} FaithAndDeckValues */

const FAITH_LEGENDS = { own: "pages.new.faith", one: "pages.new.faith_one", all: "deals.make.faith" };

/**
 * `faithOf`: whose faith is chosen: the player's own, that of player 1, that of everybody, or nobody's.
 * @param {{values: FaithAndDeckValues, change: (changes: Partial<FaithAndDeckValues>) => void,
 *   faithOf: "own" | "one" | "all" | ""}} props
 */
export function FaithAndDeckPicker({ values, change, faithOf }) {
  const t = useTranslation();
  const pictures = {
    rolled: html`<${Icon} name="die-5" class="die" />`,
    C: html`<${FaithToken} faith="C" />`,
    P: html`<${FaithToken} faith="P" />`,
  };
  const faiths = /** @type {(keyof typeof pictures)[]} */ (faithOf === "all" ? ["C", "P"] : ["rolled", "C", "P"]).map(
    (value) => ({ value, name: t(`pages.new.faith_is.${value}`), art: pictures[value] }),
  );
  const decks = ["first", "draft"].map((value) => ({
    value,
    name: t(`pages.new.deck.${value}.name`),
    text: t(`pages.new.deck.${value}.text`),
  }));
  const faith = faithOf && html`<${RadioGroup}
    name="faith"
    class=${faithOf === "all" ? "" : "seg--3"}
    legend=${t(FAITH_LEGENDS[faithOf])}
    value=${values.faith}
    choices=${faiths}
    choose=${(/** @type {FaithAndDeckValues["faith"]} */ value) => change({ faith: value })}
  />`;
  return html`<div class="new__picks">
    ${faith}
    <${RadioGroup}
      name="mode"
      legend=${t("pages.new.decks")}
      value=${values.mode}
      choices=${decks}
      choose=${(/** @type {FaithAndDeckValues["mode"]} */ mode) => change({ mode })}
    />
  </div>`;
}
