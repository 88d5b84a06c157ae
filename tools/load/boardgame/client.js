// Plays matches on a boardgame.io server: node client.js PORT GAMES WATCHERS SECONDS RATE; RATE 0: a closed loop.
"use strict";

const http = require("node:http");
const WebSocket = require("ws");
const { HAND_CARDS } = require("./game.js");

const [port, games, watchers, seconds, rate] = process.argv.slice(2).map(Number);
const CHOICES_PER_MATCH = 200; // the length of a match
const CONCURRENT_STARTS = 16;
const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENT_STARTS });
const now = () => performance.now();
const totals = { choices: 0, answers: [], deliveries: [], begun: 0, bytes: 0, messages: 0, behind: 0 };
let begin = Infinity;
let end = Infinity;
let resting = true;
let open = false; // an open loop, by the clock
const slots = [];

function post(path, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const request = http.request({ port, host: "127.0.0.1", path, method: "POST", headers, agent }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

/** Open a socket as a player or a spectator; `onState` gets every state. */
function connect(match, player, credentials, onState) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    socket.on("error", reject);
    socket.on("message", (data) => {
      const text = data.toString();
      if (text === "2") socket.send("3");
      else if (text[0] === "0") socket.send("40/circles,");
      else if (text.startsWith("40")) {
        socket.send(`42/circles,${JSON.stringify(["sync", match, player, credentials, 2])}`);
      } else if (text.startsWith("42")) {
        totals.messages += 1;
        totals.bytes += text.length;
        const [kind, , content] = JSON.parse(text.slice(text.indexOf(",") + 1));
        if (kind === "sync") {
          onState(content.state);
          resolve(socket);
        } else if (kind === "update") onState(content);
      }
    });
  });
}

class GameSlot {
  constructor() {
    this.due = [];
    this.ahead = Math.floor(Math.random() * CHOICES_PER_MATCH);
  }

  async begin() {
    this.sent = null;
    this.state = null;
    this.playing = false;
    const { matchID } = await post("/games/circles/create", { numPlayers: 2 });
    this.match = matchID;
    this.seats = [];
    for (const player of ["0", "1"]) {
      const joined = await post(`/games/circles/${matchID}/join`, { playerID: player, playerName: player });
      const socket = await connect(matchID, player, joined.playerCredentials, (state) => this.receive(player, state));
      this.seats.push({ socket, credentials: joined.playerCredentials });
    }
    this.watching = [];
    for (let number = 0; number < watchers; number += 1) {
      this.watching.push(await connect(matchID, null, undefined, () => {}));
    }
    totals.begun += 1;
    this.playing = true;
    this.free();
  }

  receive(player, state) {
    const sent = this.sent;
    if (sent && state._stateID > sent.state) {
      const waited = now() - sent.due;
      const measured = sent.due >= begin && sent.due < end;
      if (player === sent.player) {
        if (measured) totals.answers.push(waited);
        if (now() >= begin && now() < end) totals.choices += 1;
      } else if (measured) totals.deliveries.push(waited);
      sent.missing -= 1;
      if (sent.missing > 0) return;
      this.sent = null;
    }
    if (!this.state || state._stateID > this.state._stateID) this.state = state;
    if (!this.playing || this.sent) return;
    if (this.state.ctx.gameover) this.over();
    else this.free();
  }

  over() {
    this.playing = false;
    for (const { socket } of this.seats) socket.terminate();
    for (const socket of this.watching) socket.terminate();
    if (!resting) for (const due of this.due.splice(0)) next(due);
    this.begin();
  }

  free() {
    if (resting || !this.playing || this.sent) return;
    if (begin === Infinity) {
      if (this.ahead <= 0) return;
      this.ahead -= 1;
      this.choose(now());
    } else if (!open) this.choose(now());
    else if (this.due.length) this.choose(this.due.shift());
  }

  choose(due) {
    const player = this.state.ctx.currentPlayer;
    const { socket, credentials } = this.seats[Number(player)];
    const args = [Math.floor(Math.random() * HAND_CARDS), Math.floor(Math.random() * 10)];
    const action = { type: "MAKE_MOVE", payload: { type: "choose", args, playerID: player, credentials } };
    this.sent = { due, player, state: this.state._stateID, missing: 2 };
    socket.send(`42/circles,${JSON.stringify(["update", action, this.state._stateID, this.match, player])}`);
  }
}

let at = 0;
function next(due) {
  for (let tried = 0; tried < slots.length; tried += 1) {
    at = (at + 1) % slots.length;
    if (slots[at].playing) {
      slots[at].due.push(due);
      slots[at].free();
      return;
    }
  }
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const quiet = () => slots.every((slot) => !slot.sent);
const cut = (times, part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];

function spread(times) {
  times.sort((a, b) => a - b);
  const round = (ms) => (ms === undefined ? null : Math.round(ms * 100) / 100);
  const most = times[times.length - 1];
  return { p50: round(cut(times, 0.5)), p95: round(cut(times, 0.95)), p99: round(cut(times, 0.99)), max: round(most), count: times.length };
}

async function settle() {
  const limit = now() + 10000;
  while (now() < limit && !quiet()) await sleep(10);
}

async function main() {
  for (let number = 0; number < games; number += CONCURRENT_STARTS) {
    const group = Array.from({ length: Math.min(CONCURRENT_STARTS, games - number) }, () => new GameSlot());
    slots.push(...group);
    await Promise.all(group.map((slot) => slot.begin()));
  }
  resting = false;
  for (const slot of slots) slot.free();
  while (slots.some((slot) => slot.ahead > 0)) await sleep(10);
  await settle();
  process.stdout.write("measuring\n");
  const used = process.cpuUsage();
  open = rate > 0;
  begin = now();
  end = begin + 1000 * seconds;
  if (open) {
    let due = begin;
    while (due < end) {
      while (due <= now() && due < end) {
        next(due);
        due += (-1000 * Math.log(1 - Math.random())) / rate;
      }
      await sleep(1);
    }
  } else {
    for (const slot of slots) slot.free();
    await sleep(1000 * seconds);
  }
  const took = (now() - begin) / 1000;
  const { user, system } = process.cpuUsage(used);
  resting = true;
  process.stdout.write("measured\n");
  totals.behind = slots.reduce((sum, slot) => sum + slot.due.length, 0);
  await settle();
  const generator = (user + system) / 1e6 / took;
  const figures = {
    seconds: Math.round(took * 100) / 100,
    games,
    players: 2 * games,
    spectators: watchers * games,
    scheduled_per_second: rate || null,
    choices: totals.choices,
    choices_per_second: Math.round((10 * totals.choices) / took) / 10,
    answer_ms: spread(totals.answers),
    opponent_ms: spread(totals.deliveries),
    behind: totals.behind,
    generator_cpu: Math.round(1000 * generator) / 1000,
    valid: generator <= 1,
    games_begun: totals.begun,
    messages: totals.messages,
    message_bytes: Math.round(totals.bytes / totals.messages),
    state_bytes: JSON.stringify(slots[0].state).length,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exit(0);
}

main();
