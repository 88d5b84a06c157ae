import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { page } from "./static.mjs";

const { sha256, sha256InJavaScript } = await page("fairness/sha256.js");
const { fromHex, toBase64Url, toHex } = await page("core/bytes.js");
const { newContribution, commitmentOf } = await page("fairness/contribution.js");
const { seedVerdict, verifySeed } = await page("fairness/verifySeed.js");
const { checkSignatures, haveServerKeys } = await page("fairness/signatures.js");
const { openDueContribution, refusesToOpen } = await page("fairness/openContributions.js");
const { credentialsOf, forgetEverything, saveCredentials } = await page("core/credentials.js");
const { takeSeat } = await page("online/useLobby.js");
const { receiptText } = await page("fairness/receiptFile.js");

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

const KEYS = generateKeyPairSync("ed25519");
const KEY = toHex(KEYS.publicKey.export({ format: "der", type: "spki" }).subarray(-32));
const AT = "2026-01-31T12:00:00.000+00:00";

/** What the server signs, as docs/api.md says it. */
function signedPromise(by, commitment) {
  const statement = ["solafide promise 1", "game", by, commitment, AT].join("\n");
  return { by, commitment, at: AT, key: KEY, signature: toHex(sign(null, Buffer.from(statement), KEYS.privateKey)) };
}
const SIGNED = [
  signedPromise("server", PROMISES.part),
  signedPromise("1", PROMISES[1]),
  signedPromise("2", PROMISES[2]),
];

test("signatures of promises are checked", async () => {
  assert.equal(await checkSignatures("game", SIGNED), "valid");
  assert.equal(await checkSignatures("game", []), "unsigned");
  assert.equal(await checkSignatures("other", SIGNED), "invalid");
  for (const [field, value] of [
    ["at", AT.replace("000+", "001+")],
    ["commitment", "00".repeat(32)],
    ["by", "seed"],
    ["key", "11".repeat(32)],
    ["key", ""],
    ["signature", "00".repeat(64)],
    ["signature", ""],
  ])
    assert.equal(await checkSignatures("game", [{ ...SIGNED[0], [field]: value }, SIGNED[1]]), "invalid", field);
});

test("a key must be one that the server publishes, while it was in use", () => {
  assert.ok(haveServerKeys(SIGNED, [{ key: KEY, retired: null }]));
  assert.ok(
    haveServerKeys(SIGNED, [
      { key: "other", retired: null },
      { key: KEY, retired: AT },
    ]),
  );
  assert.ok(!haveServerKeys(SIGNED, [{ key: KEY, retired: "2026-01-31T11:59:59.999+00:00" }]));
  assert.ok(!haveServerKeys(SIGNED, [{ key: "other", retired: null }]));
});

test("the verdict says no more than what this browser kept before", async () => {
  const verdict = async (/** @type {object} */ credentials, record = RECORD) =>
    seedVerdict(await verifySeed(record, SEED, { person: "2", ...credentials }));
  const own = { contribution: CONTRIBUTIONS[2], promises: PROMISES };
  const signed = { signed: SIGNED, signedFor: "game" };
  assert.equal(await verdict({}), "sound");
  assert.equal(await verdict(own), "own");
  assert.equal(await verdict({ ...own, ...signed }), "signed");
  assert.equal(await verdict({ ...own, ...signed, signedFor: "other" }), "forged");
  assert.equal(await verdict({ ...own, ...signed, promises: { ...PROMISES, part: "00" } }), "sound");
  assert.equal(await verdict({ ...own, ...signed }, RECORD.replace(PROMISES[1], PROMISES[2])), "bad");
});

test("in a duplicate deal the seed itself was promised", async () => {
  const seedPromise = createHash("sha256").update("solafide seed 1\n").update(Buffer.from(SEED, "hex")).digest("hex");
  const verdict = async (/** @type {object[]} */ signed) =>
    seedVerdict(await verifySeed(RECORD, SEED, { person: "2", signed, signedFor: "game" }));
  assert.equal(await verdict([...SIGNED, signedPromise("seed", seedPromise)]), "seed");
  assert.equal(await verdict([...SIGNED, signedPromise("seed", "00".repeat(32))]), "sound");
  assert.equal(await verdict(SIGNED), "sound");
});

