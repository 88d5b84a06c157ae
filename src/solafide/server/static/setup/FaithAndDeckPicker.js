// What is chosen of a new game in every house: its kind, the own faith, the decks.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Back } from "../table/Card.js";
import { Icon, Token } from "../ui/Icon.js";
import { Seg } from "../ui/RadioGroup.js";

/** @import {Faith, NewGame} from "../core/types" */
/** @import {Choosable} from "../ui/RadioGroup" */
/** @typedef {Pick<NewGame, "faith" | "mode">} Wish */

/** @param {Faith} faith */
export const fan = (faith) => html`<span class="fan">
  ${[1, 2, 3].map((n) => html`<${Back} key=${n} faith=${faith} />`)}
</span>`;

/** Large choices with a picture and a sentence.
 * @param {{name: string, legend: string, value: unknown, choices: Choosable[], choose: (value: any) => void}} props */
export function Choices({ name, legend, value, choices, choose }) {
  return html`<fieldset>
    <legend class="head2">${legend}</legend>
    <div class="choices">
      ${choices.map((each) => html`<label class="choice" key=${each.value}>
        <span class="choice__art">${each.art}</span>
        <input
          type="radio"
          name=${name}
          value=${each.value}
          checked=${each.value === value}
          onChange=${() => choose(each.value)}
        />
        <b>${each.name}</b>
        <span class="choice__text">${each.text}</span>
      </label>`)}
    </div>
  </fieldset>`;
}

const FAITH_OF = { own: "pages.new.faith", one: "pages.new.faith_one", all: "deals.make.faith" };

/** @param {{wish: Wish, change: (part: Partial<Wish>) => void, who: "own" | "one" | "all" | ""}} props whose faith is
 *   chosen: one's own, that of player 1, everybody's, nobody's */
export function FaithAndDecks({ wish, change, who }) {
  const t = useTexts();
  const arts = {
    rolled: html`<${Icon} name="die-5" class="die" />`,
    C: html`<${Token} faith="C" />`,
    P: html`<${Token} faith="P" />`,
  };
  const faiths = /** @type {(keyof typeof arts)[]} */ (who === "all" ? ["C", "P"] : ["rolled", "C", "P"]).map(
    (value) => ({ value, name: t(`pages.new.faith_is.${value}`), art: arts[value] }),
  );
  const decks = ["first", "draft"].map((value) => ({
    value,
    name: t(`pages.new.deck.${value}.name`),
    text: t(`pages.new.deck.${value}.text`),
  }));
  const faith = who && html`<${Seg}
    name="faith"
    class=${who === "all" ? "" : "seg--3"}
    legend=${t(FAITH_OF[who])}
    value=${wish.faith}
    choices=${faiths}
    choose=${(/** @type {Wish["faith"]} */ value) => change({ faith: value })}
  />`;
  return html`<div class=${who ? "new__two" : ""}>
    ${faith}
    <${Seg}
      name="mode"
      legend=${t("pages.new.decks")}
      value=${wish.mode}
      choices=${decks}
      choose=${(/** @type {Wish["mode"]} */ mode) => change({ mode })}
    />
  </div>`;
}
