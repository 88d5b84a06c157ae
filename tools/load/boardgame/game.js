// A game of the same size as Sola Fide: two players with hidden hands, ten circles, three choices a turn, 200 choices.
"use strict";

const { PlayerView, INVALID_MOVE } = require("boardgame.io/core");

const CHOICES_PER_MATCH = 200;
const HAND_CARDS = 6;
const ESTATES = ["nobility", "commoners"];

const names = (faith) => Array.from({ length: 45 }, (_, number) => `${faith}${String(number + 1).padStart(2, "0")}`);

function circle(_, number) {
  return {
    circle: number + 1,
    state: "in_play",
    owner: null,
    nobility: ["C", "P", "N", "C", "P"],
    commoners: ["P", "P", "C", "N"],
    power: 1,
    disputation: false,
  };
}

function seat(faith) {
  const cards = names(faith);
  return { hand: cards.splice(0, HAND_CARDS), deck: cards.splice(0, 24), kept: cards.slice(0, 5), drawn: [] };
}

function known(faith) {
  return {
    hand: HAND_CARDS,
    deck: 24,
    discard: [],
    aside: [],
    front: null,
    tokens: 16,
    rewards: 0,
    points: 0,
    circles: [],
    seen: names(faith).slice(0, 12),
    held: names(faith).slice(12, 15),
    shuffled: [],
  };
}

/** A card is played: some territories are converted, the card goes away, another one comes. */
function choose({ G, playerID }, card, place) {
  const own = G.players[playerID];
  const faith = "CP"[playerID];
  if (!Number.isInteger(card) || card < 0 || card >= own.hand.length) return INVALID_MOVE;
  if (!Number.isInteger(place) || place < 0 || place >= G.circles.length) return INVALID_MOVE;
  const [played] = own.hand.splice(card, 1);
  const there = G.circles[place];
  const side = there[ESTATES[G.choices % 2]];
  const at = side.findIndex((holder) => holder !== faith);
  if (at >= 0) side[at] = faith;
  there.power = (there.power + 1) % 4;
  own.deck.push(played);
  own.hand.push(own.deck.shift());
  const discard = G.faiths[faith].discard;
  discard.push(played);
  if (discard.length > 20) discard.shift();
  G.choices += 1;
  G.events = [
    { event: "played", version: G.choices, by: faith, card: played },
    { event: "converted", version: G.choices, by: faith, circle: place + 1, side: ESTATES[G.choices % 2], territory: at },
    { event: "shifted", version: G.choices, by: faith, circle: place + 1, from: there.power, to: there.power },
  ];
  return undefined;
}

module.exports = {
  CHOICES_PER_MATCH,
  HAND_CARDS,
  Circles: {
    name: "circles",
    setup: () => ({
      choices: 0,
      circles: Array.from({ length: 10 }, circle),
      faiths: { C: known("C"), P: known("P") },
      players: { 0: seat("C"), 1: seat("P") },
      events: [],
    }),
    playerView: PlayerView.STRIP_SECRETS,
    turn: { minMoves: 3, maxMoves: 3 },
    moves: { choose: { move: choose, client: false, undoable: false } },
    endIf: ({ G }) => (G.choices >= CHOICES_PER_MATCH ? { winner: "0" } : undefined),
    disableUndo: true,
  },
};
