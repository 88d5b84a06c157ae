// Cards of a page that is no table open large: by a click, a right click, a long press, Enter or O.
import { html, useCallback, useState } from "../vendor/preact.js";
import { Panel } from "../ui/Panel.js";
import { Card, ChartResult } from "./Card.js";
import { faceOf } from "./CardSlot.js";
import { pointedCard, useOpenCards } from "./openCards.js";
import { useShortcuts } from "./shortcuts.js";

/** @import {CardSetFaces} from "../core/types" */
/** @import {Child, Ref} from "../vendor/preact" */
/** @import {InspectedThing} from "./TableContext" */

/** @param {Ref<HTMLElement | null>} root which stays in the page as long as the component
 * @param {CardSetFaces} faces
 * @returns {{open: (card: string) => void, openedCard: Child}} */
export function useOpenedCard(root, faces) {
  const [card, setCard] = useState(/** @type {string | null} */ (null));
  const open = useCallback((/** @type {string} */ which) => setCard(which), []);
  const inspect = useCallback(
    (/** @type {InspectedThing} */ what) => void (what.kind === "card" && setCard(what.card)),
    [],
  );
  useOpenCards(root, inspect);
  useShortcuts({ o: () => setCard(pointedCard()) });
  const { face, result } = card ? faceOf(faces, card) : { face: null, result: null };
  const name = face?.name ?? result?.name;
  const openedCard = name && html`<${Panel}
    title=${name}
    close=${() => setCard(null)}
    modal=${true}
    class="panel--opened panel--single"
  >
    ${face && html`<${Card} face=${face} size="large" />`}
    ${result && html`<${ChartResult} result=${result} size="large" />`}
  <//>`;
  return { open, openedCard };
}
