// Lets the browser save a text or a picture as a file.

/** @param {string} name
 * @param {Blob} blob */
export function downloadBlob(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {string} name
 * @param {string} text
 * @param {string} [media] */
export const downloadFile = (name, text, media = "text/plain") => downloadBlob(name, new Blob([text], { type: media }));
