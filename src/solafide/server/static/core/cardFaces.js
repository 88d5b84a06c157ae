// The faces of cards and circles (names, texts, emblems), fetched once for each language and card set.
import { useEffect, useState } from "../vendor/preact.js";
import { getFaces } from "./api.js";
import { settings, useSettings } from "./settings.js";

/** @import {CardSetFaces} from "./types" */

const RETRY_MS = 1000;

/** Requests that were sent, by language and card set.
 * @type {Map<string, Promise<CardSetFaces>>} */
const requests = new Map();
/** @type {Map<string, CardSetFaces>} */
const loaded = new Map();

/**
 * @param {string} key
 * @param {string} hash
 */
function fetchFaces(key, hash) {
  let request = requests.get(key);
  if (!request) {
    request = getFaces(hash);
    requests.set(key, request);
    request.then(
      (faces) => loaded.set(key, faces),
      () => requests.delete(key),
    );
  }
  return request;
}

/** The faces if they were fetched already, else null.
 * @param {string} hash
 * @returns {CardSetFaces | null} */
export const loadedFaces = (hash) => loaded.get(`${settings().language}/${hash}`) ?? null;

/** The faces of a card set, null until the first have come. While another language is being fetched, the previous one
 * stays.
 * @param {string | null} hash `cards_hash` of the moment, "" for the built-in set, null: not known yet
 * @returns {CardSetFaces | null} */
export function useFaces(hash) {
  const { language } = useSettings();
  const key = `${language}/${hash}`;
  const [faces, setFaces] = useState(loaded.get(key) ?? null);
  useEffect(() => {
    if (hash === null) return;
    let active = true;
    const attempt = () => {
      fetchFaces(key, hash).then(
        (received) => void (active && setFaces(received)),
        () => void (active && setTimeout(attempt, RETRY_MS)),
      );
    };
    attempt();
    return () => void (active = false);
  }, [key, hash]);
  return loaded.get(key) ?? faces;
}
