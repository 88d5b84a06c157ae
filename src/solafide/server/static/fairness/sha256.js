// SHA-256: the browser's own, or in JavaScript where the browser offers none (pages without encryption).

const WORD_RANGE = 2 ** 32;
const BLOCK_BYTES = 64;
const ROUNDS = 64;

/** The constants of the standard: fractional bits of square and cube roots of the first primes. */
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < ROUNDS; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const fractionalBits = (/** @type {number} */ root) => Math.floor((root % 1) * WORD_RANGE);
  return {
    start: primes.slice(0, 8).map((prime) => fractionalBits(Math.sqrt(prime))),
    rounds: primes.map((prime) => fractionalBits(Math.cbrt(prime))),
  };
}

/** @param {Uint8Array} bytes
 * @returns {DataView} the message, a one bit, zeros, and its length in bits */
function padMessage(bytes) {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor((bytes.length * 8) / WORD_RANGE));
  view.setUint32(message.length - 4, bytes.length * 8);
  return view;
}

const rotateRight = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** @param {DataView} view
 * @param {number} at
 * @returns {number[]} */
function messageSchedule(view, at) {
  const words = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i));
  for (let i = 16; i < ROUNDS; i += 1) {
    const [w15, w2] = [words[i - 15], words[i - 2]];
    const s0 = rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3);
    const s1 = rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10);
    words.push((words[i - 16] + words[i - 7] + s0 + s1) >>> 0);
  }
  return words;
}

/** @param {Uint8Array} bytes
 * @returns {Uint8Array} */
export function sha256InJavaScript(bytes) {
  const { start, rounds } = constants();
  const view = padMessage(bytes);
  let state = start;
  for (let at = 0; at < view.byteLength; at += BLOCK_BYTES) {
    const words = messageSchedule(view, at);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < ROUNDS; i += 1) {
      const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
      const t1 = h + s1 + ((e & f) ^ (~e & g)) + rounds[i] + words[i];
      const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(t1 + t2) >>> 0, a, b, c, (d + t1) >>> 0, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) >>> 0);
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => result.setUint32(4 * i, word));
  return new Uint8Array(result.buffer);
}

/** @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array>} */
export async function sha256(bytes) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256InJavaScript(bytes);
}
