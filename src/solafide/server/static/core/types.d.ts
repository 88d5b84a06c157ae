// The protocol between page and server; docs/api.md says the same in words, /api/openapi.json to machines.

export type Faith = "C" | "P";
export type Estate = "nobility" | "commoners";
/** Before faiths are known a person is "1" or "2"; null is a spectator. */
export type Seat = Faith | "1" | "2" | null;
export type Lang = "en" | "de" | "nl" | "hu";

/** A sentence with the section of our rules behind it ("6.1"), "" if there is none. */
export interface Told {
  text: string;
  section: string;
}

export interface Player {
  /** "person", or the name of a computer opponent ("magister") */
  kind: string;
  name: string;
  faith: Faith | null;
}

/** One thing that may be chosen. */
export interface Option {
  /** what is sent back: "play:C03", "circle:9", "draw" */
  choice: string;
  /** the word before the colon */
  word: string;
  label: string;
  /** what would come of it, as far as that is certain ("You would claim the circle, 5 points and a Reward."), or "" */
  consequence: string;
  card: string | null;
  circle: number | null;
  side: Estate | null;
  /** territories that would change hands */
  changes: Place[];
  /** the space to which power would move, in which circle */
  power: { circle: number; to: number } | null;
  /** whether it cannot be taken back: chance or hidden cards come in between, or it ends the turn */
  final: boolean;
}

export interface Place {
  circle: number;
  side: Estate;
  territory: number;
}

/** The card that is being carried out. */
export interface Resolving {
  card: string;
  by: Faith;
  steps: { text: string; state: "done" | "now" | "next" }[];
}

/** What the table says in the reader's language. */
export interface Said {
  /** the question to this seat, or a sentence about whom the table waits for, or how the game ended */
  question: string;
  /** what kind of question it is, at length, with its section */
  explain: Told;
  options: Option[];
  resolving: Resolving | null;
  /** why something that lies on the table cannot be chosen now, by what it is: "circle:4", "card:C05", "draw" */
  why: Record<string, Told>;
  /** the whole table in sentences, for the text mode and screen readers */
  table: string[];
  circles: CircleSaid[];
}

export interface CircleSaid {
  circle: number;
  /** the circle as a sentence */
  text: string;
  dominant: Estate | null;
  /** territories that either faith still lacks on the dominant side */
  needs: { C: number; P: number } | null;
}

/** What happened, with its sentence. */
export interface Happening {
  event: string;
  version: number;
  by?: Faith | "1" | "2";
  /**
   * empty where an earlier sentence tells it as well, or it needs none: such an event is shown, but not written down;
   * "You …" to a person who plays alone; the same whenever it is asked for
   */
  text: string;
  /** its sentence by itself, where this step is shown alone; empty if it needs none */
  alone: string;
  section: string;
  /** whether it matters enough for a summary */
  matters: boolean;
  [fact: string]: unknown;
}

export interface CircleView {
  circle: number;
  state: "in_play" | "face_down" | "claimed";
  owner: Faith | null;
  nobility: string | null;
  commoners: string | null;
  power: number | null;
  disputation: boolean;
}

export interface FaithView {
  hand: number;
  deck: number;
  discard: string[];
  aside: string[];
  front: string | null;
  tokens: number | null;
  rewards: number;
  points: number;
  circles: number[];
  /** cards that everybody has seen; those of them that are certainly in the hand; those that went into the deck last */
  seen: string[];
  held: string[];
  shuffled: string[];
  unseen_in_deck: boolean;
  picks: number | null;
}

export interface OwnView {
  hand: string[];
  deck: string[];
  kept: string[];
  triple: string[];
  pool: string[];
  drawn: string[];
}

export interface View {
  seat: Seat;
  version: number;
  /** version of the rules */
  rules: number;
  options: {
    mode: "first" | "draft";
    claims: string;
    tokens: number | null;
    turn_limit: number | null;
    faiths: "rolled" | "agreed";
    first: Faith | "rolled";
  };
  /** fingerprint of the cards, as far as they matter to play */
  cards: string;
  phase: "setup" | "draft" | "play" | "over";
  turn: Faith | null;
  turn_number: number;
  waiting_for: string[];
  question: string | null;
  persons: { "1": Faith; "2": Faith } | null;
  circles: CircleView[];
  disputation: number | null;
  faiths: { C: FaithView; P: FaithView };
  own?: OwnView;
  /** what is being carried out, see docs/json.md */
  agenda: Record<string, unknown>;
  decision: {
    who: string;
    question: string;
    options: string[];
    version: number;
    context: Record<string, unknown>;
  } | null;
  outcome: {
    winner: Faith | "1" | "2" | null;
    points: { C: number; P: number };
    limited: boolean;
    reason: "points" | "resigned" | "agreed" | "time";
  } | null;
}

