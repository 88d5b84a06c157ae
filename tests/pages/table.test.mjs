import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { answerIcon, circleOption, placeKey, placeOptions } = await page("table/placeOptions.js");
const { circlesAbove, nextCircle } = await page("table/boardLayout.js");
const { isEmptyContent, tooltipContent } = await page("table/tooltipContent.js");
const { matchOption } = await page("table/TextTable.js");
const { groupByTurn } = await page("table/EventLog.js");
const { handWithPlayedCard } = await page("table/Hand.js");
const { shownCard } = await page("table/LastPlayed.js");
const { markedLines } = await page("table/Card.js");
const { missedEvents } = await page("table/MissedEvents.js");
const { nextStep } = await page("table/FirstGameGuide.js");
const { classNames } = await page("core/classNames.js");

const option = (choice, more = {}) => ({
  choice,
  verb: choice.split(":")[0],
  label: choice,
  consequence: "",
  card: null,
  circle: null,
  changes: [],
  ...more,
});
const asked = (options, hand = []) => ({ view: { own: { hand } }, text: { options } });
const choices = (options) => options.map(({ choice }) => choice);

test("options that name a circle light it up; choosing the circle itself is no button", () => {
  const placed = placeOptions(asked([option("circle:4", { circle: 4 }), option("claim:7", { circle: 7 })]));
  assert.deepEqual([...placed.circles.keys()], [4, 7]);
  assert.deepEqual(placed.answers, []);
  assert.equal(circleOption(placed, 4).choice, "circle:4");
  assert.equal(circleOption(placed, 5), null);
});

test("options inside of one circle are buttons too, and a click on the circle chooses none", () => {
  const sides = ["side:nobility", "side:commoners"].map((choice) => option(choice, { circle: 4 }));
  const placed = placeOptions(asked(sides));
  assert.equal(placed.circles.get(4).length, 2);
  assert.deepEqual(choices(placed.answers), ["side:nobility", "side:commoners"]);
  assert.equal(circleOption(placed, 4), null);
});

test("cards of the hand light up, cards from elsewhere are shown, persistent cards have a button", () => {
  const options = ["play:C01", "recover:C09", "use:C43"].map((choice) =>
    option(choice, { card: choice.split(":")[1] }),
  );
  const placed = placeOptions(asked([...options, option("draw"), option("pass")], ["C01"]));
  assert.deepEqual([...placed.cards.keys()], ["C01", "C09", "C43"]);
  assert.deepEqual(placed.offeredCards, ["C09"]);
  assert.deepEqual(choices(placed.answers), ["use:C43", "draw", "pass"]);
  assert.deepEqual([...placed.words.keys()], ["recover", "use", "draw", "pass"]);
});

test("Foreign Influence decks are found by their name", () => {
  const placed = placeOptions(asked([option("deck:shift")]));
  assert.equal(placed.decks.get("shift").choice, "deck:shift");
});

test("an option of an unknown kind is a button without an icon", () => {
  const placed = placeOptions(asked([option("omen:3")]));
  assert.deepEqual(choices(placed.answers), ["omen:3"]);
  assert.equal(answerIcon(option("omen:3")), "");
});

test("answers have the icon of what they choose", () => {
  const icons = ["die:4", "side:nobility", "toward:commoners", "draw", "use:C43", "faith:C", "faith:P"].map((choice) =>
    answerIcon(option(choice)),
  );
  assert.deepEqual(icons, [
    "die-4",
    "estate-nobility",
    "estate-commoners",
    "fx-draw",
    "fx-persistent",
    "faith-catholic",
    "faith-protestant",
  ]);
});

test("arrow keys move in the pyramid", () => {
  const ways = {
    ArrowLeft: [null, 1, 4],
    ArrowRight: [2, 3, 6],
    ArrowUp: [null, 1, 3],
    ArrowDown: [2, 4, 8],
    Home: [1, 1, 1],
    End: [10, 10, 10],
    a: [null, null, null],
  };
  for (const [key, [from1, from2, from5]] of Object.entries(ways))
    assert.deepEqual(
      [1, 2, 5].map((circle) => nextCircle(circle, key)),
      [from1, from2, from5],
      key,
    );
  assert.deepEqual(
    [nextCircle(10, "ArrowRight"), nextCircle(10, "ArrowDown"), nextCircle(10, "ArrowUp")],
    [null, null, 6],
  );
});

