// What a reader of the review has chosen in the picture, beside what was chosen in the game and what is better.

/** right: the better choice; played: that of the game; other: neither
 * @typedef {"right" | "played" | "other"} Verdict */

/** @param {{choice: string, best: string}} mistake
 * @param {string} choice
 * @returns {Verdict} */
export function verdictOf({ choice: played, best }, choice) {
  if (choice === best) return "right";
  return choice === played ? "played" : "other";
}