/** Everything that a page shows of one moment of one game, for one seat. */
export interface Moment {
  game: string;
  /** what a choice must name; grows with every accepted request that concerns this seat, taking back included */
  version: number;
  /** steps of the history before this moment, and steps in all: fewer means that this is the past */
  step: number;
  last: number;
  seat: Seat;
  /** the seats that this browser plays; both: one screen that is handed over */
  seats: Faith[];
  players: { "1": Player; "2": Player };
  view: View;
  said: Said;
  /** what happened after the step asked for with `since` */
  events: Happening[];
  /** the computer opponent that is thinking now */
  thinking: string | null;
  /** what one may do besides choosing; a text says why not, "" means that one may */
  may: {
    undo: string;
    takeback: string;
    hint: string;
    branch: string;
    resign: string;
    draw: string;
    ask_takeback: string;
    time: string;
    replace: string;
    pause: string;
    come_back: string;
  };
  /** whose turn it is to sit at the screen: the seat that must be asked for next, null if it need not change */
  handover: Seat;
  /** hash of the seed, published before the first card */
  commitment: string;
  /** "" or the name of the set: an owner's own cards */
  cards: string;
  cards_hash: string;
  /** in the online house: what two who play far apart know of each other */
  company: Company | null;
}

/** How much time either has, in seconds; `plus` is added with each turn, up to `cap`. */
export interface Pace {
  kind: "live" | "days";
  bank: number;
  plus: number;
  cap: number | null;
}

/** What one of the two asks the other; `revealed`: what became known since step `to`, to which one would go back. */
export interface Offer {
  kind: "draw" | "takeback";
  by: "C" | "P" | "1" | "2";
  to: number | null;
  revealed: string[];
}

/** Seconds that are left, and whether they run. */
export interface ClockSide {
  left: number;
  runs: boolean;
}

/** By the persons 1 and 2. */
export type Absence = "" | "left" | "paused" | "time" | "away";

export interface Company {
  here: { "1": boolean; "2": boolean };
  /** why one need not wait for somebody, "" if one must */
  absent: { "1": Absence; "2": Absence };
  watchers: number;
  pace: Pace | null;
  clock: { "1": ClockSide; "2": ClockSide } | null;
  offers: Offer[];
  /** what became of the last offer, until somebody plays on */
  settled: string;
  /** steps to which this seat may ask to return, the last one first */
  ways_back: number[];
  /** hints and what-if are allowed during the game */
  study: boolean;
  /** lines of the conversation so far */
  chat: number;
  muted: boolean;
  /** the game that follows this one, "" if none was asked for */
  rematch: string;
  /** the duplicate deal that this game belongs to, "" */
  deal: string;
  /** a word about each standing order of one's own that was cancelled */
  told: string[];
}

export interface Problem {
  error: { key: string; text: string };
  /** the present moment, where there is one: a page that was behind is in step again */
  moment?: Moment;
}

/** A card face, with everything that is printed on it, in one language. */
export interface CardFace {
  card: string;
  number: number;
  name: string;
  /** one line for each effect */
  text: string[];
  /** emblems from left to right: ids of art.svg without "fx-"; ":" stands after a cost, ">" between effects,
   * "/" between alternatives */
  block: string[];
  year: string;
  history: string;
  military: boolean;
  persistent: boolean;
  first_game: boolean;
  source: "rulebook" | "partial" | "reconstructed" | "printed";
  source_text: string;
  /** the same in a word */
  source_word: string;
  /** Foreign Influence: the deck and its country ("france") */
  deck?: string;
  country?: string;
}

export interface CircleFace {
  circle: number;
  name: string;
  /** at most about fourteen letters, for a tile */
  short: string;
  points: number;
  nobility: { print: "C" | "P" | "N"; name: string }[];
  commoners: { print: "C" | "P" | "N"; name: string }[];
  start: number;
  below: number[];
  history: string;
  source: string;
  source_text: string;
}

/** All faces of a card set in one language. */
export interface Faces {
  hash: string;
  name: string;
  cards: Record<string, CardFace>;
  circles: CircleFace[];
  results: { roll: number; name: string; text: string[]; block: string[]; source: string; source_text: string }[];
}

export interface GameLine {
  game: string;
  players: { "1": Player; "2": Player };
  mode: "first" | "draft";
  over: boolean;
  /** "Magister, Catholic, turn 12, 7 to 5": said by the server */
  text: string;
  points: { C: number; P: number };
  outcome: View["outcome"];
  steps: number;
  /** ISO 8601 */
  created: string;
  changed: string;
  /** whether it waits for a person of this browser */
  waiting: boolean;
  branch: boolean;
}

