// Requests to the server's HTTP API, repeated while an online server is unavailable.
import { randomBytes, toHex } from "./bytes.js";
import { isOnline } from "./serverKind.js";
import { settings } from "./settings.js";

/** @import {Problem} from "./types" */
/** @typedef {Record<string, string | number | null | undefined>} Query */
/** @typedef {{body?: unknown, secret?: string | null}} RequestContent secret: of a seat, an invitation or a player */

const RETRY_FOR_MS = 60_000;
const RETRY_PAUSE_MS = 400;
/** The status 0 stands for no response at all. */
const RETRIABLE_STATUSES = [0, 502, 503, 504];

/** The server has refused a request, or did not respond. The message is in the player's language, or "". */
export class RequestRefused extends Error {
  /**
   * @param {number} status 0: no response
   * @param {Problem} problem its moment, if there is one, is the present state of the game
   */
  constructor(status, problem) {
    super(problem.error.text);
    this.status = status;
    this.key = problem.error.key;
    this.moment = problem.moment ?? null;
  }
}

/** The idempotency key of a request: the server carries the request out once, however often it is sent. */
export const newIdempotencyKey = () => toHex(randomBytes(16));

/** The address of a resource, with the player's language.
 * @param {string} path
 * @param {Query} query
 */
export function apiAddress(path, query) {
  const parameters = new URLSearchParams({ lang: settings().language });
  for (const [key, value] of Object.entries(query))
    if (value !== null && value !== undefined) parameters.set(key, String(value));
  return `/api/${path}?${parameters}`;
}

/**
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
async function readProblem(response) {
  try {
    const body = await response.json();
    if (body?.error?.key) return body;
  } catch {
    // The response comes from something in between, a proxy for example: only its status is known.
  }
  return { error: { key: `http.${response.status}`, text: "" } };
}

const unreachableError = () => new RequestRefused(0, { error: { key: "unreachable", text: "" } });

/** Send a request.
 * @param {string} method
 * @param {string} path
 * @param {Query} query
 * @param {RequestContent} content
 * @returns {Promise<Response>} a successful response; everything else is thrown as RequestRefused
 */
export async function sendRequest(method, path, query, { body, secret }) {
  /** @type {Record<string, string>} */
  const headers = method === "GET" ? {} : { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const hasBody = method === "POST" || method === "PUT";
  const sentBody = hasBody ? JSON.stringify(body ?? {}) : undefined;
  let response;
  try {
    response = await fetch(apiAddress(path, query), { method, credentials: "same-origin", headers, body: sentBody });
  } catch {
    throw unreachableError();
  }
  if (!response.ok) throw new RequestRefused(response.status, await readProblem(response));
  return response;
}

/** Send a request and read the JSON of its response.
 * @param {string} method
 * @param {string} path
 * @param {Query} query
 * @param {RequestContent} [content]
 * @returns {Promise<any>}
 */
export async function request(method, path, query, content = {}) {
  const response = await sendRequest(method, path, query, content);
  if (response.status === 204) return null;
  return response.json().catch(() => {
    throw unreachableError(); // the connection was lost in the middle of the response
  });
}

/** Send a POST that carries an idempotency key, again and again while an online server is unavailable.
 * @param {string} path
 * @param {RequestContent} content
 * @returns {Promise<any>} */
export async function requestWithRetry(path, content) {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await request("POST", path, {}, content);
    } catch (error) {
      const isRetriable = error instanceof RequestRefused && RETRIABLE_STATUSES.includes(error.status);
      if (!isOnline() || !isRetriable || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * (1 + Math.random())));
    }
  }
}
