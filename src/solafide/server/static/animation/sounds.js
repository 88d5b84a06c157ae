// Sounds of events, synthesised by the browser: wood, paper, dice, bells.

/** @import {EventView} from "../core/types" */
/** @import {Settings} from "../core/settingsValues" */

const SOUND_GAP_S = 0.16;
const MAX_SOUNDS = 6;
const VOLUME = 0.16;

/** @type {AudioContext | null} */
let sharedContext = null;
/** @type {AudioBuffer | null} */
let noise = null;

function audioContext() {
  sharedContext ??= new AudioContext();
  // Browsers play nothing before the first click or key.
  if (sharedContext.state === "suspended") sharedContext.resume().catch(() => {});
  return sharedContext;
}

/** @param {AudioContext} audio */
function noiseBuffer(audio) {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
  return noise;
}

/** A volume that rises quickly and fades out.
 * @param {AudioContext} audio
 * @param {number} at when it starts, in seconds of the audio clock
 * @param {number} volume
 * @param {number} seconds */
function fadingGain(audio, at, volume, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} seconds
 * @param {number} [volume] */
function tone(audio, at, pitch, seconds, volume = VOLUME) {
  const source = audio.createOscillator();
  source.type = "sine";
  source.frequency.setValueAtTime(pitch, at);
  source.connect(fadingGain(audio, at, volume, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch center of the band of frequencies
 * @param {number} seconds */
function noiseBurst(audio, at, pitch, seconds) {
  const source = audio.createBufferSource();
  source.buffer = noiseBuffer(audio);
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(pitch, at);
  band.Q.value = 0.8;
  source.connect(band).connect(fadingGain(audio, at, VOLUME / 2, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/** @typedef {(audio: AudioContext, at: number) => void} Sound */

/** @type {Sound} */
const wood = (audio, at) => {
  tone(audio, at, 210, 0.12);
  noiseBurst(audio, at, 900, 0.04);
};
/** @type {Sound} */
const paper = (audio, at) => noiseBurst(audio, at, 2600, 0.18);
/** @type {Sound} */
const slide = (audio, at) => noiseBurst(audio, at, 700, 0.26);
/** @type {Sound} */
const dice = (audio, at) => [0, 0.09, 0.16, 0.28].forEach((delay) => wood(audio, at + delay));
/** @type {Sound} */
const bells = (audio, at) =>
  [523.25, 783.99].forEach((pitch, i) => tone(audio, at + 0.14 * i, pitch, 1.1, VOLUME * 0.6));
/** @type {Sound} */
const ending = (audio, at) =>
  [392, 523.25, 659.25].forEach((pitch, i) => tone(audio, at + 0.2 * i, pitch, 1.6, VOLUME * 0.6));

/** @type {Record<string, Sound>} */
const EVENT_SOUNDS = {
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

/** Play the sounds of the last few events, one after another.
 * @param {EventView[]} events
 * @param {Settings} settings */
export function playEventSounds(events, settings) {
  if (!settings.sound || document.hidden || typeof AudioContext === "undefined") return;
  const sounds = events.flatMap((event) => EVENT_SOUNDS[event.event] ?? []).slice(-MAX_SOUNDS);
  if (!sounds.length) return;
  const audio = audioContext();
  sounds.forEach((sound, i) => sound(audio, audio.currentTime + 0.02 + i * SOUND_GAP_S));
}

/** Tell the player that it is their turn, even if the page is hidden.
 * @param {Settings} settings */
export function playTurnSound(settings) {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  const audio = audioContext();
  bells(audio, audio.currentTime + 0.02);
}
