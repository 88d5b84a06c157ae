// What this browser keeps of games far away: the secrets of its seats, links to watch, and its own key.
import { useEffect, useState } from "../vendor/preact.js";
import { digest, hex, unhex } from "../fairness/sha256.js";
import { keep, recalled } from "./storage.js";

/**
 * @typedef {object} Kept what is kept of one game
 * @property {string} [secret] of the own seat
 * @property {"1" | "2"} [person]
 * @property {string} [contribution] of this browser to the chance, in hex digits
 * @property {Record<"part" | "1" | "2", string>} [promises] of all parts of the chance, as they were seen before any
 *   was opened
 * @property {string} [name] under which one plays
 * @property {string} [invite] lets this browser sit down
 * @property {string} [gate] lets somebody else sit down: it goes into a link
 * @property {string} [watch] lets anybody look on
 * @property {string} [link] an own seat that came by a link and has not been taken up
 * @property {boolean} [begun] its first card has been dealt
 * @property {boolean} [done] nothing more will happen there
 */
/** @typedef {{kind: "join" | "seat" | "watch", game: string, secret: string}} Link */

const TABLES = "tables";
const PLAYER = "player";
const NAME = "name";
/** Read lines of conversations, seen steps, deals: by the names of games. */
const OF_GAMES = ["chat", "seen", "deals"];
const SECRET = /^[\w-]{43}$/;
const LINK = /^#([\w-]{1,64})\.([\w-]{43})$/;
const PROMISE = new TextEncoder().encode("solafide part 1\n");
const BYTES = 32;

/** @returns {Record<string, Kept>} */
function read() {
  const found = recalled(TABLES);
  return found && typeof found === "object" ? /** @type {Record<string, Kept>} */ (found) : {};
}

let tables = read();
/** @type {Set<() => void>} */
const followers = new Set();
const tell = () => followers.forEach((follower) => follower());

addEventListener("storage", (event) => {
  if (event.key !== `solafide.${TABLES}`) return;
  tables = read();
  tell();
});

/** @returns {Record<string, Kept>} */
export const keptTables = () => tables;

/** @param {string} game
 * @returns {Kept} */
export const keptOf = (game) => tables[game] ?? {};

/** @param {string} game
 * @param {Kept} more what was not kept so far, or has changed; undefined takes something away */
export function keepTable(game, more) {
  // Another tab may have kept something meanwhile.
  const before = { ...tables, ...read() };
  const entry = Object.fromEntries(
    Object.entries({ ...before[game], ...more }).filter(([, value]) => value !== undefined),
  );
  tables = { ...before, [game]: entry };
  keep(TABLES, tables);
  tell();
}

/** @param {string} game */
export function forgetTable(game) {
  const { [game]: _, ...others } = { ...tables, ...read() };
  tables = others;
  keep(TABLES, tables);
  tell();
}

/** Nothing is kept any more: neither the seats, nor what was noted of these games elsewhere. */
export function forgetAll() {
  tables = {};
  for (const name of [TABLES, PLAYER, NAME, ...OF_GAMES]) keep(name, null);
  tell();
}

/** @param {() => void} follower called when something else is kept
 * @returns {() => void} ends it */
export function followTables(follower) {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** @returns {Record<string, Kept>} */
export function useTables() {
  const [, again] = useState(0);
  useEffect(() => followTables(() => again((n) => n + 1)), []);
  return tables;
}

/** What is shown to the server of a game that is being played or watched.
 * @param {string} game */
export const secretOf = (game) => keptOf(game).secret ?? keptOf(game).watch ?? null;

/** What is shown before its first card.
 * @param {string} game */
export function arrivalSecret(game) {
  const { secret, link, invite, watch } = keptOf(game);
  return secret ?? link ?? invite ?? watch ?? null;
}

/** @param {Uint8Array} bytes */
const written = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const drawn = () => crypto.getRandomValues(new Uint8Array(BYTES));

export const newSecret = () => written(drawn());

/** @param {string} contribution
 * @returns {Promise<string>} what is told of it before it is opened */
export async function promised(contribution) {
  return hex(await digest(new Uint8Array([...PROMISE, ...unhex(contribution)])));
}

/** A part of the chance, and the promise of it. */
export async function newContribution() {
  const contribution = hex(drawn());
  return { contribution, promise: await promised(contribution) };
}

/** The key of this browser: it owns the seats that were taken with it. */
export function playerKey() {
  const found = recalled(PLAYER);
  if (typeof found === "string" && SECRET.test(found)) return found;
  const made = newSecret();
  keep(PLAYER, made);
  return made;
}

/** The name under which one played last. */
export const ownName = () => String(recalled(NAME) ?? "");

/** @param {string} name */
export const keepName = (name) => keep(NAME, name || null);

/** @param {Link["kind"]} kind
 * @param {string} game
 * @param {string} secret */
export const linkTo = (kind, game, secret) => `${location.origin}/${kind}#${game}.${secret}`;

/** What came with the link of a letter, until the page is left. */
let token = "";
export const letterToken = () => token;

/** In place of a game, where a link came without it. */
export const INCOMPLETE = "incomplete";

/** Takes the secret out of the address before anything else can see it there; where it leads to is the address from
 *   then on. */
export function takeLink() {
  const kind = /^\/(join|seat|watch|confirm|unsubscribe)\/?$/.exec(location.pathname)?.[1];
  if (!kind) return;
  if (kind === "confirm" || kind === "unsubscribe") {
    token = location.hash.slice(1);
    history.replaceState(null, "", `/${kind}`);
    return;
  }
  const [, game, secret] = LINK.exec(location.hash) ?? [];
  if (!game) {
    history.replaceState(null, "", `/table/${INCOMPLETE}`);
    return;
  }
  const known = keptOf(game);
  if (kind === "watch") keepTable(game, { watch: secret });
  else if (!known.secret) keepTable(game, kind === "join" ? { invite: secret } : { link: secret });
  history.replaceState(null, "", `/table/${game}`);
}
