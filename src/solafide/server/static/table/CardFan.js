// Three backs of a faith's cards, as a picture.
import { html } from "../vendor/preact.js";
import { CardBack } from "./Card.js";

/** @import {Faith} from "../core/types" */

/** @param {{faith: Faith}} props */
export const CardFan = ({ faith }) => html`<span class="fan">
  ${[1, 2, 3].map((n) => html`<${CardBack} key=${n} faith=${faith} />`)}
</span>`;
