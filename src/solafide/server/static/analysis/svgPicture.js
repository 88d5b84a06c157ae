// Makes a PNG from a drawing on this device. A drawing in a file sees nothing of the page, so that its symbols, colours
// and fonts are written into it.

/** How long a browser may take to read the fonts of a drawing. */
const FONT_TIME_MS = 150;
/** Files that drawings use, by their address.
 * @type {Map<string, Promise<Document>>} */
const drawings = new Map();

/** @param {string} address */
async function fetchText(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

/** @param {string} address */
function drawing(address) {
  const found =
    drawings.get(address) ?? fetchText(address).then((text) => new DOMParser().parseFromString(text, "image/svg+xml"));
  drawings.set(address, found);
  found.catch(() => drawings.delete(address));
  return found;
}

/** Copy every symbol from another file into the drawing.
 * @param {SVGElement} svg */
async function includeSymbols(svg) {
  const definitions = svg.insertBefore(document.createElementNS(svg.namespaceURI, "defs"), svg.firstChild);
  /** @type {Set<string>} */
  const included = new Set();
  for (const use of svg.querySelectorAll("use[href]")) {
    const [address, id] = (use.getAttribute("href") ?? "").split("#");
    if (!address) continue;
    const name = `${address.replace(/\W/g, "-")}-${id}`;
    use.setAttribute("href", `#${name}`);
    if (included.has(name)) continue;
    included.add(name);
    const symbol = (await drawing(address)).getElementById(id);
    if (!symbol) throw new Error(`${address} has no symbol ${id}`);
    const copy = /** @type {Element} */ (document.importNode(symbol, true));
    copy.id = name;
    definitions.append(copy);
  }
}

/** Give every custom property that the drawing uses the colour that it has on the page now.
 * @param {SVGElement} svg */
function resolveColors(svg) {
  const probe = document.body.appendChild(document.createElement("span"));
  probe.hidden = true;
  const names = new Set(new XMLSerializer().serializeToString(svg).match(/(?<=var\()--[\w-]+/g));
  for (const name of names) {
    if (svg.style.getPropertyValue(name) || !getComputedStyle(probe).getPropertyValue(name)) continue;
    probe.style.color = `var(${name})`;
    svg.style.setProperty(name, getComputedStyle(probe).color);
  }
  probe.remove();
}

/** @param {Blob} blob
 * @returns {Promise<string>} */
const dataAddress = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Write the fonts of the page into the drawing.
 * @param {SVGElement} svg */
async function includeFonts(svg) {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => ({ rule, base: sheet.href })),
  );
  const embedded = rules.map(async ({ rule, base }) => {
    const address = /url\("?([^")]+)"?\)/.exec(rule.cssText)?.[1] ?? "";
    const font = await fetch(new URL(address, base ?? location.href));
    if (!font.ok) throw new Error(`${address}: ${font.status}`);
    const text = rule.cssText.replace(address, await dataAddress(await font.blob()));
    return text.replace(/font-display: *\w+/, "font-display: block");
  });
  const style = document.createElementNS(svg.namespaceURI, "style");
  style.textContent = (await Promise.all(embedded)).join("\n");
  svg.prepend(style);
}

/** @param {SVGElement} svg not in the document; it is changed
 * @param {number} width in pixels of the picture
 * @param {number} height
 * @returns {Promise<Blob>} */
export async function pngOf(svg, width, height) {
  await includeSymbols(svg);
  resolveColors(svg);
  await includeFonts(svg);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  // The first drawing makes the browser read the fonts; only the second one is sure to have all of them.
  context.drawImage(image, 0, 0, width, height);
  await new Promise((resolve) => setTimeout(resolve, FONT_TIME_MS));
  context.clearRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
