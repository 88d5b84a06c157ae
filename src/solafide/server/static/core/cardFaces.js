// The faces of cards and circles, fetched once for each language and card set.
import { useEffect, useState } from "../vendor/preact.js";
import { getFaces } from "./api.js";
import { settings, useSettings } from "./settings.js";

/** @import {Faces} from "./types" */

/** @type {Map<string, Promise<Faces>>} */
const asked = new Map();
/** @type {Map<string, Faces>} */
const known = new Map();

/**
 * @param {string} place
 * @param {string} hash
 */
function fetched(place, hash) {
  let faces = asked.get(place);
  if (!faces) {
    faces = getFaces(hash);
    asked.set(place, faces);
    faces.then(
      (found) => known.set(place, found),
      () => asked.delete(place),
    );
  }
  return faces;
}

/** The faces that are here already, null if there are none.
 * @param {string} hash
 * @returns {Faces | null} */
export const facesNow = (hash) => known.get(`${settings().language}/${hash}`) ?? null;

/** The faces of a card set, null until they are here; those of the last language stay until the next ones have come.
 * @param {string | null} hash `cards_hash` of the moment, "" for the built-in set, null: not known yet
 * @returns {Faces | null} */
export function useFaces(hash) {
  const { language } = useSettings();
  const place = `${language}/${hash}`;
  const [shown, show] = useState(known.get(place) ?? null);
  useEffect(() => {
    if (hash === null) return;
    let wanted = true;
    const attempt = () => {
      fetched(place, hash).then(
        (faces) => void (wanted && show(faces)),
        () => void (wanted && setTimeout(attempt, 1000)),
      );
    };
    attempt();
    return () => void (wanted = false);
  }, [place, hash]);
  return known.get(place) ?? shown;
}
