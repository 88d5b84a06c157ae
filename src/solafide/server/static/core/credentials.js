// The credentials of this browser on an online server: secrets of its seats, invitations, and the player's key.
import { useEffect, useState } from "../vendor/preact.js";
import { randomBytes, toBase64Url } from "./bytes.js";
import { STORED, readStored, readStoredRecord, storageKey, writeStored } from "./storage.js";

/** @import {SignedCommitment} from "./types" */
/**
 * What is stored of one game. Browsers of players hold these fields: never rename one without a migration.
 * @typedef {object} GameCredentials
 * @property {string} [secret] of this browser's seat
 * @property {"1" | "2"} [person]
 * @property {string} [contribution] of this browser to the joint seed, in hex digits
 * @property {Record<"part" | "1" | "2", string>} [promises] of all contributions, as they were before any was opened
 * @property {SignedCommitment[]} [signed] promises with the server's signatures, stored before this browser opened its
 *   own contribution, in a duplicate deal when it took the seat
 * @property {string} [signedFor] what these promises are signed for: the game, or its duplicate deal
 * @property {string} [name] of the player in this game
 * @property {string} [invite] lets this browser take a seat
 * @property {string} [gate] lets somebody else take a seat: it goes into the link of the invitation
 * @property {string} [watch] lets anybody watch
 * @property {string} [link] secret of a seat that came by a link and was not taken yet
 * @property {boolean} [begun] the first card was dealt
 * @property {boolean} [done] nothing more will happen in this game
 */

const SECRET_PATTERN = /^[\w-]{43}$/;
const SECRET_BYTES = 32;
/** Stored values that "forget everything" removes. */
const PERSONAL_VALUES = [
  STORED.credentials,
  STORED.playerKey,
  STORED.playerName,
  STORED.chatLinesRead,
  STORED.stepsSeen,
  STORED.deals,
  STORED.daily,
];

/** @returns {Record<string, GameCredentials>} */
const readCredentials = () => readStoredRecord(STORED.credentials);

let credentials = readCredentials();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Record<string, GameCredentials>} next */
function apply(next) {
  credentials = next;
  listeners.forEach((listener) => listener());
}

addEventListener("storage", (event) => {
  if (event.key === storageKey(STORED.credentials)) apply(readCredentials());
});

/** The credentials of all games, by game.
 * @returns {Record<string, GameCredentials>} */
export const allCredentials = () => credentials;

/** @param {string} game
 * @returns {GameCredentials} */
export const credentialsOf = (game) => credentials[game] ?? {};

/** @param {string} game
 * @param {GameCredentials} changes undefined removes a field */
export function saveCredentials(game, changes) {
  // Another tab may have stored something since.
  const stored = { ...credentials, ...readCredentials() };
  const fields = Object.entries({ ...stored[game], ...changes }).filter(([, value]) => value !== undefined);
  const next = { ...stored, [game]: Object.fromEntries(fields) };
  writeStored(STORED.credentials, next);
  apply(next);
}

/** @param {string} game */
export function forgetCredentials(game) {
  const { [game]: _, ...others } = { ...credentials, ...readCredentials() };
  writeStored(STORED.credentials, others);
  apply(others);
}

/** Remove everything that is stored of the player: credentials, name, and what was read or seen of each game. */
export function forgetEverything() {
  for (const name of PERSONAL_VALUES) writeStored(name, null);
  apply({});
}

/** @param {() => void} listener called when credentials change
 * @returns {() => void} unsubscribe */
export function watchCredentials(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The credentials of all games; renders again when they change.
 * @returns {Record<string, GameCredentials>} */
export function useCredentials() {
  const [, rerender] = useState(0);
  useEffect(() => watchCredentials(() => rerender((n) => n + 1)), []);
  return credentials;
}

/** The secret for requests about a game that is being played or watched.
 * @param {string} game */
export const gameSecret = (game) => credentialsOf(game).secret ?? credentialsOf(game).watch ?? null;

/** The secret for requests about a game before its first card.
 * @param {string} game */
export function lobbySecret(game) {
  const { secret, link, invite, watch } = credentialsOf(game);
  return secret ?? link ?? invite ?? watch ?? null;
}

export const newSecret = () => toBase64Url(randomBytes(SECRET_BYTES));

/** The player's key: it owns all seats that this browser has taken. */
export function playerKey() {
  const stored = readStored(STORED.playerKey);
  if (typeof stored === "string" && SECRET_PATTERN.test(stored)) return stored;
  const key = newSecret();
  writeStored(STORED.playerKey, key);
  return key;
}

/** The name under which this browser has played last. */
export const storedName = () => String(readStored(STORED.playerName) ?? "");

/** @param {string} name */
export const storeName = (name) => writeStored(STORED.playerName, name || null);