test("a face-down circle is opened by the circles above it", () => {
  const below = { 1: [2, 3], 2: [4, 5], 3: [5, 6] };
  const circles = Array.from({ length: 10 }, (_, i) => ({ circle: i + 1, below: below[i + 1] ?? [] }));
  assert.deepEqual(circlesAbove(4, circles), [2]);
  assert.deepEqual(circlesAbove(5, circles), [2, 3]);
  assert.deepEqual(circlesAbove(1, circles), []);
});

test("a card that is being carried out keeps its place in the hand", () => {
  assert.deepEqual(handWithPlayedCard(["C1", "C2", "C3"], ["C1", "C3"], "C2"), ["C1", "C2", "C3"]);
  assert.deepEqual(handWithPlayedCard(["C1", "C2", "C3"], ["C1", "C3"], null), ["C1", "C3"]);
  assert.deepEqual(handWithPlayedCard([], ["C1", "C3"], "C2"), ["C2", "C1", "C3"]);
  assert.deepEqual(handWithPlayedCard(["C1", "C2"], ["C3"], "C2"), ["C2", "C3"]);
});

test("the slot keeps the last card of the opponent, unless another card is being carried out", () => {
  const moment = (resolving, front = null) => ({ text: { resolving }, view: { faiths: { C: { front }, P: {} } } });
  const log = [
    { event: "played", by: "P", card: "P07" },
    { event: "played", by: "C", card: "C01" },
    { event: "drew", by: "P", card: "P09" },
  ];
  assert.deepEqual(shownCard(moment(null), log, "C", "P"), { card: "P07", by: "P", steps: [] });
  assert.equal(shownCard(moment(null), log.slice(1), "C", "P"), null);
  const own = { card: "C01", by: "C", steps: [] };
  assert.equal(shownCard(moment(own), log, "C", "P").card, "P07");
  assert.equal(shownCard(moment(own, "C01"), log, "C", "P").card, "C01");
  const foreign = { card: "F03", by: "C", steps: [{ text: "Draw a card.", state: "now" }] };
  assert.deepEqual(shownCard(moment(foreign), log, "C", "P"), foreign);
});

test("the lines of a card are marked as they are carried out", () => {
  const steps = [
    { text: "One.", state: "done" },
    { text: "Two.", state: "now" },
  ];
  assert.deepEqual(
    markedLines(["Cost.", "One.", "Two."], steps).map(({ state }) => state),
    ["", "done", "now"],
  );
  assert.deepEqual(markedLines(["Something else."], steps), steps);
  assert.deepEqual(markedLines(["One."], []), [{ text: "One.", state: "" }]);
});

/** A table with one circle that can be chosen and one that cannot. */
function table() {
  const territories = [
    { print: "C", name: "Mainz" },
    { print: "N", name: "Trier" },
  ];
  const face = { nobility: territories, commoners: territories };
  const view = { state: "in_play", nobility: "PN", commoners: "NN" };
  const options = [
    option("circle:1", { circle: 1, consequence: "You would claim it." }),
    option("draw", { consequence: "One card." }),
  ];
  const moment = {
    view: { circles: [view, view], own: { hand: [] } },
    text: {
      options,
      why_not: {
        "circle:2": { text: "No territory.", section: "6.2" },
        "card:C05": { text: "Too dear.", section: "5" },
      },
      explanation: { text: "Choose a circle.", section: "6.1" },
    },
    permissions: { undo: "Nothing to undo.", takeback: "Not your turn.", hint: "" },
  };
  const t = (key, values = {}) => [key, ...Object.values(values)].join(" ");
  return { moment, faces: { circles: [face, face] }, optionsAt: placeOptions(moment), t };
}

