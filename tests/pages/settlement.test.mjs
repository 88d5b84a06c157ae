import assert from "node:assert/strict";
import { test } from "node:test";
import "./environment.mjs";
import { page } from "./static.mjs";

const { settlementKey, settlementText } = await page("table/SettlementDialog.js");

const decided = { kind: "decided", winner: "C", lead: 20, unclaimed: 8, turns: 0 };
const draw = { kind: "draw", winner: null, lead: 0, unclaimed: 40, turns: 43 };

test("one player is told who wins, two at one screen the faith", () => {
  assert.equal(settlementText({ seat: "C", seats: ["C"] }, decided), "table.settlement.won");
  assert.equal(settlementText({ seat: "P", seats: ["P"] }, decided), "table.settlement.lost");
  assert.equal(settlementText({ seat: "P", seats: ["C", "P"] }, decided), "table.settlement.decided_for.C");
  assert.equal(settlementText({ seat: "P", seats: ["P"] }, draw), "table.settlement.draw");
});

test("who plays on is asked again after forty more turns, about a decided game never", () => {
  assert.equal(settlementKey(draw), settlementKey({ ...draw, turns: 79 }));
  assert.notEqual(settlementKey(draw), settlementKey({ ...draw, turns: 80 }));
  assert.equal(settlementKey(decided), settlementKey({ ...decided, lead: 30 }));
});