export interface NewGame {
  /** persons 1 and 2: "person" or the name of an opponent */
  players: { "1": string; "2": string };
  /** the faith of person 1: agreed, or rolled for with dice as in the rules */
  faith: Faith | "rolled";
  mode: "first" | "draft";
  first?: Faith | "rolled";
  claims?: "at-once" | "after-card";
  tokens?: 16 | null;
  turn_limit?: number | null;
  /** an owner's card set: the text of its file */
  cards?: string;
  /** the name of that file, for what is to be said of mistakes in it */
  cards_file?: string;
  /** made by the page: the same request twice makes one game */
  client: string;
}

export interface Setup {
  /** whether one browser has every seat, or each shows the secret of its own */
  house: "local" | "online";
  languages: { id: Lang; name: string }[];
  levels: { id: string; name: string; text: string }[];
  options: { id: string; name: string; values: { value: unknown; name: string; text: string }[] }[];
}

export interface HintSaid {
  version: number;
  deck: string;
  choices: {
    choice: string;
    label: string;
    /** of winning, 0 to 1; null: not tried */
    chance: number | null;
    share: number;
    chance_text: string;
    reasons: { text: string; good: boolean }[];
    reply: string;
  }[];
  /** what is to be said about the choice that one had in mind */
  mind: { text: string; reasons: { text: string; good: boolean }[] } | null;
}

export interface Receipt {
  commitment: string;
  seed: string;
  hash: string;
  verified: boolean;
  text: string;
}

/** The report of a finished game; `done` < `all` while it is being made. */
export interface AnalysisSaid {
  state: "none" | "working" | "done" | "failed" | "impossible";
  done: number;
  all: number;
  text: string;
  report?: {
    title: string;
    result: string;
    /** the game in sentences, each with the step after which it belongs */
    story: (Told & { step: number })[];
    /** the Catholics' chance after a step: all cards open, and as could be known (by either seat; their mean) */
    chances: { step: number; seen: number; seen_C: number; seen_P: number; open: number; turn: number }[];
    claims: { step: number; circle: number; by: Faith; text: string }[];
    /** `when` "Turn 12" (the text begins with it), `kind` "Choice", `change` "+11.5" points of the Catholics' chance,
     * `chance` what it came to; `sides` the same for either */
    turning_points: {
      step: number;
      by: Faith;
      when: string;
      kind: string;
      text: string;
      change: string;
      chance: string;
      sides: Record<Faith, { change: string; chance: string }>;
    }[];
    /** `step` is the moment at which the choice was made; `grade` "Blunder"; the text begins with the question where
     * it is not plain */
    mistakes: {
      step: number;
      by: Faith;
      when: string;
      grade: string;
      question: string;
      text: string;
      better: string;
      change: string;
      reasons: string[];
      /** what spoke against the choice, and for the better one, addressed to the player who chose ("you"); of the
       * worst mistakes only */
      faults: string[];
      merits: string[];
    }[];
    /** rows from the point of view of either faith */
    balance: { heading: string[]; sides: { C: string[][]; P: string[][] } };
    luck: string;
    notes: string[];
  };
}

export interface RulesSection {
  section: string;
  title: string;
  /** paragraphs; **bold** and *italic* are the only marks */
  text: string[];
}

/** A message of the stream; its id is the number of the entry in the store. */
export interface StreamMessage {
  game: string;
  kind:
    | "step"
    | "undo"
    | "takeback"
    | "thinking"
    | "deleted"
    | "analysis"
    | "created"
    | "offer"
    | "chat"
    | "here"
    | "table"
    | "orders";
  /** steps so far, where the message is about the game itself */
  step?: number;
  /** what everybody may know of what happened; in the online house: what the seat may know */
  events?: Record<string, unknown>[];
  thinking?: { who: string; iterations: number; chance: number | null } | null;
  /** in the online house: what the seat is asked now, null if nothing */
  decision?: View["decision"];
  /** in the online house: the version that the seat sees */
  version?: number;
  /** whose streams are open, and how many watch */
  here?: { "1": boolean; "2": boolean };
  watchers?: number;
  /** of the last line of the conversation */
  number?: number;
}

/** One of the two at a table before the first card; `opened`: the part of the chance is known to the server. */
export interface Guest {
  name: string;
  /** "person", or the name of a computer opponent */
  kind: string;
  /** somebody sits there */
  here: boolean;
  opened: boolean;
}

