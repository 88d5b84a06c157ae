// A card or a pile in detail, with the choice that it offers or the reason why it cannot be chosen.
import { html } from "../vendor/preact.js";
import { Icon } from "../ui/Icon.js";
import { Panel } from "../ui/Panel.js";
import { RuleLink } from "../ui/RuleLink.js";
import { Card, ChartResult } from "./Card.js";
import { faceOf } from "./CardSlot.js";
import { Consequence } from "./Consequence.js";
import { FOREIGN_DECKS } from "./ForeignDecks.js";
import { useTable } from "./TableContext.js";

/** @import {EventView, Option, TextWithSection} from "../core/types" */
/** @import {InspectedThing} from "./TableContext" */

const MAX_EVENTS_OF_CARD = 3;

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

/** What the log says about a card, the latest first.
 * @param {EventView[]} log
 * @param {string} card */
const eventsOf = (log, card) =>
  log
    .filter((event) => event.card === card && event.standalone_text)
    .slice(-MAX_EVENTS_OF_CARD)
    .reverse();

/** @param {{card: string, close: () => void}} props */
function InspectedCard({ card, close }) {
  const { moment, faces, optionsAt, log, t } = useTable();
  const { face, result } = faceOf(faces, card);
  const option = optionsAt.cards.get(card);
  const why = moment.text.options.length ? moment.text.why_not[`card:${card}`] : undefined;
  const shown = face ?? result;
  if (!shown) return null;
  const events = eventsOf(log, card);
  const isCarriedOut = moment.text.resolving?.card === card;
  return html`<${Panel} title=${shown.name} close=${close} modal=${true} class="panel--opened">
    ${face && html`<${Card} face=${face} size="large" />`}
    ${result && html`<${ChartResult} result=${result} size="large" />`}
    <div class="opened__side">
      <ul class="opened__facts">
        ${face?.military && html`<li><${Icon} name="fx-military" /> ${t("table.card.military")}</li>`}
        ${face?.persistent && html`<li><${Icon} name="fx-persistent" /> ${t("table.card.persistent")}</li>`}
        ${face?.first_game && html`<li><${Icon} name="ui-seat" /> ${t("table.card.first_game")}</li>`}
        ${shown.source !== "printed" && html`<li><${Icon} name=${`seal-${shown.source}`} /> ${shown.source_text}</li>`}
      </ul>
      ${events.length > 0 && html`<ol class="opened__events">
        ${events.map((event, i) => html`<li key=${i}>${event.standalone_text}</li>`)}
      </ol>`}
      ${option && !isCarriedOut ? (
        html`<${ChooseButton} option=${option} close=${close} />`
      ) : (
        why && html`<p class="opened__why">${why.text} <${RuleLink} variant="table" section=${why.section} /></p>`
      )}
    </div>
  <//>`;
}

/** @param {{title: string, cards: string[], note?: string, option?: Option, why?: TextWithSection,
 *   close: () => void}} props */
function InspectedCards({ title, cards, note, option, why, close }) {
  const { faces, t, inspect } = useTable();
  return html`<${Panel} title=${title} close=${close} modal=${true} class="panel--inspector">
    ${note && html`<p class="inspector__note">${note}</p>`}
    ${cards.length ? (
      html`<ol class="inspector__cards">
        ${cards.map(
          (card, i) =>
            faces.cards[card] && html`<li key=${i}>
              <${Card}
                face=${faces.cards[card]}
                data-opens=${card}
                title=${t("table.open_card")}
                onClick=${() => inspect({ kind: "card", card })}
              />
            </li>`,
        )}
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
  if (inspected.kind === "card")
    return html`<${InspectedCard} key=${inspected.card} card=${inspected.card} close=${close} />`;
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
  if (pile === "hand")
    return html`<${InspectedCards}
      title=${t("watch.hand_of", { faith: t(`table.faith.${faith}`) })}
      cards=${moment.hands?.[faith] ?? []}
      close=${close}
    />`;
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
