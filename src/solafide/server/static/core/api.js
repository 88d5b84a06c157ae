// The server's HTTP API: one function for each request.
import { gameSecret, lobbySecret } from "./credentials.js";
import { apiAddress, newIdempotencyKey, request, requestWithRetry, sendRequest } from "./request.js";

/** @import {AnalysisResponse, CardSetFaces, ChatMessage, DealView, GameSummary, HintResponse} from "./types" */
/** @import {CardSetCheck, CardSetFile, CheckedEntries, EntryFields, Vocabulary} from "./types" */
/** @import {DailyDealView, DailyResults, LessonSummary, LessonView, StatisticsView} from "./types" */
/** @import {Lang, LobbyView, Moment, MyGame, NetworkServer, NewDeal, NewGame, NewLobbyRequest} from "./types" */
/** @import {NotificationsView, OpenDeal, OpenLobby, Orders, PrivacyNotice, Receipt, ReportRequest} from "./types" */
/** @import {PuzzleSummary, PuzzleView} from "./types" */
/** @import {RulesSection, Seat, ServerKeys, Setup, StandingOrdersView, TurnComment} from "./types" */
/** @import {Query} from "./request" */
/** @import {Texts} from "./translator" */

/** @param {string} game */
const gamePath = (game) => `games/${encodeURIComponent(game)}`;

/** @param {string} deal
 * @param {string} [what] */
const dealPath = (deal, what = "") => `deals/${encodeURIComponent(deal)}${what}`;

/** @param {string} game */
const lobbyPath = (game) => `lobbies/${encodeURIComponent(game)}`;

/** A request about one game, with the secret of this browser's seat.
 * @param {string} method
 * @param {string} game
 * @param {string} what
 * @param {Query} query
 * @param {unknown} [body] */
const gameRequest = (method, game, what, query, body) =>
  request(method, gamePath(game) + what, query, { body, secret: gameSecret(game) });

/** @param {string} game
 * @param {string} what
 * @param {unknown} body */
const gameRequestWithRetry = (game, what, body) =>
  requestWithRetry(gamePath(game) + what, { body, secret: gameSecret(game) });

/** @returns {Promise<Setup>} */
export const getSetup = () => request("GET", "setup", {});

/** The texts of the pages: a file of the page's version, which the browser stores like the scripts.
 * @param {Lang} lang
 * @returns {Promise<Texts>}
 */
export async function getTexts(lang) {
  const response = await fetch(new URL(`../texts/${lang}.json`, import.meta.url), { credentials: "same-origin" });
  if (!response.ok) throw new Error(`texts: ${response.status}`);
  return response.json();
}

/**
 * @param {string} hash of the card set, "" for the built-in one
 * @returns {Promise<CardSetFaces>}
 */
export const getFaces = (hash) => request("GET", "card-faces", { set: hash || null });

/** @returns {Promise<RulesSection[]>} */
export const getRules = () => request("GET", "rules", {});

/** The fields of all entries of a card set, and the words that they can hold.
 * @returns {Promise<Vocabulary>} */
export const getVocabulary = () => request("GET", "card-set-form", {});

/** Check entries of a card set; nothing of them is stored.
 * @param {Lang} language of names that are written as plain text
 * @param {{entry: string, fields: EntryFields}[]} entries
 * @returns {Promise<CheckedEntries>} */
export const checkEntries = (language, entries) =>
  request("POST", "card-set-form/entries", {}, { body: { language, entries } });

/** Divide a card set file into its entries and what stands between them.
 * @param {string} file its name
 * @param {string} text
 * @returns {Promise<CardSetFile>} */
export const readCardSetFile = (file, text) => request("POST", "card-set-form/file", {}, { body: { file, text } });

/** Check a whole card set as a new game does.
 * @param {string} file its name
 * @param {string} text
 * @returns {Promise<CardSetCheck>} */
export const checkCardSet = (file, text) => request("POST", "card-set-form/check", {}, { body: { file, text } });

