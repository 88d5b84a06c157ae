// The terms of an online game: faith, decks, pace, and rules that differ from the defaults.
import { html } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { paceText } from "../core/pace.js";
import { useSetup } from "../core/useSetup.js";

/** @import {LobbyView, OpenLobby, Setup} from "../core/types" */

const RULE_IDS = /** @type {const} */ (["first", "claims", "tokens", "turn_limit"]);

/** @param {Setup | null} setup
 * @param {string} rule
 * @param {unknown} value */
function ruleChoice(setup, rule, value) {
  const option = setup?.options.find((each) => each.id === rule);
  const choice = option?.values.find((each) => each.value === value);
  return option && choice ? { name: option.name, value: choice.name, isDefault: choice === option.values[0] } : null;
}

/** `faith`: null if either faith is played; `opponent`: the computer opponent of everybody in a field.
 * @typedef {Pick<LobbyView | OpenLobby, "options" | "cards" | "pace" | "study">
 *   & {faith: LobbyView["faith"] | null, opponent?: string, title?: string}} Terms */

/** @param {{terms: Terms, own: boolean}} props `own`: they are shown to the player who has created the game */
export function GameTerms({ terms, own }) {
  const t = useTranslation();
  const setup = useSetup();
  const { options, faith, cards, pace, study } = terms;
  const readersFaith = !faith || faith === "rolled" || own ? faith : faith === "C" ? "P" : "C";
  const rules = RULE_IDS.flatMap((rule) => {
    const choice = ruleChoice(setup, rule, options[rule]);
    return choice && !choice.isDefault ? [[choice.name, choice.value]] : [];
  });
  const earlierSet = setup?.earlier_sets.find((each) => each.rules_hash === cards);
  const level = setup?.levels.find((each) => each.id === terms.opponent);
  const help = study ? "with" : "without";
  const lines = [
    ...(terms.title ? [[t("pages.new.game_title"), terms.title]] : []),
    ...(readersFaith ? [[t("pages.new.faith"), t(`pages.new.faith_is.${readersFaith}`)]] : []),
    ...(level ? [[t("pages.new.opponent"), level.name]] : []),
    [t("pages.new.decks"), t(`pages.new.deck.${options.mode}.name`)],
    [t("online.pace_legend"), paceText(t, pace)],
    [t("online.study_legend"), t(`online.study.${help}.name`)],
    ...rules,
    ...(cards ? [[t("pages.new.set"), earlierSet?.name ?? t("online.own_set")]] : []),
  ];
  return html`<dl class="terms">
    ${lines.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
