// A card or a pile in detail, with the choice that it offers or the reason why it cannot be chosen.
import { html } from "../vendor/preact.js";
import { Panel } from "../ui/Panel.js";
import { RuleLink } from "../ui/RuleLink.js";
import { Card } from "./Card.js";
import { Consequence } from "./Consequence.js";
import { FOREIGN_DECKS } from "./ForeignDecks.js";
import { useTable } from "./TableContext.js";

/** @import {Option, TextWithSection} from "../core/types" */
/** @import {InspectedThing} from "./TableContext" */

/** @param {{option: Option | undefined, close: () => void}} props */
function ChooseButton({ option, close }) {
  const { confirmChoice } = useTable();
  if (!option) return null;
  const choose = () => {
    close();
    confirmChoice(option);
  };
  return html`<div class="opened__act">
    ${(option.consequence || option.final) && html`<p><${Consequence} option=${option} /></p>`}
    <button class="btn btn--main" type="button" onClick=${choose}>${option.label}</button>
  </div>`;
}

/** @param {{card: string, close: () => void}} props */
function InspectedCard({ card, close }) {
  const { moment, faces, optionsAt } = useTable();
  const face = faces.cards[card];
  const option = optionsAt.cards.get(card);
  const why = moment.text.why_not[`card:${card}`];
  if (!face) return null;
  return html`<${Panel} title=${face.name} close=${close} modal=${true} class="panel--opened">
    <${Card} face=${face} size="big" />
    ${option ? (
      html`<${ChooseButton} option=${option} close=${close} />`
    ) : (
      why && html`<p class="opened__why">${why.text} <${RuleLink} variant="table" section=${why.section} /></p>`
    )}
  <//>`;
}

/** @param {{title: string, cards: string[], note?: string, option?: Option, why?: TextWithSection,
 *   close: () => void}} props */
function InspectedCards({ title, cards, note, option, why, close }) {
  const { faces, t } = useTable();
  return html`<${Panel} title=${title} close=${close} modal=${true} class="panel--inspector">
    ${note && html`<p class="inspector__note">${note}</p>`}
    ${cards.length ? (
      html`<ol class="inspector__cards">
        ${cards.map((card, i) => faces.cards[card] && html`<li key=${i}><${Card} face=${faces.cards[card]} /></li>`)}
      </ol>`
    ) : (
      html`<p class="inspector__note">${t("table.nothing_here")}</p>`
    )}
    ${option ? (
      html`<${ChooseButton} option=${option} close=${close} />`
    ) : (
      why && html`<p class="opened__why">${why.text} <${RuleLink} variant="table" section=${why.section} /></p>`
    )}
  <//>`;
}

/** @param {{inspected: InspectedThing, close: () => void}} props */
export function Inspector({ inspected, close }) {
  const { moment, faces, t, near, optionsAt } = useTable();
  const { why_not: why } = moment.text;
  if (inspected.kind === "card") return html`<${InspectedCard} card=${inspected.card} close=${close} />`;
  if (inspected.kind === "foreign") {
    const country = FOREIGN_DECKS.find(([deck]) => deck === inspected.deck)?.[1];
    const cards = Object.values(faces.cards).filter((face) => face.deck === inspected.deck);
    return html`<${InspectedCards}
      title=${t(`table.land.${country}`)}
      note=${t("table.land_note")}
      cards=${cards.map((face) => face.card)}
      option=${optionsAt.decks.get(inspected.deck)}
      why=${why[`deck:${inspected.deck}`]}
      close=${close}
    />`;
  }
  const { faith, pile } = inspected;
  const piles = moment.view.faiths[faith];
  if (pile === "deck") {
    const own = faith === near ? moment.view.own?.deck : undefined;
    if (!own)
      return html`<${Panel}
        title=${t("table.deck_of", { faith: t(`table.faith.${faith}`) })}
        close=${close}
        modal=${true}
        class="panel--inspector"
      >
        <p class="inspector__note">${t("table.deck_hidden", { n: piles.deck })}</p>
      <//>`;
    return html`<${InspectedCards}
      title=${t("table.own_deck")}
      note=${t("table.own_deck_note")}
      cards=${[...own].sort()}
      option=${optionsAt.words.get("draw")}
      why=${why.draw}
      close=${close}
    />`;
  }
  const note = piles.aside.length ? t("table.aside_note", { n: piles.aside.length }) : undefined;
  return html`<${InspectedCards}
    title=${t("table.discard_of", { faith: t(`table.faith.${faith}`) })}
    note=${note}
    cards=${[...piles.discard, ...piles.aside].reverse()}
    close=${close}
  />`;
}