/** The lessons of the course.
 * @returns {Promise<LessonSummary[]>} */
export const getLessons = () => request("GET", "lessons", {});

/** The example of a section of the rules, after the choices made in it.
 * @param {string} section
 * @param {string[]} choices
 * @returns {Promise<LessonView>} */
export const getRuleExample = (section, choices) =>
  request("GET", `rules/${encodeURIComponent(section)}/example`, { choices: choices.join(",") });

/** A lesson after the choices made in it.
 * @param {string} lesson
 * @param {string[]} choices
 * @returns {Promise<LessonView>} */
export const getLesson = (lesson, choices) =>
  request("GET", `lessons/${encodeURIComponent(lesson)}`, { choices: choices.join(",") });

/** All puzzles, in the order of their ids.
 * @returns {Promise<PuzzleSummary[]>} */
export const getPuzzles = () => request("GET", "puzzles", {});

/** A puzzle after the choices made in it.
 * @param {string} puzzle
 * @param {string[]} choices
 * @returns {Promise<PuzzleView>} */
export const getPuzzle = (puzzle, choices) =>
  request("GET", `puzzles/${encodeURIComponent(puzzle)}`, { choices: choices.join(",") });

/** What an online server stores, by its settings.
 * @returns {Promise<PrivacyNotice>} */
export const getPrivacyNotice = () => request("GET", "privacy", {});

/** @returns {Promise<GameSummary[]>} */
export const getGames = () => request("GET", "games", {});

/**
 * @param {NewGame} game
 * @returns {Promise<Moment>}
 */
export const createGame = (game) => request("POST", "games", {}, { body: game });

/** @returns {Promise<NetworkServer>} */
export const getNetworkServer = () => request("GET", "network-server", {});

/** @param {string} address
 * @returns {Promise<NetworkServer>} */
export const openNetworkServer = (address) => request("POST", "network-server", {}, { body: { address } });

/** @returns {Promise<NetworkServer>} */
export const closeNetworkServer = () => request("DELETE", "network-server", {});

/** What the player's finished games come to.
 * @param {string | null} player online, the player's key
 * @param {number} utcOffset minutes by which the player's clock is ahead
 * @returns {Promise<StatisticsView>} */
export const getStatistics = (player, utcOffset) =>
  request("GET", "me/statistics", { utc_offset: utcOffset }, { secret: player });

/** The player's finished games in which a card was played.
 * @param {string} card
 * @param {string | null} player
 * @returns {Promise<string[]>} */
export const getGamesWithCard = (card, player) => request("GET", "me/games-with-card", { card }, { secret: player });

/** @param {string} game
 * @param {string[]} tags
 * @returns {Promise<{tags: string[]}>} */
export const putTags = (game, tags) => gameRequest("PUT", game, "/tags", {}, { tags });

/** @param {string | null} player
 * @returns {Promise<DailyDealView>} */
export const getDailyDeal = (player) => request("GET", "daily", {}, { secret: player });

/** @param {{secret?: string, player_key?: string, name?: string, idempotency_key: string}} body
 * @returns {Promise<DailyDealView>} */
export const playDailyDeal = (body) => requestWithRetry("daily/play", { body });

/** @param {string} day
 * @param {string | null} player
 * @returns {Promise<DailyResults>} */
export const getDailyResults = (day, player) =>
  request("GET", `daily/${encodeURIComponent(day)}`, {}, { secret: player });

/** @param {string} game */
export const deleteGame = (game) => gameRequest("DELETE", game, "", {});

/** @param {string} game
 * @param {string} title "" takes its name away
 * @returns {Promise<Moment>} */
export const renameGame = (game, title) => gameRequest("PUT", game, "/title", {}, { title });

/** @param {string} game
 * @param {Seat} seat that of the page
 * @param {{title: string, names: Partial<Record<"1" | "2", string>>}} names "" takes a name away, a missing one stays
 * @returns {Promise<Moment>} */
