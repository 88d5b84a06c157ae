// Glicko-2: the rating of a player who solves puzzles. Mark E. Glickman, "Example of the Glicko-2 system", 2022; the
// numbers of the steps are those of the paper.

/** @typedef {{rating: number, deviation: number, volatility: number}} Rating */
/** One result: against whom, and 1 for a win, 0 for a loss.
 * @typedef {{rating: number, deviation: number, score: number}} Result */

/** @type {Rating} */
export const NEW_PLAYER = { rating: 1500, deviation: 350, volatility: 0.06 };
export const MIN_DEVIATION = 60;

const SCALE = 173.7178;
const MIDDLE = 1500;
/** How much the volatility may change: τ of the paper. */
const TAU = 0.5;
const CONVERGENCE = 0.000001;

const g = (/** @type {number} */ phi) => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

const expected = (/** @type {number} */ mu, /** @type {number} */ muOther, /** @type {number} */ phiOther) =>
  1 / (1 + Math.exp(-g(phiOther) * (mu - muOther)));

/** Step 5: the new volatility, found by the Illinois method.
 * @param {number} phi
 * @param {number} sigma
 * @param {number} variance
 * @param {number} delta */
function newVolatility(phi, sigma, variance, delta) {
  const a = Math.log(sigma * sigma);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    const sum = phi * phi + variance + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high;
  if (delta * delta > phi * phi + variance) high = Math.log(delta * delta - phi * phi - variance);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    high = a - k * TAU;
  }
  let fLow = f(low);
  let fHigh = f(high);
  while (Math.abs(high - low) > CONVERGENCE) {
    /** @type {number} */
    const next = low + ((low - high) * fLow) / (fHigh - fLow);
    const fNext = f(next);
    if (fNext * fHigh <= 0) {
      low = high;
      fLow = fHigh;
    } else fLow /= 2;
    high = next;
    fHigh = fNext;
  }
  return Math.exp(low / 2);
}

/** The rating after one period with these results.
 * @param {Rating} player
 * @param {Result[]} results
 * @returns {Rating} */
export function updateRating({ rating, deviation, volatility }, results) {
  const mu = (rating - MIDDLE) / SCALE;
  const phi = deviation / SCALE;
  let information = 0;
  let gain = 0;
  for (const result of results) {
    const muOther = (result.rating - MIDDLE) / SCALE;
    const phiOther = result.deviation / SCALE;
    const chance = expected(mu, muOther, phiOther);
    information += g(phiOther) ** 2 * chance * (1 - chance);
    gain += g(phiOther) * (result.score - chance);
  }
  if (!results.length) return { rating, deviation: Math.hypot(phi, volatility) * SCALE, volatility };
  const variance = 1 / information;
  const sigma = newVolatility(phi, volatility, variance, variance * gain);
  const phiBefore = Math.hypot(phi, sigma);
  const phiAfter = 1 / Math.sqrt(1 / (phiBefore * phiBefore) + 1 / variance);
  return {
    rating: SCALE * (mu + phiAfter * phiAfter * gain) + MIDDLE,
    deviation: SCALE * phiAfter,
    volatility: sigma,
  };
}
