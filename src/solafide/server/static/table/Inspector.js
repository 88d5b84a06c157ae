// What one looks at more closely, until it is put away: a card, a pile, a country's deck.
import { html } from "../vendor/preact.js";
import { Card } from "./Card.js";
import { LANDS } from "./OpponentArea.js";
import { Leaf } from "../ui/Panel.js";
import { Ref, Then } from "./Question.js";
import { useScene } from "./TableContext.js";

/** @import {Option, Told} from "../core/types" */
/** @import {Look} from "./TableContext" */

/** What can be done with the thing that lies open.
 * @param {{option: Option | undefined, close: () => void}} props */
function Deed({ option, close }) {
  const { decide } = useScene();
  if (!option) return null;
  const act = () => {
    close();
    decide(option);
  };
  return html`<div class="opened__act">
    ${(option.consequence || option.final) && html`<p><${Then} option=${option} /></p>`}
    <button class="btn btn--main" type="button" onClick=${act}>${option.label}</button>
  </div>`;
}

/** @param {{card: string, close: () => void}} props */
function OpenedCard({ card, close }) {
  const { moment, faces, offer } = useScene();
  const face = faces.cards[card];
  const option = offer.cards.get(card);
  const why = moment.said.why[`card:${card}`];
  if (!face) return null;
  return html`<${Leaf} title=${face.name} close=${close} modal=${true} class="leaf--opened">
    <${Card} face=${face} size="big" />
    ${option ? (
      html`<${Deed} option=${option} close=${close} />`
    ) : (
      why && html`<p class="opened__why">${why.text} <${Ref} section=${why.section} /></p>`
    )}
  <//>`;
}

/** @param {{title: string, cards: string[], note?: string, option?: Option, why?: Told, close: () => void}} props */
function Cards({ title, cards, note, option, why, close }) {
  const { faces, t } = useScene();
  return html`<${Leaf} title=${title} close=${close} modal=${true} class="leaf--looked">
    ${note && html`<p class="looked__note">${note}</p>`}
    ${cards.length ? (
      html`<ol class="looked__cards">
        ${cards.map((card, i) => faces.cards[card] && html`<li key=${i}><${Card} face=${faces.cards[card]} /></li>`)}
      </ol>`
    ) : (
      html`<p class="looked__note">${t("table.nothing_here")}</p>`
    )}
    ${option ? (
      html`<${Deed} option=${option} close=${close} />`
    ) : (
      why && html`<p class="opened__why">${why.text} <${Ref} section=${why.section} /></p>`
    )}
  <//>`;
}

/** @param {{look: Look, close: () => void}} props */
export function Looking({ look, close }) {
  const { moment, faces, t, near, offer } = useScene();
  const { why } = moment.said;
  if (look.kind === "card") return html`<${OpenedCard} card=${look.card} close=${close} />`;
  if (look.kind === "land") {
    const country = LANDS.find(([deck]) => deck === look.deck)?.[1];
    const cards = Object.values(faces.cards).filter((face) => face.deck === look.deck);
    return html`<${Cards}
      title=${t(`table.land.${country}`)}
      note=${t("table.land_note")}
      cards=${cards.map((face) => face.card)}
      option=${offer.decks.get(look.deck)}
      why=${why[`deck:${look.deck}`]}
      close=${close}
    />`;
  }
  const { faith, pile } = look;
  const shown = moment.view.faiths[faith];
  if (pile === "deck") {
    const own = faith === near ? moment.view.own?.deck : undefined;
    if (!own)
      return html`<${Leaf}
        title=${t("table.deck_of", { faith: t(`table.faith.${faith}`) })}
        close=${close}
        modal=${true}
        class="leaf--looked"
      >
        <p class="looked__note">${t("table.deck_hidden", { n: shown.deck })}</p>
      <//>`;
    return html`<${Cards}
      title=${t("table.own_deck")}
      note=${t("table.own_deck_note")}
      cards=${[...own].sort()}
      option=${offer.words.get("draw")}
      why=${why.draw}
      close=${close}
    />`;
  }
  const note = shown.aside.length ? t("table.aside_note", { n: shown.aside.length }) : undefined;
  return html`<${Cards}
    title=${t("table.discard_of", { faith: t(`table.faith.${faith}`) })}
    note=${note}
    cards=${[...shown.discard, ...shown.aside].reverse()}
    close=${close}
  />`;
}
