// The sounds of the table as data: layers of tones and of noise, which the browser makes itself. No recordings.

/**
 * @typedef {object} Layer
 * @property {"tone" | "noise"} kind
 * @property {number} pitch in hertz; of noise, the middle of its band
 * @property {number} seconds
 * @property {number} volume from 0 to 1
 * @property {number} [delay] seconds after the start of the sound
 * @property {number} [glide] the pitch at its end, in hertz
 */

/** @param {number} pitch
 * @param {number} delay
 * @param {number} [volume]
 * @returns {Layer[]} */
const knock = (pitch, delay, volume = 1) => [
  { kind: "tone", pitch, seconds: 0.12, volume, delay, glide: pitch * 0.8 },
  { kind: "noise", pitch: pitch * 4.3, seconds: 0.04, volume: volume * 0.5, delay },
];

/** A bell has partials that are no multiples of its pitch.
 * @param {number} pitch
 * @param {number} delay
 * @param {number} seconds
 * @returns {Layer[]} */
const bell = (pitch, delay, seconds) => [
  { kind: "tone", pitch, seconds, volume: 0.5, delay },
  { kind: "tone", pitch: pitch * 2.76, seconds: seconds * 0.4, volume: 0.12, delay },
];

/** @type {Record<string, Layer[]>} */
export const SOUNDS = {
  token: knock(210, 0),
  lifted: [...knock(300, 0, 0.5), { kind: "noise", pitch: 1500, seconds: 0.1, volume: 0.2, delay: 0.05 }],
  power: [{ kind: "noise", pitch: 620, seconds: 0.26, volume: 0.5, glide: 900 }, ...knock(170, 0.24, 0.5)],
  figure: [...knock(260, 0, 0.6), ...knock(230, 0.16, 0.9)],
  card: [{ kind: "noise", pitch: 2600, seconds: 0.18, volume: 0.5, glide: 1700 }, ...knock(120, 0.14, 0.3)],
  drawn: [{ kind: "noise", pitch: 3200, seconds: 0.13, volume: 0.4, glide: 4200 }],
  discarded: [{ kind: "noise", pitch: 2000, seconds: 0.16, volume: 0.45, glide: 1100 }],
  recovered: [{ kind: "noise", pitch: 1400, seconds: 0.2, volume: 0.4, glide: 3000 }],
  abroad: [{ kind: "noise", pitch: 2300, seconds: 0.2, volume: 0.4 }, ...bell(392, 0.12, 0.6)],
  turned: [0, 0.11].map((delay) => ({ kind: "noise", pitch: 2900 - delay * 6000, seconds: 0.09, volume: 0.45, delay })),
  lasting: [{ kind: "noise", pitch: 1900, seconds: 0.15, volume: 0.35 }, ...knock(150, 0.1, 0.4)],
  shuffled: [0, 0.07, 0.14, 0.21, 0.28].map((delay) => ({
    kind: "noise",
    pitch: 2500,
    seconds: 0.06,
    volume: 0.35,
    delay,
  })),
  die: [0, 0.09, 0.16, 0.28].flatMap((delay) => knock(240 - delay * 200, delay, 1 - delay * 1.5)),
  rested: knock(130, 0, 0.8),
  seal: [
    { kind: "noise", pitch: 1200, seconds: 0.4, volume: 0.3, glide: 2200 },
    ...knock(90, 0.42, 1),
    { kind: "noise", pitch: 400, seconds: 0.14, volume: 0.5, delay: 0.44, glide: 200 },
    ...bell(523.25, 0.55, 1.1),
  ],
  reward: [...bell(783.99, 0, 0.9), ...bell(1046.5, 0.12, 0.9)],
  turn: [...bell(523.25, 0, 1.1), ...bell(783.99, 0.14, 1.1)],
  end: [392, 523.25, 659.25, 783.99].flatMap((pitch, at) => bell(pitch, 0.2 * at, 1.6)),
};

/** The sound of each event that the table shows.
 * @type {Record<string, string>} */
export const EVENT_SOUNDS = {
  converted: "token",
  neutralised: "lifted",
  shifted: "power",
  disputation: "figure",
  played: "card",
  drew: "drawn",
  discarded: "discarded",
  recovered: "recovered",
  foreign: "abroad",
  chosen_deck: "abroad",
  revealed: "turned",
  used: "lasting",
  front: "lasting",
  reshuffled: "shuffled",
  rolled: "die",
  chart: "rested",
  claimed: "seal",
  reward: "reward",
  over: "end",
};
