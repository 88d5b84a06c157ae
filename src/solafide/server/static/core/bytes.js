// Bytes as text: hex digits and URL-safe base64, and random ones.

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** URL-safe base64 without padding.
 * @param {Uint8Array} bytes */
export const toBase64Url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {number} length */
export const randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));
