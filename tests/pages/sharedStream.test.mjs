import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

/** The channel between tabs: what this tab has posted, and a way to post as another one. */
const posted = [];
let channel;
globalThis.BroadcastChannel = class {
  constructor(name) {
    this.name = name;
    channel = this;
  }
  postMessage(message) {
    posted.push(message);
  }
};
globalThis.EventSource = class {};
// Another tab holds the lock.
const lockNames = [];
navigator.locks = { request: (name) => void lockNames.push(name) };

const { setServerKind } = await page("core/serverKind.js");
const { subscribe, watchConnection } = await page("core/sharedStream.js");
setServerKind("online");
const receive = (data) => channel.onmessage({ data });

test("tabs of all versions of the page share one channel and one lock", () => {
  subscribe(null, () => {})();
  assert.equal(channel.name, "solafide.stream");
  assert.deepEqual(lockNames, ["solafide.stream"]);
});

test("messages reach the listeners of their game, and those of all games", () => {
  const received = [];
  const cleanups = ["a", "b", null].map((game) => subscribe(game, (message) => received.push([game, message.kind])));
  receive({ id: "", message: { game: "a", kind: "step" } });
  assert.deepEqual(received, [
    ["a", "step"],
    [null, "step"],
  ]);
  cleanups.forEach((cleanup) => cleanup());
  receive({ id: "", message: { game: "a", kind: "step" } });
  assert.equal(received.length, 2);
});

test("a tab tells which games it shows when it is asked, and when that changes", () => {
  posted.length = 0;
  const unsubscribe = subscribe("a", () => {});
  receive({ who: true });
  unsubscribe();
  assert.deepEqual(
    posted.map(({ looks }) => looks),
    [["a"], ["a"], []],
  );
  assert.equal(new Set(posted.map(({ tab }) => tab)).size, 1);
});

test("the connection is that of the tab that reads the stream", () => {
  const states = [];
  const unwatch = watchConnection((connected) => states.push(connected));
  receive({ connected: false });
  receive({ connected: false });
  receive({ connected: true });
  unwatch();
  receive({ connected: false });
  assert.deepEqual(states, [true, false, true]);
});
