import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const { clockText, durationText, timeAgo } = await page("core/duration.js");
const { PACES, paceText } = await page("core/pace.js");
const { hyphenate } = await page("core/hyphenate.js");

/** A translator that shows its key and values. */
const t = (key, values = {}) => `${key}(${Object.values(values).join(" ")})`;
const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

test("durations are told in the largest whole unit", () => {
  const cases = { 45: "seconds(45)", 60: "minutes(1)", 90: "seconds(90)", [40 * MINUTE]: "minutes(40)" };
  Object.assign(cases, { [12 * HOUR]: "hours(12)", [36 * HOUR]: "hours(36)", [14 * DAY]: "days(14)", 0: "seconds(0)" });
  for (const [seconds, text] of Object.entries(cases))
    assert.equal(durationText(t, Number(seconds)), `online.lasting.${text}`);
});

test("clocks show minutes, hours or days", () => {
  assert.deepEqual(
    [0, 5.9, 65, 599, HOUR - 1].map((s) => clockText(t, s)),
    ["0:00", "0:05", "1:05", "9:59", "59:59"],
  );
  assert.deepEqual(
    [HOUR, HOUR + 65, DAY - 1].map((s) => clockText(t, s)),
    ["1:00:00", "1:01:05", "23:59:59"],
  );
  assert.equal(clockText(t, 2 * DAY + 5 * HOUR + 59), "online.clock.days(2 5)");
});

test("times are relative for a week, then dates", () => {
  const now = Date.parse("2024-03-20T12:00:00Z");
  const ago = (seconds, lang = "en") => timeAgo(new Date(now - 1000 * seconds).toISOString(), lang, now);
  assert.deepEqual(
    [ago(-5), ago(59), ago(150), ago(2 * HOUR), ago(DAY), ago(6 * DAY)],
    ["now", "now", "2 minutes ago", "2 hours ago", "yesterday", "6 days ago"],
  );
  assert.equal(ago(30, "nl"), "nu");
  assert.equal(ago(2 * HOUR, "de"), "vor 2 Stunden");
  assert.equal(ago(8 * DAY), "March 12, 2024");
});

test("paces are told with their increment and limit", () => {
  assert.equal(paceText(t, null), "online.pace.none.text()");
  assert.equal(
    paceText(t, { kind: "live", bank: 60, plus: 0, cap: null }),
    "online.pace_bank(online.lasting.minutes(1))",
  );
  assert.match(
    paceText(t, PACES.brisk),
    /^online\.pace_plus\(online\.lasting\.minutes\(15\) online\.lasting\.seconds\(15\)\)$/,
  );
  assert.match(paceText(t, PACES.days), /^online\.pace_cap\(.*days\(3\) .*hours\(12\) .*days\(5\)\)$/);
});

test("long words get soft hyphens before known parts and between syllables", () => {
  const german = (key) => ({ "table.name_parts": "burg sachsen", "table.name_units": "sch ch ck" })[key];
  const hyphens = (name) => hyphenate(name, german).replaceAll("\u00AD", "-");
  assert.equal(hyphens("Brandenburg"), "Branden-burg");
  assert.equal(hyphens("Niedersachsen"), "Nieder-sachsen");
  assert.equal(hyphens("Reichstag zu Worms"), "Reichs-tag zu Worms");
  assert.equal(hyphens("Generalkapitel"), "Gene-ral-ka-pi-tel");
  assert.equal(hyphens("Ablass"), "Ablass");
  assert.equal(hyphenate("Brandenburg", german, 11), "Brandenburg", "it fits in one piece");
});
