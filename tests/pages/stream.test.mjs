import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { eventParser } = await page("core/serverSentEvents.js");
const { appendMoment, eventsBetween, isStale, reloadAfter } = await page("core/shownMoment.js");

const moment = (step, { version = step, last_step = step, game = "g", seat = "C", events = [] } = {}) => ({
  game,
  seat,
  step,
  last_step,
  version,
  events: events.map((number) => ({ event: "turn", version: number })),
});
const versions = (events) => events.map(({ version }) => version);

test("server-sent events are parsed wherever the pieces are cut", () => {
  const text = 'retry: 100\n\n: ping\n\ndata: {"n":1}\n\nid: 7\ndata: {"n":\ndata: 2}\n\ndata: {"n":3}';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const received = [];
    const parse = eventParser((data) => received.push(data.n));
    parse(text.slice(0, cut));
    parse(text.slice(cut));
    assert.deepEqual(received, [1, 2], `cut at ${cut}`);
    parse("\n\n");
    assert.deepEqual(received, [1, 2, 3], `cut at ${cut}`);
  }
});

test("the events of a moment are appended to the log", () => {
  const first = appendMoment(null, moment(3, { events: [1, 2, 3] }), 0);
  const second = appendMoment(first, moment(5, { events: [4, 5] }), 3);
  assert.deepEqual(versions(second.log), [1, 2, 3, 4, 5]);
});

test("events that were fetched twice appear once", () => {
  const first = appendMoment(null, moment(3, { events: [1, 2, 3] }), 0);
  assert.deepEqual(versions(appendMoment(first, moment(4, { events: [3, 4] }), 2).log), [1, 2, 3, 4]);
});

test("a log with a gap must be fetched whole", () => {
  const first = appendMoment(null, moment(3, { events: [1, 2, 3] }), 0);
  assert.equal(appendMoment(null, moment(5), 3), null);
  assert.equal(appendMoment(first, moment(5), null), null);
  assert.equal(appendMoment(first, moment(9), 7), null, "events in between are missing");
  assert.equal(appendMoment(first, moment(2), 2), null, "steps were taken back");
  assert.equal(appendMoment(first, moment(5, { seat: "P" }), 3), null, "another seat sees other events");
});

test("a response that was overtaken is stale", () => {
  assert.equal(isStale(moment(4), moment(5)), true);
  assert.equal(isStale(moment(5), moment(5)), false);
  assert.equal(isStale(moment(4), undefined), false);
  assert.equal(isStale(moment(4), moment(5, { game: "other" })), false);
  assert.equal(isStale(moment(4), moment(5, { seat: "P" })), false);
  assert.equal(isStale(moment(4, { last_step: 9 }), moment(5)), false, "a past step was asked for");
});

test("versions grow with a takeback, though steps shrink", () => {
  assert.equal(isStale(moment(3, { version: 8 }), moment(6, { version: 7 })), false);
});

test("messages of the stream say what must be fetched", () => {
  assert.equal(reloadAfter({ kind: "thinking", step: 9 }, 3), "");
  assert.equal(reloadAfter({ kind: "undo", step: 3 }, 3), "whole");
  assert.equal(reloadAfter({ kind: "takeback", step: 3 }, 3), "whole");
  assert.equal(reloadAfter({ kind: "step", step: 4 }, 3), "new");
  assert.equal(reloadAfter({ kind: "step", step: 3 }, 3), "");
  assert.equal(reloadAfter({ kind: "step", step: -1 }, 3), "new");
  for (const kind of ["deleted", "offer", "chat", "presence", "lobby", "clock"])
    assert.equal(reloadAfter({ kind, step: 3 }, 3), "new", kind);
});

test("only events of the present that continue the shown moment are animated", () => {
  const shown = (now, log) => ({ moment: now, log: log.map((version) => ({ version })) });
  const before = shown(moment(3), [1, 2, 3]);
  assert.deepEqual(versions(eventsBetween(before, shown(moment(5), [1, 2, 3, 4, 5]))), [4, 5]);
  assert.deepEqual(eventsBetween(null, shown(moment(5), [4, 5])), []);
  assert.deepEqual(eventsBetween(before, shown(moment(5, { last_step: 9 }), [4, 5])), []);
  assert.deepEqual(eventsBetween(before, shown(moment(2), [1, 2])), []);
  assert.deepEqual(eventsBetween(before, shown(moment(5, { game: "other" }), [4, 5])), []);
  assert.deepEqual(eventsBetween(before, shown(moment(5, { seat: "P" }), [4, 5])), []);
});
