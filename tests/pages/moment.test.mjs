import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const facts = await page("core/moment.js");

const players = {
  1: { kind: "person", name: "Anna", faith: "P" },
  2: { kind: "magister", name: "Magister", faith: "C" },
};
const undecided = {
  1: { kind: "person", name: "Anna", faith: null },
  2: { kind: "person", name: "Béla", faith: null },
};
const events = (...all) => all.map(([event, by, more]) => ({ event, by, text: `${event}.`, ...more }));

test("the near side is that of the seat, for spectators that of the first person", () => {
  assert.equal(facts.nearFaith({ seat: "C", players }), "C");
  assert.equal(facts.nearFaith({ seat: null, players }), "P");
  assert.equal(facts.nearFaith({ seat: "1", players: undecided }), "C");
});

test("a player with one seat has won or lost", () => {
  const result = (seats, winner) =>
    facts.ownResult({ seats, view: { outcome: winner === undefined ? null : { winner } } });
  assert.deepEqual([result(["C"], "C"), result(["P"], "C"), result(["C"], null)], ["won", "lost", "draw"]);
  assert.deepEqual([result(["C"], undefined), result([], "C"), result(["C", "P"], "C")], ["", "", ""]);
});

test("resigning is offered beside a local game only", () => {
  const can = (more) => facts.canResign({ online: null, seat: "C", permissions: { resign: "" }, ...more });
  assert.equal(can({}), true);
  assert.deepEqual(
    [can({ online: {} }), can({ seat: null }), can({ permissions: { resign: "Over." } })],
    [false, false, false],
  );
});

test("players are found by faith, seat and person", () => {
  assert.equal(facts.playerOf({ players }, "C").name, "Magister");
  assert.equal(facts.playerOf({ players: undecided }, "C"), null);
  assert.deepEqual(
    ["C", "P", "1", "2"].map((seat) => facts.seatName({ players }, seat)),
    ["Magister", "Anna", "Anna", "Magister"],
  );
  assert.equal(facts.seatName({ players: undecided }, "C"), "");
  assert.deepEqual(
    ["C", "1", "2"].map((by) => facts.personOf({ players }, by)),
    ["2", "1", "2"],
  );
});

test("own and other person", () => {
  const persons = (seat, all = players) => [
    facts.ownPerson({ seat, players: all }),
    facts.otherPerson({ seat, players: all }),
  ];
  assert.deepEqual(persons("C"), ["2", "1"]);
  assert.deepEqual(persons("1", undecided), ["1", "2"]);
  assert.deepEqual(persons(null), [null, null]);
});

test("both players are people, or not", () => {
  assert.equal(facts.isBetweenPeople({ players }), false);
  assert.equal(facts.isBetweenPeople({ players: undecided }), true);
});

test("changes are counted from the beginning of the other side's last turn", () => {
  const log = events(
    ["turn", "P"],
    ["shifted", "P", { circle: 1 }],
    ["turn", "C"],
    ["converted", "C", { circle: 4, side: "nobility", territory: 2 }],
    ["neutralised", "C", { circle: 5, side: "commoners" }],
    ["disputation", "C", { circle: 6 }],
    ["turn", "P"],
    ["claimed", "P", { circle: 7 }],
    ["revealed", undefined, { circle: 8 }],
  );
  assert.deepEqual([...facts.recentChanges(log, "P")].sort(), [
    "4:nobility:2",
    "5:commoners",
    "circle:7",
    "circle:8",
    "disputation",
  ]);
  assert.deepEqual([...facts.recentChanges(log, "C")].sort(), ["circle:7", "circle:8"]);
});

test("a game without a turn of the other side counts from its beginning", () => {
  assert.deepEqual([...facts.recentChanges(events(["turn", "C"], ["shifted", "C", { circle: 3 }]), "C")], ["power:3"]);
});

test("the next player at the screen reads the other side's last turn", () => {
  const log = events(["turn", "C"], ["played", "C"], ["turn", "P"], ["drew", "P", { text: "" }], ["converted", "P"]);
  assert.deepEqual(
    facts.lastTurnEvents(log, "C").map(({ event }) => event),
    ["converted"],
  );
  assert.deepEqual(facts.lastTurnEvents(events(["rolled"]), "C"), []);
});
