// The buttons that save and share the picture of a finished game. It is made on this device.
import { html, render, useRef, useState } from "../vendor/preact.js";
import { downloadBlob } from "../core/downloadFile.js";
import { TranslationProvider, useTranslation } from "../core/i18n.js";
import { BroadsheetPicture, PICTURE_HEIGHT_UNITS, PICTURE_WIDTH_UNITS } from "./BroadsheetPicture.js";
import { pngOf } from "./svgPicture.js";

/** @import {CardSetFaces, Moment} from "../core/types" */
/** @import {Translate} from "../core/translator" */
/** @import {SheetContent} from "./sheetContent" */

const PIXELS_PER_UNIT = 4 / 3;
const WEIGHTS = { "EB Garamond": 400, "Grenze Gotisch": 600 };

/** @param {Translate} t
 * @param {{moment: Moment, faces: CardSetFaces, content: SheetContent}} sheet
 * @returns {Promise<File>} */
async function pictureFile(t, sheet) {
  await Promise.all(Object.entries(WEIGHTS).map(([font, weight]) => document.fonts.load(`${weight} 20px "${font}"`)));
  const context = document.createElement("canvas").getContext("2d");
  const measure = (
    /** @type {string} */ text,
    /** @type {keyof typeof WEIGHTS} */ font,
    /** @type {number} */ size,
  ) => {
    if (!context) return text.length * size * 0.45;
    context.font = `${WEIGHTS[font]} ${size}px "${font}"`;
    return context.measureText(text).width;
  };
  const place = document.createElement("div");
  render(html`<${TranslationProvider} value=${t}><${BroadsheetPicture} ...${sheet} measure=${measure} /><//>`, place);
  const svg = /** @type {SVGElement} */ (place.firstElementChild);
  const blob = await pngOf(svg, PICTURE_WIDTH_UNITS * PIXELS_PER_UNIT, PICTURE_HEIGHT_UNITS * PIXELS_PER_UNIT);
  const name = `${sheet.moment.created.slice(0, 10)}-${sheet.moment.game.slice(0, 6)}.png`;
  return new File([blob], name, { type: "image/png" });
}

/** @param {{moment: Moment, faces: CardSetFaces, content: SheetContent}} props */
export function PictureButtons(props) {
  const t = useTranslation();
  const [said, say] = useState("");
  const isBusy = useRef(false);
  const withPicture = async (/** @type {(file: File) => Promise<void> | void} */ use) => {
    if (isBusy.current) return;
    isBusy.current = true;
    say("");
    try {
      await use(await pictureFile(t, props));
    } catch (error) {
      console.error(error);
      say(t("result.picture_failed"));
    }
    isBusy.current = false;
  };
  const save = (/** @type {File} */ file) => {
    downloadBlob(file.name, file);
    say(t("result.picture_saved", { name: file.name }));
  };
  const share = async (/** @type {File} */ file) => {
    if (!navigator.canShare?.({ files: [file] })) return save(file);
    await navigator.share({ files: [file], title: props.content.title }).catch((error) => {
      if (error.name !== "AbortError") save(file);
    });
  };
  return html`
    <button class="btn" type="button" onClick=${() => withPicture(save)}>${t("result.save_picture")}</button>
    <button class="btn" type="button" onClick=${() => withPicture(share)}>${t("result.share_picture")}</button>
    <p class="note result__said" role="status">${said}</p>
  `;
}
