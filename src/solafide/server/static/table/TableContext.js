// The state that all components of the table share, as a context.
import { createContext, useContext } from "../vendor/preact.js";

/** @import {CardSetFaces, Faith, EventView, Moment, Option} from "../core/types" */
/** @import {Settings} from "../core/settingsValues" */
/** @import {Translate} from "../core/translator" */
/** @import {Watching} from "../watch/useWatching" */
/** @import {PlacedOptions} from "./placeOptions" */
/** @import {GameActions} from "./types" */

/**
 * @typedef {object} TableState
 * @property {Moment} moment
 * @property {CardSetFaces} faces
 * @property {Settings} settings
 * @property {Translate} t
 * @property {GameActions} actions
 * @property {PlacedOptions} optionsAt the options of the question, by where they are shown
 * @property {Faith} near whose side of the table is at the bottom
 * @property {Faith} far
 * @property {boolean} isPhone
 * @property {boolean} isNarrow a phone or a tablet: the last turn has no panel of its own
 * @property {boolean} hasDetail the selected circle is shown in detail below the board
 * @property {() => void} openLog
 * @property {() => void} openNames opens the dialog for names of the game and of two people at one screen
 * @property {boolean} isPast an earlier step is shown
 * @property {EventView[]} log
 * @property {Watching | null} watching two computer players are watched
 * @property {Set<string>} changed what the last turn has changed, see `recentChanges`
 * @property {string | null} pendingChoice the choice that waits for confirmation
 * @property {(option: Option) => void} choose asks for confirmation first, if the settings want that
 * @property {(option: Option) => void} confirmChoice sends the choice
 * @property {() => void} cancelChoice
 * @property {number | null} selectedCircle the circle that is shown in detail, if there is room for that
 * @property {(circle: number) => void} selectCircle
 * @property {number | null} expandedCircle the circle whose answers are open
 * @property {(circle: number | null) => void} expandCircle
 * @property {(what: InspectedThing) => void} inspect opens a card or a pile
 */

/** @typedef {{kind: "pile", faith: Faith, pile: "discard" | "aside" | "deck" | "hand"}} InspectedPile */
/** @typedef {{kind: "card", card: string} | InspectedPile | {kind: "foreign", deck: string}} InspectedThing */

const TableContext = createContext(/** @type {TableState} */ (/** @type {unknown} */ (null)));
export const TableProvider = TableContext.Provider;
export const useTable = () => useContext(TableContext);
