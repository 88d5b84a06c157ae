// What was agreed on at a table, in a few lines, for whoever considers sitting down.
import { html } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { useSetup } from "./LevelPicker.js";
import { paceText } from "../core/pace.js";

/** @import {Arrival, OpenTable, Setup} from "../core/types" */

const RULES = /** @type {const} */ (["first", "claims", "tokens", "turn_limit"]);

/** @param {Setup | null} setup
 * @param {string} rule
 * @param {unknown} value */
function named(setup, rule, value) {
  const option = setup?.options.find((each) => each.id === rule);
  const found = option?.values.find((each) => each.value === value);
  return option && found ? { name: option.name, value: found.name, usual: found === option.values[0] } : null;
}

/** @param {{table: Pick<Arrival | OpenTable, "options" | "cards" | "pace" | "study"> & {faith: Arrival["faith"] |
 *   null, opponent?: string}, own: boolean}} props `own`: the one who reads it has laid the table; no faith: either
 *   is played; opponent: one of ours whom everybody plays */
export function TableTerms({ table, own }) {
  const t = useTexts();
  const setup = useSetup();
  const { options, faith, cards, pace, study } = table;
  const other = !faith || faith === "rolled" || own ? faith : faith === "C" ? "P" : "C";
  const rules = RULES.flatMap((rule) => {
    const found = named(setup, rule, options[rule]);
    return found && !found.usual ? [[found.name, found.value]] : [];
  });
  const level = setup?.levels.find((each) => each.id === table.opponent);
  const help = study ? "with" : "without";
  const lines = [
    ...(other ? [[t("pages.new.faith"), t(`pages.new.faith_is.${other}`)]] : []),
    ...(level ? [[t("pages.new.opponent"), level.name]] : []),
    [t("pages.new.decks"), t(`pages.new.deck.${options.mode}.name`)],
    [t("online.pace_legend"), paceText(t, pace)],
    [t("online.study_legend"), t(`online.study.${help}.name`)],
    ...rules,
    ...(cards ? [[t("pages.new.set"), t("online.own_set")]] : []),
  ];
  return html`<dl class="terms">
    ${lines.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
