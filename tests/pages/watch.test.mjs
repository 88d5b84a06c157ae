import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const pace = await page("watch/pace.js");
const { NOTHING_ANNOUNCED, announced } = await page("animation/announcements.js");

const moment = (more) => ({ version: 7, thinking: null, view: { phase: "play" }, ...more });
const next = (more = {}, of = {}) =>
  pace.nextMoveAction({
    moment: moment(of),
    isPresent: true,
    isConnected: true,
    isStill: true,
    isSearching: false,
    isCommented: true,
    isPaused: false,
    isStepWanted: false,
    askedVersion: null,
    ...more,
  });

test("the next move comes after a pause, when nothing moves and the comment is there", () => {
  assert.equal(next(), "pause");
  assert.deepEqual([next({ isStill: false }), next({ isCommented: false })], ["nothing", "nothing"]);
});

test("nothing is asked for while the game is paused, of the past, hidden, without connection or over", () => {
  const states = [{ isPaused: true }, { isPresent: false }, { isConnected: false }];
  assert.deepEqual(
    states.map((state) => next(state)),
    ["nothing", "nothing", "nothing"],
  );
  assert.equal(next({}, { view: { phase: "over" } }), "nothing");
  assert.equal(next({ isStepWanted: true }, { view: { phase: "over" } }), "nothing");
});

test("one move is asked for at once, though the game is paused and something moves", () => {
  assert.equal(next({ isStepWanted: true, isPaused: true, isStill: false, isCommented: false }), "ask");
});

test("while a computer searches nothing is asked for, and again only if no search runs", () => {
  assert.equal(next({}, { thinking: "scholar" }), "nothing");
  assert.equal(next({ isSearching: true, isStepWanted: true }), "nothing");
  assert.equal(next({ askedVersion: 7, isSearching: true }), "nothing");
  assert.equal(next({ askedVersion: 7 }), "again");
  assert.equal(next({ askedVersion: 6 }), "pause");
});

test("a long comment stays longer, and speeds have an order", () => {
  const [short, long] = ["A card.", "A".repeat(200)];
  for (const speed of ["slow", "normal"])
    assert.ok(pace.pauseAfterMove(speed, long) > pace.pauseAfterMove(speed, short));
  const pauses = pace.WATCH_SPEEDS.map((speed) => pace.pauseAfterMove(speed, long));
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => b - a),
  );
  assert.equal(pace.pauseAfterMove("fastest", long), 0);
  assert.equal(new Set(pauses).size, pace.WATCH_SPEEDS.length);
});

test("the speed changes by one step, and a stored one that is unknown is the normal one", () => {
  assert.equal(pace.changedSpeed("normal", 1), "fast");
  assert.equal(pace.changedSpeed("slow", -1), "slow");
  assert.equal(pace.changedSpeed("fastest", 1), "fastest");
  assert.deepEqual([pace.watchSpeed("fast"), pace.watchSpeed("warp")], ["fast", "normal"]);
});

test("only two computers on the local server are watched", () => {
  const game = (one, two, online = null) => ({ online, players: { 1: { kind: one }, 2: { kind: two } } });
  assert.equal(pace.isWatched(game("scholar", "rector")), true);
  assert.equal(pace.isWatched(game("person", "rector")), false);
  assert.equal(pace.isWatched(game("scholar", "person")), false);
  assert.equal(pace.isWatched(game("scholar", "rector", {})), false);
});

// ---------------------------------------------------------------- what screen readers are told

const at = (step, last = step, more = {}) => ({ game: "g", seat: "C", step, last_step: last, ...more });
const event = (version, text) => ({ version, text });
const texts = ({ told }) => told.map(({ text }) => text);

test("what was there when the page opened is not told, what comes after it is, once", () => {
  const first = announced(NOTHING_ANNOUNCED, at(5), [event(4, "old"), event(5, "old")]);
  assert.deepEqual(texts(first), []);
  const second = announced(first, at(7), [event(6, "a"), event(7, "")]);
  assert.deepEqual(texts(second), ["a"]);
  assert.equal(announced(second, at(7), [event(6, "a")]), second);
  assert.deepEqual(texts(announced(second, at(8), [event(6, "a"), event(8, "b")])), ["a", "b"]);
});

test("a look at the past and back tells nothing twice", () => {
  const now = announced(announced(NOTHING_ANNOUNCED, at(5), []), at(6), [event(6, "a")]);
  const past = announced(now, at(2, 6), []);
  assert.equal(past, now);
  assert.deepEqual(texts(announced(past, at(6), [event(3, "x"), event(6, "a")])), ["a"]);
});

test("what was undone and done again is told again", () => {
  const done = announced(announced(NOTHING_ANNOUNCED, at(5), []), at(6), [event(6, "a")]);
  const undone = announced(done, at(5), []);
  const again = announced(undone, at(6), [event(6, "a")]);
  assert.deepEqual(texts(again), ["a", "a"]);
  assert.equal(new Set(again.told.map(({ id }) => id)).size, 2);
});

test("another game or seat begins from the start, and only the last sentences stay", () => {
  const one = announced(announced(NOTHING_ANNOUNCED, at(5), []), at(6), [event(6, "a")]);
  assert.deepEqual(texts(announced(one, at(9, 9, { seat: "P" }), [event(9, "z")])), []);
  const many = Array.from({ length: 100 }, (_, i) => event(7 + i, `${i}`));
  const all = texts(announced(one, at(106), many));
  assert.equal(all.at(-1), "99");
  assert.ok(all.length < 100);
});
