// What the browser keeps of the course, and the notes of the first whole game.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page } from "./static.mjs";

const { courseProgress, finishLesson, isFirstGame, keepChoices, keepFirstGame, keepNote, lessonToGoOn, restartCourse } =
  await page("learn/courseProgress.js");
const { RULE_NOTES, nextRuleNote } = await page("learn/RuleNotes.js");

beforeEach(() => localStorage.clear());

test("choices are kept until the lesson is finished", () => {
  keepChoices("turn", ["draw"]);
  assert.deepEqual(courseProgress().choices, { turn: ["draw"] });
  assert.equal(courseProgress().last, "turn");
  finishLesson("turn");
  finishLesson("turn");
  assert.deepEqual(courseProgress().choices, {});
  assert.deepEqual(courseProgress().done, ["turn"]);
  restartCourse();
  assert.deepEqual(courseProgress().done, []);
});

test("the course goes on with the open lesson, else with the first that is not finished", () => {
  const lessons = ["turn", "convert", "claim"];
  const progress = (done, last) => ({ ...courseProgress(), done, last });
  assert.equal(lessonToGoOn(lessons, progress([], "")), "turn");
  assert.equal(lessonToGoOn(lessons, progress(["turn"], "claim")), "claim");
  assert.equal(lessonToGoOn(lessons, progress(["turn", "claim"], "claim")), "convert");
  assert.equal(lessonToGoOn(lessons, progress(lessons, "claim")), "turn");
});

test("one game is the first whole game", () => {
  assert.equal(isFirstGame("a1"), false);
  keepFirstGame("a1");
  assert.equal(isFirstGame("a1"), true);
  keepNote("claim");
  keepNote("claim");
  assert.deepEqual(courseProgress().notes, ["claim"]);
});

const moment = (question, needs = null) => ({
  seat: "P",
  view: { decision: question ? { question } : null, turn: "P" },
  text: { circles: [{ needs }] },
});

test("a note comes when its rule first matters, and a question before an event", () => {
  const name = (shown, log, explained = []) => nextRuleNote(shown, log, explained)?.name;
  assert.equal(name(moment("action"), []), undefined);
  assert.equal(name(moment("limit"), [{ event: "claimed" }]), "limit");
  assert.equal(name(moment("action"), [{ event: "claimed" }]), "claim");
  assert.equal(name(moment("action"), [{ event: "claimed" }], ["claim"]), undefined);
  assert.equal(name(moment("action", { C: 1, P: 3 }), []), "threat");
  assert.equal(name(moment("action", { C: 2, P: 1 }), []), undefined);
  assert.equal(name(moment("action"), [{ event: "converted", print: "N" }]), "neutrals");
  assert.equal(name(moment("action"), [{ event: "rolled", for: "first" }]), undefined);
  assert.equal(name(moment("action"), [{ event: "rolled", for: "military" }]), "military");
});

test("each note has a section of the rules", () => {
  assert.equal(new Set(RULE_NOTES.map(({ name }) => name)).size, RULE_NOTES.length);
  for (const { section } of RULE_NOTES) assert.match(section, /^§\d+(\.\d+)?$/);
});
