// Plays the sounds of events, and a light vibration where the device has one. Nothing sounds unless it is switched on.
import { EVENT_SOUNDS, SOUNDS } from "./soundLayers.js";

/** @import {EventView} from "../core/types" */
/** @import {Settings} from "../core/settingsValues" */
/** @import {Layer} from "./soundLayers" */

const SOUND_GAP_S = 0.16;
const START_S = 0.02;
const MAX_SOUNDS = 6;
/** An exponential fade cannot end at 0. */
const SILENT_GAIN = 0.0001;
const ATTACK_S = 0.008;
/** The loudest layer, by the setting of the volume. */
const VOLUMES = { soft: 0.07, normal: 0.16, loud: 0.34 };
/** Milliseconds of vibration and rest, by event.
 * @type {Record<string, number[]>} */
export const VIBRATIONS = { claimed: [18], rolled: [8, 50, 8], reward: [8], over: [20, 60, 30] };

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
  gain.gain.setValueAtTime(SILENT_GAIN, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(volume, 2 * SILENT_GAIN), at + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(SILENT_GAIN, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioParam} frequency
 * @param {Layer} layer
 * @param {number} at */
function setPitch(frequency, { pitch, glide, seconds }, at) {
  frequency.setValueAtTime(pitch, at);
  if (glide) frequency.exponentialRampToValueAtTime(glide, at + seconds);
}

/** @param {AudioContext} audio
 * @param {number} start
 * @param {Layer} layer
 * @param {number} loudness */
function playLayer(audio, start, layer, loudness) {
  const at = start + (layer.delay ?? 0);
  const gain = fadingGain(audio, at, layer.volume * loudness, layer.seconds);
  if (layer.kind === "tone") {
    const source = audio.createOscillator();
    setPitch(source.frequency, layer, at);
    source.connect(gain);
    source.start(at);
    source.stop(at + layer.seconds);
    return;
  }
  const source = audio.createBufferSource();
  source.buffer = noiseBuffer(audio);
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.8;
  setPitch(band.frequency, layer, at);
  source.connect(band).connect(gain);
  source.start(at);
  source.stop(at + layer.seconds);
}

/** @param {string[]} names of sounds, one after another
 * @param {Settings} settings */
function play(names, settings) {
  if (!settings.sound || !names.length || typeof AudioContext === "undefined") return;
  const audio = audioContext();
  const loudness = VOLUMES[settings.volume] ?? VOLUMES.normal;
  names.forEach((name, i) => {
    const start = audio.currentTime + START_S + i * SOUND_GAP_S;
    for (const layer of SOUNDS[name]) playLayer(audio, start, layer, loudness);
  });
}

/** @param {EventView[]} events
 * @param {Settings} settings */
function vibrate(events, settings) {
  const pattern = events.findLast((event) => VIBRATIONS[event.event]);
  if (settings.vibration && pattern) navigator.vibrate?.(VIBRATIONS[pattern.event]);
}

/** Play the sounds of the last few events, one after another.
 * @param {EventView[]} events
 * @param {Settings} settings */
export function playEventSounds(events, settings) {
  if (document.hidden) return;
  vibrate(events, settings);
  play(events.flatMap((event) => EVENT_SOUNDS[event.event] ?? []).slice(-MAX_SOUNDS), settings);
}

/** Tell the player that it is their turn, even if the page is hidden.
 * @param {Settings} settings */
export const playTurnSound = (settings) => play(["turn"], settings);

/** Let the player hear how loud the sounds are.
 * @param {Settings} settings */
export const playSampleSound = (settings) => play(["seal"], settings);
