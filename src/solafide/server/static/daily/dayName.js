// Days of daily deals, which are days in UTC, as texts.

/** @param {string} day such as "2026-11-19"
 * @param {string} language */
export const dayName = (day, language) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));

/** A moment on the player's clock.
 * @param {string} when ISO 8601
 * @param {string} language */
export const momentName = (when, language) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(Date.parse(when));