test("tooltips say what a choice would change, or why there is none", () => {
  const content = (key, focused = false) => tooltipContent(table(), key, focused);
  assert.deepEqual(content("circle:1").lines, ["You would claim it."]);
  assert.equal(content("circle:2").why.text, "No territory.");
  assert.deepEqual(content("draw").lines, ["One card."]);
  assert.equal(content("card:C05").why.section, "5");
  assert.deepEqual(content("question").lines, ["Choose a circle."]);
  assert.deepEqual(content("takeback").lines, ["Nothing to undo."]);
  assert.ok(isEmptyContent(content("hint")));
  assert.ok(isEmptyContent(content("pile:C")));
  assert.ok(isEmptyContent({ lines: [""], why: { text: "", section: "" }, territories: [] }));
  assert.ok(!isEmptyContent({ lines: [""], why: { text: "", section: "2.6" }, territories: [] }));
});

test("tooltips of territories name their holder; a focused circle names all of them", () => {
  const [line] = tooltipContent(table(), "slot:1:nobility:0", false).lines;
  assert.equal(line, "table.territory_token Mainz table.faith.P table.faith.C");
  assert.equal(
    tooltipContent(table(), "slot:2:nobility:1", false).lines[0],
    "table.territory Trier table.faith.N table.faith.N",
  );
  assert.equal(tooltipContent(table(), "slot:2:nobility:1", false).why.text, "No territory.");
  assert.deepEqual(tooltipContent(table(), "circle:1", true).territories, [
    "table.names.nobility Mainz, Trier",
    "table.names.commoners Mainz, Trier",
  ]);
  assert.deepEqual(tooltipContent(table(), "circle:1", false).territories, []);
});

test("territories have one name everywhere", () => {
  assert.equal(placeKey({ circle: 4, side: "nobility", territory: 2 }), "4:nobility:2");
});

test("a typed choice is found by its number or by a part of its label", () => {
  const options = ["Draw a card", "Play Indulgence", "Play Council"].map((label) => ({ label }));
  assert.equal(matchOption(options, " 2 "), options[1]);
  assert.equal(matchOption(options, "INDUL"), options[1]);
  for (const typed of ["", "4", "play", "xyz"]) assert.equal(matchOption(options, typed), null, typed);
});

test("the log is grouped by turns", () => {
  const log = ["rolled", "turn", "played", "turn"].map((event) => ({ event }));
  assert.deepEqual(
    groupByTurn(log).map((group) => group.map(({ event }) => event)),
    [["rolled"], ["turn", "played"], ["turn"]],
  );
  assert.deepEqual(groupByTurn([]), []);
});

test("missed events are those of others, and of many only the important ones", () => {
  const event = (version, by, important = false, text = "x") => ({ event: "played", version, by, text, important });
  const log = [event(1, "P"), event(2, "C"), event(3, "P"), event(4, "P", false, "")];
  const versions = (moment, all) => missedEvents(moment, all, 0).map(({ version }) => version);
  assert.deepEqual(versions({ seats: ["C"], seat: "C" }, log), [1, 3]);
  assert.deepEqual(versions({ seats: ["C", "P"], seat: "C" }, log), [], "two players at one screen");
  const many = Array.from({ length: 13 }, (_, i) => event(i + 1, "P", i === 5));
  assert.deepEqual(versions({ seats: ["C"], seat: "C" }, many), [6]);
});

test("the guide follows the game", () => {
  const moment = (turn, by, options = []) => ({ seat: "C", view: { turn_number: turn, turn: by }, text: { options } });
  const [target, log] = [7, 8];
  assert.equal(nextStep(2, moment(1, "C"), 1), 2);
  assert.equal(nextStep(2, moment(1, "C", [option("circle:4", { circle: 4 })]), 1), target);
  assert.equal(nextStep(2, moment(2, "P"), 1), log);
  assert.equal(nextStep(9, moment(2, "P"), 1), 9);
});

test("class names that do not apply are left out", () => {
  assert.equal(classNames("tile", false, null, undefined, "", "is-new"), "tile is-new");
});
