import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page } from "./static.mjs";

const { RequestRefused, apiAddress, newIdempotencyKey, request, requestWithRetry } = await page("core/request.js");
const { setServerKind } = await page("core/serverKind.js");

/** Responses to come, and requests that were sent. */
let [responses, sent] = [[], []];
globalThis.fetch = async (address, options) => {
  sent.push({ address, ...options });
  const next = responses.shift();
  if (next instanceof Error) throw next;
  return next;
};
const json = (body, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (status, key = "busy") => json({ error: { key, text: "Not now." } }, status);

/** Lets pauses between attempts take no time. */
const skipPauses = (context) => context.mock.method(globalThis, "setTimeout", (run) => void run());

beforeEach(() => {
  [responses, sent] = [[], []];
  setServerKind("online");
});

test("addresses carry the language, and only parameters that have a value", () => {
  assert.equal(
    apiAddress("games/a", { seat: "C", at: 0, since: null, mind: undefined }),
    "/api/games/a?lang=de&seat=C&at=0",
  );
});

test("bodies and secrets are sent as the server expects them", async () => {
  responses = [json({ ok: true }), json({}), new Response(null, { status: 204 })];
  assert.deepEqual(await request("POST", "games", {}, { body: { mode: "first" }, secret: "s" }), { ok: true });
  await request("GET", "games", {});
  assert.equal(await request("DELETE", "games/a", {}), null);
  assert.deepEqual(
    sent.map(({ method, body, headers }) => [method, body, headers]),
    [
      ["POST", '{"mode":"first"}', { "Content-Type": "application/json", Authorization: "Bearer s" }],
      ["GET", undefined, {}],
      ["DELETE", undefined, { "Content-Type": "application/json" }],
    ],
  );
});

test("a refusal has the text and the moment of the server", async () => {
  responses = [json({ error: { key: "stale", text: "Too late." }, moment: { version: 3 } }, 409)];
  await assert.rejects(request("POST", "games/a/choices", {}), (error) => {
    assert.ok(error instanceof RequestRefused);
    assert.deepEqual(
      [error.status, error.key, error.message, error.moment],
      [409, "stale", "Too late.", { version: 3 }],
    );
    return true;
  });
});

test("a refusal of something in between is known by its status", async () => {
  responses = [new Response("<h1>Bad gateway</h1>", { status: 502 })];
  await assert.rejects(request("GET", "games", {}), { status: 502, key: "http.502", message: "" });
});

test("a server that does not respond, and a response that breaks off, have status 0", async () => {
  responses = [new TypeError("no network"), new Response('{"half":')];
  await assert.rejects(request("GET", "games", {}), { status: 0, key: "unreachable" });
  await assert.rejects(request("GET", "games", {}), { status: 0, key: "unreachable" });
});

test("an unavailable server is asked again with the same idempotency key", async (context) => {
  skipPauses(context);
  responses = [new TypeError("no network"), refusal(503), refusal(502), json({ version: 4 })];
  const body = { choice: "draw", idempotency_key: newIdempotencyKey() };
  assert.deepEqual(await requestWithRetry("games/a/choices", { body }), { version: 4 });
  assert.equal(sent.length, 4);
  assert.deepEqual(new Set(sent.map((each) => each.body)), new Set([JSON.stringify(body)]));
});

test("a refusal for a reason is not repeated, nor is anything on a local server", async () => {
  responses = [refusal(409)];
  await assert.rejects(requestWithRetry("games/a/choices", {}), { status: 409 });
  setServerKind("local");
  responses = [refusal(503)];
  await assert.rejects(requestWithRetry("games/a/choices", {}), { status: 503 });
  assert.equal(sent.length, 2);
});

test("after a minute the last refusal counts", async (context) => {
  let now = 0;
  context.mock.method(Date, "now", () => (now += 40_000));
  skipPauses(context);
  responses = [refusal(503), refusal(503), refusal(503)];
  await assert.rejects(requestWithRetry("games/a/choices", {}), { status: 503 });
  assert.equal(sent.length, 2);
});

test("idempotency keys are random", () => {
  assert.match(newIdempotencyKey(), /^[0-9a-f]{32}$/);
  assert.notEqual(newIdempotencyKey(), newIdempotencyKey());
});
