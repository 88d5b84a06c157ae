// What the broadsheet of a finished game says: the same on the page and in its picture. Nothing of it is secret then.
import { longDate } from "../core/duration.js";
import { playerOf } from "../core/moment.js";
import { claimChapters } from "./chapters.js";

/** @import {CardSetFaces, EventView, Faith, Lang, Moment} from "../core/types" */
/** @import {Translate} from "../core/translator" */
/** @import {Chapter} from "./chapters" */
/**
 * @typedef {object} SheetSide
 * @property {Faith} faith
 * @property {string} name
 * @property {number} points
 * @property {string} won
 */
/**
 * @typedef {object} SheetContent
 * @property {string} over
 * @property {string} title
 * @property {string} date
 * @property {[SheetSide, SheetSide]} sides
 * @property {string[]} story
 * @property {string} foot
 * @property {string} end
 */

const GAME_NAME = "Sola Fide: The Reformation";

/** Whether the points have decided the game: not after a resignation, an agreement, a claim on time or a closing.
 * @param {Moment} moment */
export const isDecidedByPoints = ({ view }) => view.outcome?.reason === "points";

/** Who has won, with the points if they have decided it.
 * @param {Moment} moment
 * @param {Translate} t */
export function resultTitle(moment, t) {
  const { winner } = moment.view.outcome ?? { winner: null };
  const { C, P } = moment.view.faiths;
  const faith = winner === "C" || winner === "P" ? winner : null;
  if (moment.view.outcome?.reason === "closed") return t("result.title.closed");
  if (!isDecidedByPoints(moment)) return t(faith ? `result.title.${faith}` : "result.title.draw");
  const [more, less] = C.points < P.points ? [P.points, C.points] : [C.points, P.points];
  return t(faith ? `result.title_points.${faith}` : "result.title_points.draw", { more, less });
}

/** @param {Moment} moment
 * @param {Faith} faith
 * @param {Translate} t
 * @returns {SheetSide} */
function side(moment, faith, t) {
  const { points, circles, rewards } = moment.view.faiths[faith];
  const player = playerOf(moment, faith);
  const isOwn = moment.seats.length === 1 && moment.seats[0] === faith;
  const won = [
    t(`pages.result.side.${faith}`),
    t("result.circles", { n: circles.length }),
    ...(rewards > 0 ? [t("pages.result.rewards", { n: rewards })] : []),
  ];
  return { faith, name: isOwn ? t("pages.result.you") : (player?.name ?? ""), points, won: won.join(", ") };
}

/** A claim in a line: the sheet is a chronicle, and the whole story stands below it.
 * @param {Chapter} chapter
 * @param {CardSetFaces} faces
 * @param {Translate} t */
function chronicleLine({ turn, by, events }, faces, t) {
  const [first] = events;
  const claim = events.find(({ event }) => event === "claimed");
  const circle = faces.circles[Number(claim?.circle) - 1]?.name ?? "";
  const card =
    first.event === "chart"
      ? faces.results.find(({ roll }) => roll === first.roll)?.name
      : faces.cards[String(first.card)]?.name;
  return card
    ? t(`result.chronicle.${by}`, { turn, card, circle })
    : t(`result.chronicle_plain.${by}`, { turn, circle });
}

/**
 * @param {Moment} moment
 * @param {CardSetFaces} faces
 * @param {EventView[]} log
 * @param {Translate} t
 * @param {Lang} lang
 * @returns {SheetContent}
 */
export function sheetContent(moment, faces, log, t, lang) {
  return {
    over: GAME_NAME,
    title: resultTitle(moment, t),
    date: longDate(moment.created, lang),
    sides: [side(moment, "C", t), side(moment, "P", t)],
    story: claimChapters(log).map((chapter) => chronicleLine(chapter, faces, t)),
    foot: t("result.turns", { n: moment.view.turn_number }),
    end: t("pages.result.finis"),
  };
}
