import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const chart = await page("analysis/chartLayout.js");
const { claimChapters } = await page("analysis/chapters.js");
const { normalize } = await page("core/normalize.js");
const { mergeNotes } = await page("online/NotesPanel.js");
const { takebackChoices } = await page("online/TakebackDialog.js");
const { GAME_GROUPS, isUnfinished } = await page("pages/useMyGames.js");

const chances = [10, 20, 30, 40, 50].map((step, i) => ({
  step,
  turn: 5 * i,
  open: i / 4,
  seen: 0.5,
  seen_C: 0.4,
  seen_P: 0.6,
}));
const report = { chances, claims: [], turning_points: [] };
const UNIT = 1;

test("the chart spans its width and height", () => {
  const layout = chart.chartLayout(report, 1000, UNIT);
  assert.deepEqual([layout.x(10), layout.x(50)], [layout.left, layout.right]);
  assert.deepEqual([layout.y(0), layout.y(1)], [layout.bottom, layout.top]);
  assert.equal(layout.narrow, false);
  assert.equal(chart.chartLayout(report, 400, UNIT).narrow, true);
});

test("a chart of one step does not divide by zero", () => {
  const layout = chart.chartLayout({ ...report, chances: chances.slice(0, 1) }, 1000, UNIT);
  assert.equal(layout.x(10), layout.left);
});

test("marks that would touch go into rows of their own", () => {
  const layout = chart.chartLayout(report, 1000, UNIT);
  const lanes = (steps) =>
    chart
      .placeClaims(
        steps.map((step) => ({ step })),
        layout,
      )
      .map(({ lane }) => lane);
  assert.deepEqual(lanes([10, 30, 50]), [0, 0, 0]);
  assert.deepEqual(lanes([30, 30, 30, 50]), [0, 1, 2, 0]);
});

test("marks stay inside of the chart", () => {
  const layout = chart.chartLayout(report, 1000, UNIT);
  const [before, after] = chart.placeClaims([{ step: 0 }, { step: 99 }], layout);
  assert.deepEqual([before.x, after.x], [layout.left, layout.right]);
});

test("numbers of turning points touch neither the edge nor one another", () => {
  const points = [30, 30, 30].map((step) => ({ step }));
  const layout = chart.chartLayout(report, 1000, UNIT);
  const placed = chart.placeNumbers({ ...report, turning_points: points }, layout);
  placed.forEach(({ y }) => assert.ok(y > layout.top && y < layout.bottom));
  assert.equal(new Set(placed.map(({ y }) => y)).size, 3);
  assert.equal(placed[0].foot, layout.y(0.5));
});

test("a player sees the own side, everybody else that of the Catholics", () => {
  assert.deepEqual([["P"], ["C"], [], ["C", "P"]].map(chart.ownSide), ["P", "C", "C", "C"]);
  assert.deepEqual([["P"], [], ["C", "P"]].map(chart.knownChanceKey), ["seen_P", "seen", "seen"]);
  assert.equal(chart.reportFrom(report, "C"), report);
  const turned = chart.reportFrom(report, "P").chances[1];
  assert.deepEqual([turned.open, turned.seen, turned.seen_C], [0.75, 0.5, 0.6]);
});

test("turns are marked at intervals", () => {
  const layout = chart.chartLayout(report, 1000, UNIT);
  assert.deepEqual(
    chart.ticks(report, layout).map(({ turn }) => turn),
    [10, 20],
  );
  assert.equal(chart.ticks(report, layout)[0].x, layout.x(30));
  assert.deepEqual(
    chart.ticks(report, chart.chartLayout(report, 400, UNIT)).map(({ turn }) => turn),
    [20],
  );
});

test("the curve goes through every evaluated step", () => {
  const layout = chart.chartLayout(report, 1000, UNIT);
  const points = chart.curvePath(report, layout, "open").split("L");
  assert.equal(points.length, 5);
  assert.equal(points[0], `${layout.left.toFixed(1)} ${layout.bottom.toFixed(1)}`);
});

test("percentages have no fraction", () => {
  assert.deepEqual([chart.percent(0.456, "en"), chart.percent(0, "en")], ["46%", "0%"]);
});

test("a claim is told with the last card of its turn and its Rewards", () => {
  const log = [
    { event: "turn", number: 3 },
    { event: "played", card: "C01" },
    { event: "claimed", by: "C", version: 9 },
    { event: "reward" },
    { event: "claimed", by: "C", version: 10 },
    { event: "turn", number: 4 },
    { event: "claimed", by: "P", version: 12 },
  ];
  assert.deepEqual(
    claimChapters(log).map(({ turn, by, version, events }) => [turn, by, version, events.map(({ event }) => event)]),
    [
      [3, "C", 9, ["played", "claimed", "reward"]],
      [3, "C", 10, ["claimed"]],
      [4, "P", 12, ["claimed"]],
    ],
  );
});

test("a search ignores case and accents, and positions stay the same", () => {
  assert.equal(normalize("Ítélő ÄRA"), "itelo ara");
  assert.equal(normalize("Gebühr").length, "Gebühr".length);
});

test("notes of two devices are joined without repeating one of them", () => {
  assert.equal(mergeNotes("a\nb", "a"), "a\nb");
  assert.equal(mergeNotes("a", "a\nb"), "a\nb");
  assert.equal(mergeNotes("phone", "desk"), "phone\n\ndesk");
});

test("choices to which the game may return are told by their first sentence", () => {
  const log = [
    { version: 4, standalone_text: "You draw." },
    { version: 6, standalone_text: "You play a card." },
    { version: 6, standalone_text: "A territory is converted." },
    { version: 8, standalone_text: "" },
  ];
  const moment = { online: { takeback_steps: [7, 5, 3] } };
  assert.deepEqual(takebackChoices(moment, log), [
    { to: 5, text: "You play a card." },
    { to: 3, text: "You draw." },
  ]);
  assert.deepEqual(takebackChoices({ online: null }, log), []);
});

test("every game belongs to one group at most", () => {
  const game = (state, person, your_turn = false) => ({ state, person, summary: { your_turn } });
  const cases = [
    [game("begun", "1", true), "yours", true],
    [game("begun", "2"), "theirs", true],
    [game("waiting", "1"), "laid", true],
    [game("opening", "invite"), "laid", true],
    [game("begun", "watch", true), "watched", false],
    [game("over", "1"), "over", false],
    [game("gone", "1"), undefined, false],
    [game("void", null), undefined, false],
  ];
  for (const [each, group, unfinished] of cases) {
    assert.deepEqual(
      GAME_GROUPS.filter(([, belongs]) => belongs(each)).map(([name]) => name),
      group ? [group] : [],
    );
    assert.equal(isUnfinished(each), unfinished);
  }
});
