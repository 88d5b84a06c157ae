// Whether a CSS media query matches, followed while the window changes.
import { useEffect, useState } from "../vendor/preact.js";

export const PHONE = "(max-width:699px)";
/** Narrower than this, the table is that of a tablet or a phone. */
export const NARROW_TABLE = "(max-width:1099px)";
/** Phones and high tablets show a circle in detail below the board. */
export const TABLE_WITH_DETAIL = "(max-width:699px),(max-width:1099px) and (min-height:900px)";
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
