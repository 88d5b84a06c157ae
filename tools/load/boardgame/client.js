// Plays matches on a boardgame.io server: node client.js PORT GAMES WATCHERS SECONDS RATE; RATE 0: a closed loop.
"use strict";

const http = require("node:http");
const WebSocket = require("ws");
const { HAND } = require("./game.js");

const [port, games, watchers, seconds, rate] = process.argv.slice(2).map(Number);
const FORWARD = 200; // as many as a match has
const AT_ONCE = 16;
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
const now = () => performance.now();
const found = { choices: 0, answers: [], echoes: [], begun: 0, bytes: 0, messages: 0, behind: 0 };
let begin = Infinity;
let end = Infinity;
let resting = true;
let open = false; // an open loop, by the clock
const parties = [];

function post(path, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const asked = http.request({ port, host: "127.0.0.1", path, method: "POST", headers, agent }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });
}

/** A socket that has said who it is; `told` gets every state. */
function connect(match, player, credentials, told) {
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
        found.messages += 1;
        found.bytes += text.length;
        const [kind, , said] = JSON.parse(text.slice(text.indexOf(",") + 1));
        if (kind === "sync") {
          told(said.state);
          resolve(socket);
        } else if (kind === "update") told(said);
      }
    });
  });
}

class Party {
  constructor() {
    this.due = [];
    this.ahead = Math.floor(Math.random() * FORWARD);
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
      const socket = await connect(matchID, player, joined.playerCredentials, (state) => this.told(player, state));
      this.seats.push({ socket, credentials: joined.playerCredentials });
    }
    this.watching = [];
    for (let number = 0; number < watchers; number += 1) {
      this.watching.push(await connect(matchID, null, undefined, () => {}));
    }
    found.begun += 1;
    this.playing = true;
    this.free();
  }

  told(player, state) {
    const sent = this.sent;
    if (sent && state._stateID > sent.state) {
      const waited = now() - sent.due;
      const measured = sent.due >= begin && sent.due < end;
      if (player === sent.player) {
        if (measured) found.answers.push(waited);
        if (now() >= begin && now() < end) found.choices += 1;
      } else if (measured) found.echoes.push(waited);
      sent.left -= 1;
      if (sent.left > 0) return;
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
    const args = [Math.floor(Math.random() * HAND), Math.floor(Math.random() * 10)];
    const action = { type: "MAKE_MOVE", payload: { type: "choose", args, playerID: player, credentials } };
    this.sent = { due, player, state: this.state._stateID, left: 2 };
    socket.send(`42/circles,${JSON.stringify(["update", action, this.state._stateID, this.match, player])}`);
  }
}

let at = 0;
function next(due) {
  for (let tried = 0; tried < parties.length; tried += 1) {
    at = (at + 1) % parties.length;
    if (parties[at].playing) {
      parties[at].due.push(due);
      parties[at].free();
      return;
    }
  }
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const quiet = () => parties.every((party) => !party.sent);
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
  for (let number = 0; number < games; number += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, games - number) }, () => new Party());
    parties.push(...some);
    await Promise.all(some.map((party) => party.begin()));
  }
  resting = false;
  for (const party of parties) party.free();
  while (parties.some((party) => party.ahead > 0)) await sleep(10);
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
    for (const party of parties) party.free();
    await sleep(1000 * seconds);
  }
  const took = (now() - begin) / 1000;
  const { user, system } = process.cpuUsage(used);
  resting = true;
  process.stdout.write("measured\n");
  found.behind = parties.reduce((sum, party) => sum + party.due.length, 0);
  await settle();
  const generator = (user + system) / 1e6 / took;
  const told = {
    seconds: Math.round(took * 100) / 100,
    games,
    players: 2 * games,
    spectators: watchers * games,
    scheduled_per_second: rate || null,
    choices: found.choices,
    choices_per_second: Math.round((10 * found.choices) / took) / 10,
    answer_ms: spread(found.answers),
    opponent_ms: spread(found.echoes),
    behind: found.behind,
    generator_cpu: Math.round(1000 * generator) / 1000,
    valid: generator <= 1,
    games_begun: found.begun,
    messages: found.messages,
    message_bytes: Math.round(found.bytes / found.messages),
    state_bytes: JSON.stringify(parties[0].state).length,
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.exit(0);
}

main();
