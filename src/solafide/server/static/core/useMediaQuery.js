// Whether a CSS media query matches, followed while the window changes.
import { useEffect, useState } from "../vendor/preact.js";

export const PHONE = "(max-width:699px)";
/** Narrower than this, side columns move below the main column. */
export const ONE_COLUMN = "(max-width:1199px)";

/**
 * @param {string} query
 * @returns {boolean}
 */
export function useMediaQuery(query) {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = () => setMatches(media.matches);
    update();
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, [query]);
  return matches;
}