export const renamePlayers = (game, seat, names) => gameRequest("PUT", game, "/names", { seat }, names);

/**
 * @param {string} game
 * @param {{seat?: Seat, since?: number | null, at?: number | null, hands?: "open" | null}} which
 * @returns {Promise<Moment>}
 */
export const getMoment = (game, which = {}) => gameRequest("GET", game, "", which);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, choice: string, idempotency_key: string}} choice
 * @returns {Promise<Moment>}
 */
export const choose = (game, choice) => gameRequestWithRetry(game, "/choices", choice);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, idempotency_key: string}} what
 * @returns {Promise<Moment>}
 */
export const undo = (game, what) => gameRequestWithRetry(game, "/undo", what);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, idempotency_key: string}} what
 * @returns {Promise<Moment>}
 */
export const takeBack = (game, what) => gameRequestWithRetry(game, "/takeback", what);

/** Make the computer opponent choose now, with what its search has found so far.
 * @param {string} game */
export const stopThinking = (game) => gameRequest("POST", game, "/stop-thinking", {});

/** Let two computer players play their next move; nothing if the game has gone on since that version.
 * @param {string} game
 * @param {number} version
 * @returns {Promise<Moment>} */
export const playNextMove = (game, version) => gameRequest("POST", game, "/next-move", {}, { version });

/** Comments on the turns of two computer players that ended after a step.
 * @param {string} game
 * @param {{since: number, hands: "open" | null}} which
 * @returns {Promise<TurnComment[]>} */
export const getComments = (game, which) => gameRequest("GET", game, "/comments", which);

/**
 * @param {string} game
 * @param {{seat: Seat, version: number, compare?: string | null}} which
 * @returns {Promise<HintResponse>}
 */
export const getHint = (game, which) => gameRequest("GET", game, "/hint", which);

/**
 * @param {string} game
 * @param {boolean} start
 * @returns {Promise<AnalysisResponse>}
 */
export const getAnalysis = (game, start) => gameRequest("GET", game, "/analysis", { start: start ? 1 : null });

/** The public keys with which an online server signs.
 * @returns {Promise<ServerKeys>} */
export const getServerKeys = () => request("GET", "server-keys", {});

/**
 * @param {string} game
 * @returns {Promise<Receipt>}
 */
export const getReceipt = (game) => gameRequest("GET", game, "/receipt", {});

/**
 * @param {string} game
 * @param {string} key
 * @param {"swapped" | "same"} faiths
 * @returns {Promise<Moment>}
 */
export const rematch = (game, key, faiths) => gameRequestWithRetry(game, "/rematch", { idempotency_key: key, faiths });

/**
 * @param {string} game
 * @param {{at: number, seat: Seat, hidden: "true" | "redealt", opponent: string, idempotency_key: string}} branch
 * @returns {Promise<Moment>}
 */
export const branchGame = (game, branch) => gameRequestWithRetry(game, "/branch", branch);

/**
 * @param {string} text the record
 * @returns {Promise<Moment>}
 */
export const importRecord = (text) => request("POST", "records", {}, { body: { text } });

/**
 * @param {string} game
 * @param {boolean} unfinished whether the game may be unfinished: its record holds hidden cards and the seed
 */
export const recordAddress = (game, unfinished) =>
  apiAddress(`${gamePath(game)}/record`, { unfinished: unfinished ? 1 : null });

/** Fetch a record with the secret of the seat, which a plain link cannot send.
 * @param {string} game
 * @returns {Promise<{name: string, text: string}>} */
export async function getRecord(game) {
  const response = await sendRequest("GET", `${gamePath(game)}/record`, {}, { secret: gameSecret(game) });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? `${game}.solafide`;
  return { name, text: await response.text() };
}

// ---------------------------------------------------------------- online: before the first card

/** @returns {Promise<OpenLobby[]>} */
export const getOpenGames = () => request("GET", "lobbies", {});