/** A table before its first card; `person`: what the secret that was shown stands for. */
export interface Arrival {
  game: string;
  state: "waiting" | "opening" | "begun" | "void";
  person: "1" | "2" | "invite" | "watch" | null;
  players: { "1": Guest; "2": Guest };
  options: View["options"];
  faith: Faith | "rolled";
  cards: string;
  pace: Pace | null;
  study: boolean;
  open: boolean;
  /** of the server's part of the chance, and of what either browser adds */
  promises: { part: string; "1": string; "2": string };
  deal: string;
  created: string;
}

/** A table that anybody may join. */
export interface OpenTable {
  game: string;
  name: string;
  options: View["options"];
  faith: Faith | "rolled";
  cards: string;
  pace: Pace | null;
  study: boolean;
  created: string;
}

/** A game of which this browser has a secret; the one that waits for it longest comes first. */
export interface MyGame {
  game: string;
  state: "waiting" | "opening" | "begun" | "over" | "void" | "gone";
  person: "1" | "2" | "invite" | "watch" | null;
  line: GameLine | null;
  names: string[];
  created: string;
}

export interface ChatLine {
  number: number;
  by: "1" | "2";
  name: string;
  text: string;
  /** ISO 8601 */
  at: string;
}

/** What is sent to open a table; secrets and the promise are made by the page. */
export interface NewTable {
  secret: string;
  invite: string;
  watch: string;
  player?: string;
  name: string;
  promise: string;
  /** "person" or the name of a computer opponent */
  opponent: string;
  faith: Faith | "rolled";
  mode: "first" | "draft";
  first?: Faith | "rolled";
  claims?: "at-once" | "after-card";
  tokens?: 16 | null;
  turn_limit?: number | null;
  cards?: string;
  cards_file?: string;
  pace?: Pace | null;
  study: boolean;
  open: boolean;
  client: string;
}

/** A way to tell somebody that it is their turn; `error`: why it did not work the last time. */
export interface Way {
  target: string;
  confirmed: boolean;
  error: string;
}

export interface SignsSaid {
  mail: Way | null;
  hook: Way | null;
  /** which ways this house has */
  possible: { mail: boolean; hook: boolean };
}

export interface Aim {
  circle: number;
  side: Estate;
}

/** Lists of wishes, the dearest first; an empty one means that the owner wants to be asked. */
export interface Orders {
  convert: Aim[];
  territories: ("own" | "neutral" | "theirs")[];
  shift: Aim[];
  neutralise: Aim[];
  disputation: number[];
  dice: number[];
  decks: string[];
  foreign: string[];
  discards: string[];
  redraw: "stop"[];
  claims: number[];
  own_turn: boolean;
  until: number | null;
}

export interface OrdersSaid {
  orders: Orders;
  /** a word about each order that was cancelled since they were given */
  told: { turn: number; kind: string; text: string }[];
}

/** A seat of a deal; `team`: of two pairs. */
export interface DealSeat {
  name: string;
  kind: string;
  team: number | null;
  here: boolean;
}

/** One game of a deal; what it came to is told when all of them are over. */
export interface BoardSaid {
  game: string;
  state: "waiting" | "begun" | "over" | "withdrawn";
  players: { "1": DealSeat; "2": DealSeat };
  margin: number | null;
  score: number | null;
}

/** The same deal at several tables; `game`, `person`: the seat of the player who asks. */
export interface DealSaid {
  deal: string;
  kind: "pairs" | "field";
  state: "opening" | "open" | "closed" | "over";
  size: number;
  options: View["options"];
  cards: string;
  faith: Faith | null;
  opponent: string;
  pace: Pace | null;
  open: boolean;
  promises: { part: string; creator: string };
  commitment: string;
  boards: BoardSaid[];
  scores: { "1": number; "2": number } | null;
  chance: { part: string; contribution: string; seed: string } | null;
  game: string;
  person: "1" | "2" | null;
  created: string;
}

/** A deal in the list of those that anybody may join; `players`: how many of `size` have sat down. */
export interface OpenDeal {
  deal: string;
  kind: "pairs" | "field";
  options: View["options"];
  cards: string;
  faith: Faith | null;
  opponent: string;
  pace: Pace | null;
  size: number;
  players: number;
  created: string;
}

export interface NewDeal {
  kind: "pairs" | "field";
  faith: Faith;
  mode: "first" | "draft";
  first?: NewGame["first"];
  claims?: NewGame["claims"];
  tokens?: NewGame["tokens"];
  turn_limit?: NewGame["turn_limit"];
  cards?: string;
  cards_file?: string;
  size: number;
  opponent: string;
  pace: Pace | null;
  secret: string;
  invite: string;
  promise: string;
  open: boolean;
  client: string;
}
