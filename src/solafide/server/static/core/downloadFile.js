// Lets the browser save a text as a file.

/** @param {string} name
 * @param {string} text
 * @param {string} [media] */
export function downloadFile(name, text, media = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: media }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
