// Copies text to the clipboard.

/** @param {string} text
 * @returns {Promise<boolean>} false: the browser does not allow it */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
