// What the table passes to its panels and pages, and what lazily loaded modules offer.
import type { Child } from "../vendor/preact";
import type { CardSetFaces, EventView, Moment, Seat } from "../core/types";
import type { Settings } from "../core/settingsValues";

/** What a player can do in a game. Each promise is resolved when the page shows the result. */
export interface GameActions {
  /** Sends a choice. */
  send(choice: string): Promise<void>;
  undo(): Promise<void>;
  takeBack(): Promise<void>;
  /** Makes the computer opponent choose now. */
  stop(): Promise<void>;
  /** Takes a seat: after the device was passed on, or to look from the other side. */
  takeSeat(seat: Seat): void;
  /** Shows a past step, null: the present. The address changes with it. */
  showStep(step: number | null): void;
  /** Sends another request of an online game. */
  request(send: (header: { version: number; idempotency_key: string }) => Promise<Moment>): Promise<void>;
  /** Fetches the game again. */
  reload(): void;
}

export interface PanelProps {
  moment: Moment;
  /** the same as actions.send */
  send: GameActions["send"];
  settings: Settings;
  actions: GameActions;
  faces: CardSetFaces;
  /** all events from the beginning to this moment */
  log: EventView[];
  /** closes a panel that can be closed */
  close(): void;
}

/** The default export of panels and pages that show a moment. */
export type PanelComponent = (props: PanelProps) => Child;

/** animation/animateEvents.js */
export interface Animator {
  /** Remembers where everything is before a moment is shown. */
  takeSnapshot(root: Element, events: EventView[]): unknown;
  /** Animates events after the moment is shown; resolved when all animations have ended. */
  play(events: EventView[], before: Moment, after: Moment, root: Element, snapshot: unknown): Promise<void>;
  /** Ends all animations at once. */
  skip(): void;
}

/** animation/sounds.js */
export interface SoundPlayer {
  playEventSounds(events: EventView[], settings: Settings): void;
}
