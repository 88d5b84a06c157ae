import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { EVENT_MS, Timeline } = await page("animation/Timeline.js");
const { CLAIM_MS, REVEAL_MS } = await page("animation/claimAnimation.js");
const { EVENT_ANIMATIONS } = await page("animation/eventAnimations.js");

/** An element that remembers its animations. */
class FakeElement {
  constructor(box = { left: 0, top: 0, width: 10, height: 10 }, found = {}) {
    Object.assign(this, { box, found, animations: [], children: [], attributes: {}, isRemoved: false });
  }
  animate(frames, timing) {
    const animation = { frames, ...timing, finished: Promise.resolve(), cancel: () => (animation.isCancelled = true) };
    this.animations.push(animation);
    return animation;
  }
  getBoundingClientRect() {
    return this.box;
  }
  querySelector(selector) {
    return this.found[selector] ?? null;
  }
  querySelectorAll(selector) {
    return this.found[selector] ?? [];
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(child) {
    this.children.push(child);
  }
  remove() {
    this.isRemoved = true;
  }
}

const timelineOf = (root, speed = 1, before = {}) =>
  new Timeline(root, { boxes: new Map(), tiles: new Map(), ...before }, null, speed);

test("events start when the one before has ended, at the speed of the settings", () => {
  const timeline = timelineOf(new FakeElement(), 0.5);
  const [first, second] = [new FakeElement(), new FakeElement()];
  timeline.animate(first, []);
  timeline.advance(EVENT_MS);
  timeline.animate(second, [], { ms: 100, after: 20 });
  timeline.begin();
  assert.deepEqual([first.animations[0].delay, first.animations[0].duration], [0, EVENT_MS / 2]);
  assert.deepEqual([second.animations[0].delay, second.animations[0].duration], [(EVENT_MS + 20) / 2, 50]);
});

test("only the first animation of an element applies before its start", () => {
  const timeline = timelineOf(new FakeElement());
  const element = new FakeElement();
  timeline.animate(element, []);
  timeline.animate(element, []);
  timeline.animate(null, []);
  timeline.begin();
  assert.deepEqual(
    element.animations.map(({ fill }) => fill),
    ["both", "forwards"],
  );
});

test("nothing in the document changes while animations are planned", () => {
  const timeline = timelineOf(new FakeElement());
  const [element, parent] = [new FakeElement(), new FakeElement()];
  timeline.addTemporary(element, parent);
  timeline.animate(element, []);
  assert.deepEqual([parent.children, element.animations], [[], []]);
  timeline.attach();
  assert.deepEqual([parent.children, element.animations], [[element], []]);
  timeline.begin();
  timeline.begin();
  assert.deepEqual([parent.children, element.animations.length], [[element], 1]);
});

test("a cleared timeline leaves nothing behind", () => {
  const timeline = timelineOf(new FakeElement());
  const [element, parent] = [new FakeElement(), new FakeElement()];
  timeline.addTemporary(element, parent);
  timeline.animate(element, []);
  timeline.begin();
  assert.deepEqual([parent.children, element.attributes], [[element], { "aria-hidden": "true" }]);
  timeline.clear();
  assert.equal(element.isRemoved, true);
  assert.equal(element.animations[0].isCancelled, true);
});

test("events are shown on the circle as it was, until its own event", () => {
  const [now, copy, board] = [new FakeElement(), new FakeElement(), new FakeElement()];
  const root = new FakeElement({}, { '.pyramid .tile[data-circle="4"]:not(.ghost)': now, ".pyramid .tiles": board });
  const timeline = timelineOf(root, 1, { tiles: new Map([[4, copy]]) });
  assert.equal(timeline.tile(4), now);
  timeline.showFormerTile(4);
  timeline.showFormerTile(4);
  assert.equal(timeline.tile(4), copy);
  assert.deepEqual(board.children, [copy]);
  EVENT_ANIMATIONS.revealed(timeline, { event: "revealed", circle: 4 });
  assert.equal(timeline.tile(4), now);
  assert.equal(timeline.now, REVEAL_MS);
  timeline.begin();
  assert.deepEqual([copy.animations.length, now.animations.length], [1, 1]);
});

test("the Power token moves along its track", () => {
  const space = (top) => new FakeElement({ left: 0, top, width: 10, height: 10 });
  const power = space(60);
  const tile = new FakeElement({}, { ".power": power, ".track__space": [0, 20, 40, 60].map(space) });
  const root = new FakeElement({}, { '.pyramid .tile[data-circle="4"]:not(.ghost)': tile });
  const timeline = timelineOf(root);
  EVENT_ANIMATIONS.shifted(timeline, { event: "shifted", circle: 4, from: 1, to: 3 });
  timeline.begin();
  assert.deepEqual(power.animations[0].frames, [{ transform: "translateY(-40px)" }, { transform: "translateY(0px)" }]);
});

test("an event about something that is not on the table moves nothing and takes no time", () => {
  const timeline = timelineOf(new FakeElement());
  for (const event of ["shifted", "converted", "disputation", "claimed", "reward"])
    EVENT_ANIMATIONS[event](timeline, { event, circle: 4, by: "C" });
  assert.equal(timeline.now, 0);
});

/** A table with two claimed circles and two that are turned over. */
function tableWithClaims() {
  const parts = () => ({ ".won": new FakeElement(), ".wax": new FakeElement() });
  const circles = [4, 5, 7, 8].map((circle) => [circle, new FakeElement({}, parts())]);
  const lands = [new FakeElement(), new FakeElement()];
  const tiles = Object.fromEntries(
    circles.map(([circle, tile]) => [`.pyramid .tile[data-circle="${circle}"]:not(.ghost)`, tile]),
  );
  const root = new FakeElement({}, { ...tiles, '.empire use[href$="#circle-4"]': lands });
  const formerTiles = circles.map(([circle]) => [circle, new FakeElement()]);
  return { root, lands, tiles: new Map(circles), former: new Map(formerTiles) };
}
const claim = (circle) => ({ event: "claimed", circle, by: "P", points: 5 });
const timesOf = ({ animations: [{ delay, duration }] }) => [delay, delay + duration];

test("a claim: the banner unfurls where the tokens go, then the map, then the seal", () => {
  const { root, lands, tiles, former } = tableWithClaims();
  const timeline = timelineOf(root);
  timeline.formerTiles = new Map(former);
  EVENT_ANIMATIONS.claimed(timeline, claim(4));
  timeline.begin();
  const { ".won": cloth, ".wax": seal } = tiles.get(4).found;
  assert.deepEqual(timesOf(cloth), [0, 420]);
  assert.deepEqual(timesOf(former.get(4)), [0, 420]);
  assert.deepEqual(timesOf(seal), [420, 600]);
  for (const land of lands) assert.deepEqual(timesOf(land), [220, 700]);
  assert.equal(timeline.formerTiles.has(4), false);
});

test("a claim and the circles that it opens take a second, and these turn together", () => {
  const { root, tiles, former } = tableWithClaims();
  const timeline = timelineOf(root);
  timeline.formerTiles = new Map(former);
  EVENT_ANIMATIONS.claimed(timeline, claim(4));
  for (const circle of [7, 8]) EVENT_ANIMATIONS.revealed(timeline, { event: "revealed", circle });
  assert.equal(timeline.now, 1000);
  timeline.begin();
  assert.deepEqual(timesOf(tiles.get(8)), timesOf(tiles.get(7)));
  assert.equal(timesOf(tiles.get(8))[1], 1000);
});

test("a second claim takes half as long", () => {
  const { root, former } = tableWithClaims();
  const timeline = timelineOf(root);
  timeline.formerTiles = new Map(former);
  EVENT_ANIMATIONS.claimed(timeline, claim(4));
  EVENT_ANIMATIONS.claimed(timeline, claim(5));
  assert.equal(timeline.now, CLAIM_MS * 1.5);
  timeline.begin();
  assert.deepEqual(timesOf(former.get(5)), [CLAIM_MS, CLAIM_MS + 210]);
});
