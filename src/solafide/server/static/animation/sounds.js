// A few soft sounds made by the browser itself: wood, paper, a die, two bells.

/** @import {Happening} from "../core/types" */
/** @import {Settings} from "../core/settings" */

const GAP_S = 0.16;
const MOST = 6;
const LOUD = 0.16;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

function awake() {
  context ??= new AudioContext();
  // Browsers let nothing sound before the first click or key.
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

/** @param {AudioContext} air */
function hiss(air) {
  if (noise) return noise;
  noise = air.createBuffer(1, air.sampleRate / 2, air.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
  return noise;
}

/** A swell that dies away.
 * @param {AudioContext} air
 * @param {number} at
 * @param {number} loud
 * @param {number} seconds */
function swell(air, at, loud, seconds) {
  const gain = air.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(air.destination);
  return gain;
}

/**
 * @param {AudioContext} air
 * @param {number} at
 * @param {number} pitch
 * @param {number} seconds
 * @param {number} [loud] */
function tone(air, at, pitch, seconds, loud = LOUD) {
  const source = air.createOscillator();
  source.type = "sine";
  source.frequency.setValueAtTime(pitch, at);
  source.connect(swell(air, at, loud, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/**
 * @param {AudioContext} air
 * @param {number} at
 * @param {number} pitch of the band that is left of the noise
 * @param {number} seconds */
function rustle(air, at, pitch, seconds) {
  const source = air.createBufferSource();
  source.buffer = hiss(air);
  const band = air.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(pitch, at);
  band.Q.value = 0.8;
  source.connect(band).connect(swell(air, at, LOUD / 2, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/** @typedef {(air: AudioContext, at: number) => void} Voice */

/** @type {Voice} */
const wood = (air, at) => {
  tone(air, at, 210, 0.12);
  rustle(air, at, 900, 0.04);
};
/** @type {Voice} */
const paper = (air, at) => rustle(air, at, 2600, 0.18);
/** @type {Voice} */
const slide = (air, at) => rustle(air, at, 700, 0.26);
/** @type {Voice} */
const dice = (air, at) => [0, 0.09, 0.16, 0.28].forEach((late) => wood(air, at + late));
/** @type {Voice} */
const bells = (air, at) => [523.25, 783.99].forEach((pitch, i) => tone(air, at + 0.14 * i, pitch, 1.1, LOUD * 0.6));
/** @type {Voice} */
const ending = (air, at) =>
  [392, 523.25, 659.25].forEach((pitch, i) => tone(air, at + 0.2 * i, pitch, 1.6, LOUD * 0.6));

/** @type {Record<string, Voice>} */
const VOICES = {
  converted: wood,
  neutralised: wood,
  disputation: wood,
  shifted: slide,
  played: paper,
  drew: paper,
  discarded: paper,
  revealed: paper,
  foreign: paper,
  rolled: dice,
  claimed: bells,
  reward: bells,
  over: ending,
};

/**
 * @param {Happening[]} events
 * @param {Settings} settings */
export function play(events, settings) {
  if (!settings.sound || document.hidden || typeof AudioContext === "undefined") return;
  const voices = events.flatMap((event) => VOICES[event.event] ?? []).slice(-MOST);
  if (!voices.length) return;
  const air = awake();
  voices.forEach((voice, i) => voice(air, air.currentTime + 0.02 + i * GAP_S));
}

/** It is the reader's turn: heard even while another window is looked at.
 * @param {Settings} settings */
export function ring(settings) {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  const air = awake();
  bells(air, air.currentTime + 0.02);
}