/** @param {NewLobbyRequest} table
 * @returns {Promise<LobbyView>} */
export const createOnlineGame = (table) => requestWithRetry("lobbies", { body: table });

/** @param {string} game
 * @returns {Promise<LobbyView>} */
export const getLobby = (game) => request("GET", lobbyPath(game), {}, { secret: lobbySecret(game) });

/**
 * @param {string} game
 * @param {string | undefined} invite not needed for an open game
 * @param {{secret: string, player_key: string, name: string, commitment: string, idempotency_key: string}} guest
 * @returns {Promise<LobbyView>}
 */
export const joinLobby = (game, invite, guest) =>
  requestWithRetry(`${lobbyPath(game)}/join`, { body: guest, secret: invite });

/**
 * @param {string} game
 * @param {string} contribution
 * @param {string} key
 * @returns {Promise<LobbyView>}
 */
export const revealContribution = (game, contribution, key) =>
  requestWithRetry(`${lobbyPath(game)}/reveal`, {
    body: { contribution, idempotency_key: key },
    secret: gameSecret(game),
  });

/** @param {string} game
 * @param {string} key
 * @returns {Promise<LobbyView>} */
export const leaveLobby = (game, key) =>
  requestWithRetry(`${lobbyPath(game)}/leave`, { body: { idempotency_key: key }, secret: gameSecret(game) });

/** @param {{game: string, secret: string}[]} seats
 * @returns {Promise<MyGame[]>} */
export const getMyGames = (seats) => request("POST", "my-games", {}, { body: { seats } });

// ---------------------------------------------------------------- online: during the game

/** What every action names: the version of the game that the player saw, and the idempotency key.
 * @typedef {{version: number, idempotency_key: string}} ActionHeader */
/** @typedef {"draw" | "takeback"} OfferKind */

/** @param {string} game
 * @param {ActionHeader & {seat: Seat}} now
 * @returns {Promise<Moment>} */
export const resign = (game, now) => gameRequestWithRetry(game, "/resign", now);

/** Finish a decided game, or accept the draw that the computer offers.
 * @param {string} game
 * @param {ActionHeader & {kind: "decided" | "draw", seat?: Seat}} now
 * @returns {Promise<Moment>} */
export const settle = (game, now) => gameRequestWithRetry(game, "/settle", now);

/** @param {string} game
 * @param {ActionHeader & {kind: OfferKind, to?: number}} offer
 * @returns {Promise<Moment>} */
export const makeOffer = (game, offer) => gameRequestWithRetry(game, "/offers", offer);

/** @param {string} game
 * @param {ActionHeader & {kind: OfferKind, accept: boolean}} answer
 * @returns {Promise<Moment>} */
export const answerOffer = (game, answer) => gameRequestWithRetry(game, "/answers", answer);

/** @param {string} game
 * @param {ActionHeader & {kind: OfferKind}} offer
 * @returns {Promise<Moment>} */
export const withdrawOffer = (game, offer) => gameRequestWithRetry(game, "/withdraw", offer);

/** @param {string} game
 * @param {ActionHeader} now
 * @returns {Promise<Moment>} */
export const claimTime = (game, now) => gameRequestWithRetry(game, "/claim-time", now);

/** @param {string} game
 * @param {ActionHeader} now
 * @returns {Promise<Moment>} */
export const pauseSeat = (game, now) => gameRequestWithRetry(game, "/pause", now);

/** @param {string} game
 * @param {ActionHeader} now
 * @returns {Promise<Moment>} */
export const resumeSeat = (game, now) => gameRequestWithRetry(game, "/resume", now);

/** @param {string} game
 * @param {ActionHeader & {opponent: string}} what
 * @returns {Promise<Moment>} */
export const replaceOpponent = (game, what) => gameRequestWithRetry(game, "/replace", what);

/** @param {string} game
 * @param {{secret: string, player_key?: string, commitment: string, idempotency_key: string}} seat
 * @returns {Promise<LobbyView>} */
