import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { page } from "./static.mjs";

const { sha256, sha256InJavaScript } = await page("fairness/sha256.js");
const { fromHex, toBase64Url, toHex } = await page("core/bytes.js");
const { newContribution, commitmentOf } = await page("fairness/contribution.js");
const { verifySeed } = await page("fairness/verifySeed.js");

// A record that the Python code has written: tests/records verifies it too.
const RECORD = readFileSync(new URL("../corpus/records/joint-chance.solafide", import.meta.url), "utf-8");
const valueOf = (name) => RECORD.match(new RegExp(`^${name} (.*)$`, "m"))[1];
const SEED = valueOf("seed");
const PROMISES = JSON.parse(valueOf("promises"));
const CONTRIBUTIONS = JSON.parse(valueOf("chance"));

test("SHA-256 in JavaScript gives the same as the library, around the borders of its blocks", () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i % 251);
    assert.equal(toHex(sha256InJavaScript(bytes)), createHash("sha256").update(bytes).digest("hex"), String(length));
  }
});

test("SHA-256 of the browser is used where there is one", async () => {
  assert.equal(
    toHex(await sha256(new TextEncoder().encode("abc"))),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("bytes are encoded as hexadecimal and URL-safe base64 text", () => {
  assert.equal(toHex(Uint8Array.of(0, 15, 255)), "000fff");
  assert.deepEqual(fromHex("000fff"), Uint8Array.of(0, 15, 255));
  assert.equal(toBase64Url(Uint8Array.of(251, 255, 190)), "-_--");
  assert.equal(toBase64Url(Uint8Array.of(1)), "AQ");
});

test("commitments equal those of the server", async () => {
  for (const by of ["part", "1", "2"]) assert.equal(await commitmentOf(CONTRIBUTIONS[by]), PROMISES[by], by);
});

test("a new contribution comes with its commitment", async () => {
  const { contribution, commitment } = await newContribution();
  assert.match(contribution, /^[0-9a-f]{64}$/);
  assert.equal(commitment, await commitmentOf(contribution));
});

test("a joint seed is verified", async () => {
  const credentials = { person: "2", contribution: CONTRIBUTIONS[2], promises: PROMISES };
  const { parts, makeSeed, includeOwn } = await verifySeed(RECORD, SEED, credentials);
  assert.deepEqual([makeSeed, includeOwn], [true, true]);
  assert.deepEqual(
    parts.map(({ by, keepsPromise, wasSeenBefore }) => [by, keepsPromise, wasSeenBefore]),
    [
      ["part", true, true],
      ["1", true, true],
      ["2", true, true],
    ],
  );
});

test("a changed seed, contribution or commitment is found", async () => {
  assert.equal((await verifySeed(RECORD, "00".repeat(32), {})).makeSeed, false);
  const forged = RECORD.replace(CONTRIBUTIONS[1], "11".repeat(32));
  const { parts, makeSeed } = await verifySeed(forged, SEED, {});
  assert.equal(makeSeed, false);
  assert.deepEqual(
    parts.map(({ keepsPromise }) => keepsPromise),
    [true, false, true],
  );
  const credentials = { person: "1", contribution: "22".repeat(32), promises: { ...PROMISES, part: "33".repeat(32) } };
  const changed = await verifySeed(RECORD, SEED, credentials);
  assert.equal(changed.includeOwn, false);
  assert.deepEqual(
    changed.parts.map(({ wasSeenBefore }) => wasSeenBefore),
    [false, true, true],
  );
});

test("a record without a joint seed has nothing to verify", async () => {
  assert.equal(await verifySeed("solafide record 1\nseed 00\n", "00", {}), null);
});
