import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page } from "./static.mjs";

const { STORED, readStored, readStoredRecord, writeStored } = await page("core/storage.js");

beforeEach(() => localStorage.clear());

test("names of stored values never change: browsers of players hold them", () => {
  assert.deepEqual(STORED, {
    settings: "settings",
    course: "course",
    puzzles: "puzzles",
    box: "box",
    credentials: "tables",
    playerKey: "player",
    playerName: "name",
    chatLinesRead: "chat",
    stepsSeen: "seen",
    deals: "deals",
    daily: "daily",
    guideStep: "guide",
    newGame: "newgame",
    newOnlineGame: "newtable",
    newDeal: "newdeal",
  });
});

test("values are JSON under a prefix", () => {
  writeStored("chat", { a: 3 });
  assert.equal(localStorage.getItem("solafide.chat"), '{"a":3}');
  assert.deepEqual(readStored("chat"), { a: 3 });
  writeStored("chat", null);
  assert.equal(localStorage.getItem("solafide.chat"), null);
  assert.equal(readStored("chat"), null);
});

test("a value that cannot be read counts as missing", () => {
  localStorage.setItem("solafide.chat", "{broken");
  assert.equal(readStored("chat"), null);
  localStorage.setItem("solafide.seen", "3");
  assert.deepEqual(readStoredRecord("seen"), {});
});

test("a browser without storage forgets, but nothing fails", (context) => {
  const refuse = () => {
    throw new Error("storage is switched off");
  };
  context.mock.method(localStorage, "getItem", refuse);
  context.mock.method(localStorage, "setItem", refuse);
  writeStored("chat", 1);
  assert.equal(readStored("chat"), null);
});
