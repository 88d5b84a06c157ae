// The ways to learn and to study the game, below the ways to play it.
import { useTranslation } from "../core/i18n.js";

/** @import {WayToPlay} from "./WaysToPlay" */

/** @returns {WayToPlay[]} */
export function useWaysToStudy() {
  const t = useTranslation();
  return [
    {
      to: "/puzzles",
      picture: "P29",
      title: t("puzzles.page.title"),
      text: t("puzzles.page.lead"),
      action: t("pages.new.solve"),
    },
    { to: "/daily", picture: "P10", title: t("daily.title"), text: t("daily.lead"), action: t("pages.new.play") },
    {
      to: "/cards",
      picture: "P25",
      title: t("gallery.title"),
      text: t("pages.new.cards_text"),
      action: t("pages.new.look_at_cards"),
    },
    {
      to: "/box",
      picture: "C12",
      title: t("box.title"),
      text: t("box.lead"),
      action: t("pages.new.enter_cards"),
    },
  ];
}
