import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page } from "./static.mjs";

/** What was started, and how loud: [kind, volume]. */
let started = [];
let gains = [];
let vibrations = [];

class FakeParam {
  setValueAtTime() {}
  exponentialRampToValueAtTime() {}
}
class FakeSource {
  frequency = new FakeParam();
  connect(next) {
    return next;
  }
  start(at) {
    started.push(at);
  }
  stop() {}
}
class FakeGain extends FakeSource {
  gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: (value) => gains.push(value) };
}
globalThis.AudioContext = class {
  state = "running";
  currentTime = 10;
  sampleRate = 100;
  createGain = () => new FakeGain();
  createOscillator = () => new FakeSource();
  createBufferSource = () => new FakeSource();
  createBiquadFilter = () => Object.assign(new FakeSource(), { Q: {} });
  createBuffer = (_channels, length) => ({ getChannelData: () => new Float32Array(length) });
};
navigator.vibrate = (pattern) => vibrations.push(pattern);

const { EVENT_ANIMATIONS } = await page("animation/eventAnimations.js");
const { EVENT_SOUNDS, SOUNDS } = await page("animation/soundLayers.js");
const { VIBRATIONS, playEventSounds, playSampleSound, playTurnSound } = await page("animation/sounds.js");

const ON = { sound: true, volume: "normal", vibration: false };
const OFF = { ...ON, sound: false };
const EVENTS = Object.keys(EVENT_SOUNDS).map((event) => ({ event }));

beforeEach(() => {
  started = [];
  gains = [];
  vibrations = [];
  document.hidden = false;
});

test("every event that is animated has its sound, and there are a dozen at least", () => {
  assert.deepEqual(Object.keys(EVENT_SOUNDS).toSorted(), Object.keys(EVENT_ANIMATIONS).toSorted());
  assert.ok(new Set(Object.values(EVENT_SOUNDS)).size >= 12);
  assert.deepEqual(
    Object.values(EVENT_SOUNDS).filter((name) => !SOUNDS[name]),
    [],
  );
});

test("each event plays every layer of its sound, softly and for less than three seconds", () => {
  for (const { event } of EVENTS) {
    started = [];
    playEventSounds([{ event }], ON);
    assert.equal(started.length, SOUNDS[EVENT_SOUNDS[event]].length, event);
  }
  for (const layers of Object.values(SOUNDS)) {
    for (const { volume, seconds, delay = 0 } of layers) {
      assert.ok(volume > 0 && volume <= 1);
      assert.ok(delay + seconds < 3);
    }
  }
});

test("nothing sounds when it is off", () => {
  playEventSounds(EVENTS, OFF);
  playTurnSound(OFF);
  playSampleSound(OFF);
  assert.deepEqual([started, vibrations], [[], []]);
});

test("nothing sounds on a hidden page, except that it is your turn", () => {
  document.hidden = true;
  playEventSounds(EVENTS, { ...ON, vibration: true });
  assert.deepEqual([started, vibrations], [[], []]);
  playTurnSound(ON);
  assert.equal(started.length, SOUNDS.turn.length);
});

test("of many events the last six are heard, one after another", () => {
  playEventSounds(
    Array.from({ length: 20 }, () => ({ event: "chart" })),
    ON,
  );
  assert.equal(new Set(started).size, 6);
});

test("the volume makes all sounds softer or louder", () => {
  const loudest = (volume) => {
    gains = [];
    playEventSounds([{ event: "converted" }], { ...ON, volume });
    return Math.max(...gains);
  };
  assert.ok(loudest("soft") < loudest("normal"));
  assert.ok(loudest("normal") < loudest("loud"));
});

test("a vibration has its own switch", () => {
  playEventSounds([{ event: "claimed" }, { event: "drew" }], { ...OFF, vibration: true });
  assert.deepEqual([started, vibrations], [[], [VIBRATIONS.claimed]]);
  playEventSounds([{ event: "drew" }], { ...OFF, vibration: true });
  assert.equal(vibrations.length, 1);
});
