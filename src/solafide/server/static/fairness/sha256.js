// SHA-256: the browser's own, and ours where it has none, as on a page that came without encryption.

const WORD = 2 ** 32;
const BLOCK = 64;

/** The first digits behind the point of the roots of the first primes, as the standard has it. */
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < BLOCK; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const digits = (/** @type {number} */ root) => Math.floor((root % 1) * WORD);
  return {
    start: primes.slice(0, 8).map((prime) => digits(Math.sqrt(prime))),
    rounds: primes.map((prime) => digits(Math.cbrt(prime))),
  };
}

/** @param {Uint8Array} bytes
 * @returns {DataView} the message, a one, zeros, and its length in bits */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor((bytes.length * 8) / WORD));
  view.setUint32(whole.length - 4, bytes.length * 8);
  return view;
}

const turned = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** @param {DataView} view
 * @param {number} at
 * @returns {number[]} */
function schedule(view, at) {
  const words = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i));
  for (let i = 16; i < BLOCK; i += 1) {
    const [far, near] = [words[i - 15], words[i - 2]];
    const mixed =
      (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
    words.push((words[i - 16] + words[i - 7] + mixed) >>> 0);
  }
  return words;
}

/** @param {Uint8Array} bytes
 * @returns {Uint8Array} */
export function ownDigest(bytes) {
  const { start, rounds } = constants();
  const view = padded(bytes);
  let state = start;
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    const words = schedule(view, at);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < BLOCK; i += 1) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + words[i];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) >>> 0);
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => found.setUint32(4 * i, word));
  return new Uint8Array(found.buffer);
}

/** @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array>} */
export async function digest(bytes) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : ownDigest(bytes);
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
