// A sheet that is laid over the table until it is put away: a card, a pile, a country's deck.
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { useTexts } from "../lib/texts.js";
import { Card } from "./card.js";
import { LANDS } from "./corner.js";
import { Icon } from "./icon.js";
import { Ref } from "./question.js";
import { useScene } from "./scene.js";

/** @import {Child} from "../vendor/preact" */
/** @import {Option, Told} from "../lib/types" */
/** @import {Look} from "./scene" */

/** A dialog in the browser's own manner: keeps the focus, closes with Escape or a click beside it.
 * @param {{title: string, close: () => void, class?: string, children?: Child}} props */
export function Sheet({ title, close, class: style = "", children }) {
  const t = useTexts();
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const back = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, []);
  const beside = (/** @type {MouseEvent} */ event) => void (event.target === dialog.current && close());
  return html`<dialog ref=${dialog} class=${`laid-sheet ${style}`} aria-label=${title} onClose=${close} onClick=${beside}>
    <div class="laid-sheet__in"><div class="laid-sheet__bar"><h2>${title}</h2><button class="btn btn--bare btn--icon" type="button" aria-label=${t("table.close")} onClick=${close}><${Icon} name="ui-close" /></button></div>
      ${children}</div></dialog>`;
}

/** What can be done with the thing that lies open.
 * @param {{option: Option | undefined, close: () => void}} props */
function Deed({ option, close }) {
  const { decide } = useScene();
  if (!option) return null;
  const act = () => {
    close();
    decide(option);
  };
  return html`<div class="opened__act">${option.consequence && html`<p>${option.consequence}</p>`}<button class="btn btn--main" type="button" onClick=${act}>${option.label}</button></div>`;
}

/** @param {{card: string, close: () => void}} props */
function OpenedCard({ card, close }) {
  const { moment, faces, offer } = useScene();
  const face = faces.cards[card];
  const option = offer.cards.get(card);
  const why = moment.said.why[`card:${card}`];
  if (!face) return null;
  return html`<${Sheet} title=${face.name} close=${close} class="opened"><${Card} face=${face} size="big" />
    ${option
      ? html`<${Deed} option=${option} close=${close} />`
      : why && html`<p class="opened__why">${why.text} <${Ref} section=${why.section} /></p>`}<//>`;
}

/** @param {{title: string, cards: string[], note?: string, option?: Option, why?: Told, close: () => void}} props */
function Cards({ title, cards, note, option, why, close }) {
  const { faces, t } = useScene();
  return html`<${Sheet} title=${title} close=${close} class="looked">${note && html`<p class="looked__note">${note}</p>`}
    ${cards.length ? html`<ol class="looked__cards">${cards.map((card, i) => faces.cards[card] && html`<li key=${i}><${Card} face=${faces.cards[card]} /></li>`)}</ol>` : html`<p class="looked__note">${t("table.nothing_here")}</p>`}
    ${option ? html`<${Deed} option=${option} close=${close} />` : why && html`<p class="opened__why">${why.text} <${Ref} section=${why.section} /></p>`}<//>`;
}

/** @param {{look: Look, close: () => void}} props */
export function Looking({ look, close }) {
  const { moment, faces, t, near, offer } = useScene();
  const { why } = moment.said;
  if (look.kind === "card") return html`<${OpenedCard} card=${look.card} close=${close} />`;
  if (look.kind === "land") {
    const country = LANDS.find(([deck]) => deck === look.deck)?.[1];
    const cards = Object.values(faces.cards).filter((face) => face.deck === look.deck);
    return html`<${Cards} title=${t(`table.land.${country}`)} note=${t("table.land_note")} cards=${cards.map((face) => face.card)} option=${offer.decks.get(look.deck)} why=${why[`deck:${look.deck}`]} close=${close} />`;
  }
  const { faith, pile } = look;
  const shown = moment.view.faiths[faith];
  if (pile === "deck") {
    const own = faith === near ? moment.view.own?.deck : undefined;
    if (!own) return html`<${Sheet} title=${t("table.deck_of", { faith: t(`table.faith.${faith}`) })} close=${close}><p class="looked__note">${t("table.deck_hidden", { n: shown.deck })}</p><//>`;
    return html`<${Cards} title=${t("table.own_deck")} note=${t("table.own_deck_note")} cards=${[...own].sort()} option=${offer.words.get("draw")} why=${why.draw} close=${close} />`;
  }
  const note = shown.aside.length ? t("table.aside_note", { n: shown.aside.length }) : undefined;
  return html`<${Cards} title=${t("table.discard_of", { faith: t(`table.faith.${faith}`) })} note=${note} cards=${[...shown.discard, ...shown.aside].reverse()} close=${close} />`;
}
