// Whether a media query holds, followed as the window changes.
import { useEffect, useState } from "../vendor/preact.js";

export const PHONE = "(max-width:699px)";
/** What stands beside the main thing on a large screen stands below it. */
export const ONE_COLUMN = "(max-width:1199px)";

/**
 * @param {string} query
 * @returns {boolean}
 */
export function useMedia(query) {
  const [holds, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => set(media.matches);
    look();
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, [query]);
  return holds;
}
