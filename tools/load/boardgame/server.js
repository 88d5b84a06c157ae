// A boardgame.io server: node server.js PORT [FOLDER]; without a folder all matches are kept in memory.
"use strict";

const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { Circles } = require("./game.js");

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [Circles], db, origins: [Origins.LOCALHOST] });
server.run(Number(port));
process.on("SIGTERM", () => process.exit(0));
