import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { parseRoute } = await page("core/routes.js");

test("every address has its page", () => {
  const routes = {
    "/": ["newgame", {}],
    "/new/watch": ["setup", { kind: "watch" }],
    "/games": ["games", {}],
    "/game/a1": ["game", { game: "a1" }],
    "/game/a1/at/12": ["game", { game: "a1", at: "12" }],
    "/record": ["record", {}],
    "/daily": ["daily", {}],
    "/daily/2026-11-19": ["daily", { day: "2026-11-19" }],
    "/learn": ["learn", {}],
    "/learn/turn": ["lesson", { lesson: "turn" }],
    "/puzzles": ["puzzles", {}],
    "/puzzles/own": ["ownPuzzles", {}],
    "/puzzles/a1b2c3": ["puzzle", { puzzle: "a1b2c3" }],
    "/rules": ["rules", {}],
    "/rules/6.1": ["rules", { section: "6.1" }],
    "/rules/6.1/example": ["example", { section: "6.1" }],
    "/cards/compare": ["compare", {}],
    "/cards/C24": ["card", { card: "C24" }],
    "/box": ["box", {}],
    "/box/circle-3": ["box", { entry: "circle-3" }],
    "/settings": ["settings", {}],
    "/data": ["data", {}],
    "/privacy": ["privacy", {}],
    "/table/a1": ["lobby", { game: "a1" }],
    "/deal": ["deal", {}],
    "/deal/d1": ["deal", { deal: "d1" }],
    "/confirm": ["emailLink", { action: "confirm" }],
    "/unsubscribe": ["emailLink", { action: "unsubscribe" }],
  };
  for (const [path, [name, params]] of Object.entries(routes)) {
    assert.deepEqual(parseRoute(path), { page: name, params }, path);
    if (path !== "/") assert.deepEqual(parseRoute(`${path}/`), { page: name, params }, `${path}/`);
  }
});

test("names in addresses are decoded", () => {
  assert.deepEqual(parseRoute("/rules/R%2014").params, { section: "R 14" });
});

test("an unknown address shows the start page", () => {
  for (const path of ["/nothing", "/game", "/game/a1/at/x", "/games/a1", "/confirm/x"])
    assert.deepEqual(parseRoute(path), { page: "newgame", params: {} }, path);
});
