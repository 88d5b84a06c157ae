import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./static.mjs";

const SECRET = "s".repeat(43);
// As browsers hold them: every field that a page has ever stored.
const STORED_BY_OLDER_PAGES = {
  seat: {
    secret: SECRET,
    person: "2",
    contribution: "00".repeat(32),
    promises: { part: "aa", 1: "bb", 2: "cc" },
    name: "Anna",
    watch: "w",
    gate: "g",
    begun: true,
  },
  invited: { invite: "i" },
  watched: { watch: "w" },
  linked: { link: "l" },
  finished: { secret: "f", done: true },
};
localStorage.setItem("solafide.tables", JSON.stringify(STORED_BY_OLDER_PAGES));
localStorage.setItem("solafide.player", JSON.stringify("k".repeat(43)));
localStorage.setItem("solafide.name", JSON.stringify("Anna"));
const credentials = await page("core/credentials.js");
const { parseSecretHash, takeSecretFromAddress, emailToken, linkTo } = await page("core/secretLinks.js");
const { subscriptions } = await page("core/onlineStream.js");

const open = (path, hash) => {
  Object.assign(location, { pathname: path, hash });
  takeSecretFromAddress();
  return location.pathname;
};

test("seats, names and keys of older pages are found", () => {
  assert.equal(credentials.gameSecret("seat"), SECRET);
  assert.equal(credentials.gameSecret("watched"), "w");
  assert.equal(credentials.gameSecret("invited"), null);
  assert.deepEqual(["seat", "linked", "invited", "watched", "unknown"].map(credentials.lobbySecret), [
    SECRET,
    "l",
    "i",
    "w",
    null,
  ]);
  assert.equal(credentials.playerKey(), "k".repeat(43));
  assert.equal(credentials.storedName(), "Anna");
});

test("the stream follows own seats, and other games only while they are shown", () => {
  const stored = credentials.allCredentials();
  const steps = new Map([["seat", 7]]);
  assert.deepEqual(subscriptions(stored, [], steps), [{ game: "seat", secret: SECRET, step: 7 }]);
  assert.deepEqual(
    subscriptions(stored, ["invited", "watched", "linked", "finished"], steps).map(({ game, secret }) => [
      game,
      secret,
    ]),
    [
      ["seat", SECRET],
      ["invited", "i"],
      ["watched", "w"],
      ["linked", "l"],
      ["finished", "f"],
    ],
  );
});

test("a seat that was requested but not granted is not followed", () => {
  const stored = { game: { secret: "s", invite: "i" } };
  assert.deepEqual(subscriptions(stored, [], new Map()), []);
  assert.deepEqual(subscriptions(stored, ["game"], new Map()), [{ game: "game", secret: "i", step: 0 }]);
});

test("changes are merged with what another tab has stored", () => {
  let calls = 0;
  const unwatch = credentials.watchCredentials(() => (calls += 1));
  localStorage.setItem("solafide.tables", JSON.stringify({ ...STORED_BY_OLDER_PAGES, other: { watch: "o" } }));
  credentials.saveCredentials("invited", { secret: "new", invite: undefined });
  unwatch();
  const stored = JSON.parse(localStorage.getItem("solafide.tables"));
  assert.deepEqual([stored.invited, stored.other], [{ secret: "new" }, { watch: "o" }]);
  assert.equal(calls, 1);
});

test("links give their secret to the store and lose it in the address", () => {
  assert.equal(open("/join", `#j1.${SECRET}`), "/table/j1");
  assert.deepEqual(credentials.credentialsOf("j1"), { invite: SECRET });
  assert.equal(open("/seat", `#s1.${SECRET}`), "/table/s1");
  assert.deepEqual(credentials.credentialsOf("s1"), { link: SECRET });
  assert.equal(open("/watch", `#w1.${SECRET}`), "/table/w1");
  assert.deepEqual(credentials.credentialsOf("w1"), { watch: SECRET });
  assert.equal(location.hash, "");
});

test("an invitation does not replace a seat", () => {
  open("/join", `#seat.${"x".repeat(43)}`);
  assert.equal(credentials.credentialsOf("seat").invite, undefined);
});

test("a link that was cut off is recognised", () => {
  assert.equal(open("/join", "#j2.tooshort"), "/table/incomplete");
  assert.equal(parseSecretHash(""), null);
  assert.deepEqual(parseSecretHash(`#id.${SECRET}`), { id: "id", secret: SECRET });
});

test("the token of an e-mail stays in memory", () => {
  assert.equal(open("/confirm", "#token"), "/confirm");
  assert.equal(emailToken(), "token");
});

test("links are as other pages have sent them", () => {
  assert.equal(linkTo("join", "g", "s"), "https://example.org/join#g.s");
});

test("new secrets are 256 bits in URL-safe base64", () => {
  const secret = credentials.newSecret();
  assert.match(secret, /^[\w-]{43}$/);
  assert.notEqual(secret, credentials.newSecret());
});

test("everything personal can be forgotten", () => {
  localStorage.setItem("solafide.seen", "{}");
  credentials.forgetEverything();
  assert.deepEqual(credentials.allCredentials(), {});
  for (const name of ["tables", "player", "name", "chat", "seen", "deals"])
    assert.equal(localStorage.getItem(`solafide.${name}`), null, name);
});
