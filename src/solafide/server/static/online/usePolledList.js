// A public list that is fetched again at intervals while the page is visible.
import { useEffect, useState } from "../vendor/preact.js";
import { useSettings } from "../core/settings.js";

const POLL_INTERVAL_MS = 10_000;

/**
 * @template T
 * @param {() => Promise<T[]>} fetchList
 * @returns {T[] | null} null until it has come */
export function usePolledList(fetchList) {
  const { language } = useSettings();
  const [list, setList] = useState(/** @type {T[] | null} */ (null));
  useEffect(() => {
    let active = true;
    const reload = () => {
      if (!document.hidden)
        fetchList().then(
          (received) => void (active && setList(received)),
          () => {},
        );
    };
    reload();
    const timer = setInterval(reload, POLL_INTERVAL_MS);
    document.addEventListener("visibilitychange", reload);
    return () => {
      active = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", reload);
    };
  }, [language]);
  return list;
}