export const onlineRematch = (game, seat) => gameRequestWithRetry(game, "/rematch", seat);

/** @param {string} game
 * @returns {Promise<{text: string, revision: string}>} */
export const getNotes = (game) => gameRequest("GET", game, "/notes", {});

/** @param {string} game
 * @param {string} text
 * @param {string} revision the revision that these notes replace
 * @returns {Promise<{text: string, revision: string}>} */
export const putNotes = (game, text, revision) =>
  gameRequest("PUT", game, "/notes", {}, { text, expected_revision: revision });

/** @param {string} game
 * @param {number} after only lines with a higher number
 * @returns {Promise<ChatMessage[]>} */
export const getChat = (game, after = 0) => gameRequest("GET", game, "/chat", { after: after || null });

/** @param {string} game
 * @param {{text: string, idempotency_key: string}} line */
export const postChat = (game, line) => gameRequestWithRetry(game, "/chat", line);

/** @param {string} game
 * @param {ReportRequest} report to the operator of the server */
export const reportGame = (game, report) => gameRequestWithRetry(game, "/reports", report);

/** @param {string} game
 * @param {{name?: string, muted?: boolean}} me */
export const updateSeat = (game, me) => gameRequest("PUT", game, "/seat", {}, me);

/** @param {string} game
 * @returns {Promise<StandingOrdersView>} */
export const getStandingOrders = (game) => gameRequest("GET", game, "/standing-orders", {});

/** @param {string} game
 * @param {Orders} orders
 * @returns {Promise<StandingOrdersView>} */
export const putStandingOrders = (game, orders) => gameRequest("PUT", game, "/standing-orders", {}, orders);

/** @param {string} game
 * @returns {Promise<NotificationsView>} */
export const getNotificationChannels = (game) => gameRequest("GET", game, "/notifications", {});

/** @param {string} game
 * @param {{email?: string, webhook?: string}} channels
 * @returns {Promise<NotificationsView>} */
export const putNotificationChannels = (game, channels) => gameRequest("PUT", game, "/notifications", {}, channels);

// ---------------------------------------------------------------- online: the player's own data, by the player's key

/** @param {string} player */
export const exportMyData = (player) => request("POST", "me/export", {}, { secret: player });

/** @param {string} player */
export const deleteMyData = (player) => request("POST", "me/delete", {}, { secret: player });

/** @param {string} player
 * @param {string} game in which the player met the opponent to block */
export const blockOpponent = (player, game) => request("POST", "me/blocks", {}, { body: { game }, secret: player });

/** @param {string} player */
export const unblockAll = (player) => request("DELETE", "me/blocks", {}, { secret: player });

/** Confirm an address for notifications, with the token from the e-mail that asks for it.
 * @param {string} token
 * @returns {Promise<{game: string}>} */
export const confirmEmail = (token) => request("POST", "confirm", {}, { body: { token } });

/** @param {string} token */
export const unsubscribeEmail = (token) => request("POST", "unsubscribe", {}, { body: { token } });

/** @returns {Promise<OpenDeal[]>} */
export const getOpenDeals = () => request("GET", "deals", {});

/** @param {NewDeal} deal
 * @returns {Promise<DealView>} */
export const createDeal = (deal) => requestWithRetry("deals", { body: deal });

/** @param {string} deal
 * @param {string | null} secret
 * @returns {Promise<DealView>} */
export const getDeal = (deal, secret) => request("GET", dealPath(deal), {}, { secret });

/** @param {string} deal
 * @param {string | null} secret
 * @param {"reveal" | "join" | "leave" | "close"} what
 * @param {Record<string, unknown>} body
 * @returns {Promise<DealView>} */
export const postToDeal = (deal, secret, what, body) =>
  requestWithRetry(dealPath(deal, `/${what}`), { body: { idempotency_key: newIdempotencyKey(), ...body }, secret });
