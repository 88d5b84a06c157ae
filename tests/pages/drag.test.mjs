import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { boxAt, isTouchDrag, moveAxis } = await page("ui/dragGeometry.js");
const { dropAnswer, dropPlace, droppedCard, isAskedByDrop } = await page("table/cardDrop.js");
const { placeOptions } = await page("table/placeOptions.js");

const box = (left, top, width = 100, height = 60) => ({ left, top, right: left + width, bottom: top + height });
const option = (choice, more = {}) => ({
  choice,
  verb: choice.split(":")[0],
  card: null,
  circle: null,
  circles: [],
  changes: [],
  ...more,
});

test("a press that hardly moves is no drag; a longer one has an axis", () => {
  assert.equal(moveAxis(3, 4, false), null);
  assert.equal(moveAxis(6, 1, false), "x");
  assert.equal(moveAxis(6, 1, true), null);
  assert.equal(moveAxis(-3, -9, true), "y");
});

test("a finger drags where nothing scrolls, or after it was held still", () => {
  assert.equal(isTouchDrag({ heldMs: 10, canScroll: false }), true);
  assert.equal(isTouchDrag({ heldMs: 10, canScroll: true }), false);
  assert.equal(isTouchDrag({ heldMs: 300, canScroll: true }), true);
});

test("a drop hits the box at the point, else the nearest that is close", () => {
  const boxes = [box(0, 0), box(110, 0), box(0, 70)];
  assert.equal(boxAt({ x: 50, y: 30 }, boxes), 0);
  assert.equal(boxAt({ x: 107, y: 30 }, boxes), 1);
  assert.equal(boxAt({ x: 50, y: 138 }, boxes), 2);
  assert.equal(boxAt({ x: 50, y: 170 }, boxes), -1);
  assert.equal(boxAt({ x: 50, y: 170 }, []), -1);
});

test("a card is dropped on its circles, a discard on the pile, another card anywhere on the board", () => {
  assert.deepEqual(dropPlace(option("play:C01", { circles: [2, 5] })), { kind: "circles", circles: [2, 5] });
  assert.deepEqual(dropPlace(option("discard:C01")), { kind: "discard" });
  assert.deepEqual(dropPlace(option("play:C02")), { kind: "board" });
});

test("a drop answers the question about the circle only if there is one", () => {
  const moment = { version: 7 };
  const card = { card: "C01" };
  assert.deepEqual(droppedCard(option("play:C01", { ...card, circles: [2, 5] }), 5, moment), {
    card: "C01",
    circle: 5,
    version: 7,
  });
  // With one circle, the game itself goes on; a later question may be about another effect.
  assert.equal(droppedCard(option("play:C01", { ...card, circles: [5] }), 5, moment), null);
  assert.equal(droppedCard(option("play:C01", card), NaN, moment), null);
});

test("a drop belongs to the question that its card asks next", () => {
  const dropped = { card: "C01", circle: 5, version: 7 };
  const moment = { version: 8, step: 8, last_step: 8, text: { resolving: { card: "C01" } } };
  assert.equal(isAskedByDrop(moment, dropped), true);
  assert.equal(isAskedByDrop({ ...moment, version: 7 }, dropped), false);
  assert.equal(isAskedByDrop({ ...moment, step: 6 }, dropped), false);
  assert.equal(isAskedByDrop({ ...moment, text: { resolving: { card: "C02" } } }, dropped), false);
  assert.equal(isAskedByDrop({ ...moment, text: { resolving: null } }, dropped), false);
});

test("the drop answers with the one option of its circle; the player chooses from several", () => {
  const asked = (options) => placeOptions({ view: { own: { hand: [] } }, text: { options } });
  const circles = asked([option("circle:2", { circle: 2 }), option("circle:5", { circle: 5 })]);
  assert.equal(dropAnswer(circles, 5).choice, "circle:5");
  assert.equal(dropAnswer(circles, 3), null);
  const places = ["place:2:nobility", "place:5:nobility", "place:5:commoners"].map((choice) =>
    option(choice, { circle: Number(choice.split(":")[1]) }),
  );
  assert.equal(dropAnswer(asked(places), 2).choice, "place:2:nobility");
  assert.equal(dropAnswer(asked(places), 5), null);
});
