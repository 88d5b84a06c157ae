// What the table gives to the parts that come and go on it, each loaded when it is first needed.
import type { Child } from "../vendor/preact";
import type { Faces, Faith, Happening, Moment, Seat } from "../core/types";
import type { Settings } from "../core/settings";

/** What one may do at the table; each promise is fulfilled when the page shows what came of it. */
export interface Act {
  send(choice: string): Promise<void>;
  undo(): Promise<void>;
  takeBack(): Promise<void>;
  stop(): Promise<void>;
  /** Sits down at a seat: after a hand-over, or to look from the other side. */
  sit(seat: Seat): void;
  /** Shows a past moment; null is the present one. The address follows. */
  look(step: number | null): void;
  /** Asks for something that concerns two who play far apart. */
  ask(wish: (now: { version: number; client: string }) => Promise<Moment>): Promise<void>;
  /** Looks whether anything has changed. */
  refresh(): void;
}

export interface PartProps {
  moment: Moment;
  /** the same as act.send */
  send: Act["send"];
  settings: Settings;
  act: Act;
  faces: Faces;
  /** everything that happened, from the beginning to this moment */
  log: Happening[];
  /** closes a sheet that can be closed */
  close(): void;
}

/** hint.js, handover.js, history.js, guide.js, help.js, textmode.js, since.js export one of these by default. */
export type Part = (props: PartProps) => Child;

/** motion.js: `measure` sees the table before a moment is shown, `play` after; `play` is fulfilled when all
 * stands still. */
export interface Motion {
  measure(root: Element): unknown;
  play(events: Happening[], before: Moment, after: Moment, root: Element, measured: unknown): Promise<void>;
  /** any key or tap: everything is where it belongs at once */
  skip(): void;
}

/** sound.js: `play` makes the few soft sounds, if they are on. */
export interface Sound {
  play(events: Happening[], settings: Settings): void;
}

export interface Person {
  name: string;
  faith: Faith | null;
  own: boolean;
}