test("a receipt has the promises that this browser kept", () => {
  assert.equal(receiptText({ person: "1" }), null);
  const kept = { person: "1", contribution: CONTRIBUTIONS[1], signed: SIGNED, signedFor: "game", secret: "s" };
  assert.deepEqual(JSON.parse(receiptText(kept)), {
    format: "solafide receipt 1",
    game: "game",
    person: "1",
    contribution: CONTRIBUTIONS[1],
    promises: SIGNED,
  });
});

/** The lobby in which person 1 has to open their contribution. */
const lobbyToOpen = (/** @type {object[]} */ signed) => ({
  game: "game",
  state: "opening",
  person: "1",
  players: { 1: { revealed: false }, 2: { revealed: false } },
  commitments: { server: PROMISES.part, 1: PROMISES[1], 2: PROMISES[2] },
  signed_commitments: signed,
});

/** Open the contribution of person 1; return whether it was sent, and what the browser kept. */
async function opens(/** @type {object} */ lobby, keys = [{ key: KEY, retired: null }]) {
  let isSent = false;
  globalThis.fetch = async (/** @type {string} */ address) => {
    isSent ||= address.includes("/reveal");
    const answer = address.includes("server-keys") ? { version: 1, keys } : { ...lobby, state: "begun" };
    return new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
  };
  forgetEverything();
  saveCredentials("game", { secret: "s".repeat(43), person: "1", contribution: CONTRIBUTIONS[1] });
  await openDueContribution(lobby);
  return { isSent, isRefused: refusesToOpen("game"), kept: credentialsOf("game") };
}

test("a browser keeps signed promises and then opens its contribution", async () => {
  const { isSent, isRefused, kept } = await opens(lobbyToOpen(SIGNED));
  assert.ok(isSent && !isRefused);
  assert.deepEqual([kept.promises, kept.signed, kept.signedFor], [PROMISES, SIGNED, "game"]);
  const old = await opens(lobbyToOpen([])); // a lobby from before the server's key
  assert.ok(old.isSent && !old.isRefused);
  assert.equal(receiptText(old.kept), null);
});

test("a browser keeps its contribution to itself if promises are not signed as they should be", async () => {
  const forged = { ...SIGNED[0], at: AT.replace("000+", "001+") };
  const lobbies = [
    lobbyToOpen([forged, SIGNED[1], SIGNED[2]]),
    lobbyToOpen(SIGNED.slice(1)),
    { ...lobbyToOpen(SIGNED), commitments: { server: "00".repeat(32), 1: PROMISES[1], 2: PROMISES[2] } },
    { ...lobbyToOpen([]), commitments: { server: PROMISES.part, 1: PROMISES[2], 2: PROMISES[2] } }, // not its own
  ];
  for (const lobby of lobbies) {
    const { isSent, isRefused, kept } = await opens(lobby);
    assert.ok(!isSent && isRefused && !kept.promises && !kept.signed);
  }
  assert.ok(!(await opens(lobbyToOpen(SIGNED), [{ key: "11".repeat(32), retired: null }])).isSent);
  assert.ok((await opens(lobbyToOpen(SIGNED))).isSent);
});

test("a seat that was granted is kept when the promises cannot be checked yet", async () => {
  globalThis.fetch = async (/** @type {string} */ address, /** @type {RequestInit} */ { body }) => {
    if (!address.includes("/join")) return new Response("{}", { status: 503 });
    const { commitments, ...lobby } = lobbyToOpen(SIGNED);
    const own = JSON.parse(String(body)).commitment;
    return new Response(JSON.stringify({ ...lobby, person: "2", commitments: { ...commitments, 2: own } }));
  };
  forgetEverything();
  saveCredentials("game", { invite: "i".repeat(43) });
  assert.equal((await takeSeat("game", "Anna", "key")).game, "game");
  const { secret, contribution, promises } = credentialsOf("game");
  assert.ok(secret && contribution && !promises);
});
