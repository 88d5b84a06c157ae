// Links that carry a secret behind "#", where no server sees it: invitations, seats, spectators, e-mail tokens.
import { credentialsOf, saveCredentials } from "./credentials.js";

/** @typedef {"join" | "seat" | "watch"} LinkKind to take a free seat, to play the own seat elsewhere, to watch */

const PATH_PATTERN = /^\/(join|seat|watch|confirm|unsubscribe)\/?$/;
const HASH_PATTERN = /^#([\w-]{1,64})\.([\w-]{43})$/;

/** In place of a game's id, if the secret of a link was cut off. */
export const INCOMPLETE_LINK = "incomplete";

/** @param {LinkKind} kind
 * @param {string} game
 * @param {string} secret */
export const linkTo = (kind, game, secret) => `${location.origin}/${kind}#${game}.${secret}`;

/** Split the part of an address behind the path into an id and a secret.
 * @param {string} hash "#ID.SECRET"
 * @returns {{id: string, secret: string} | null} */
export function parseSecretHash(hash) {
  const match = HASH_PATTERN.exec(hash);
  return match && { id: match[1], secret: match[2] };
}

let token = "";
/** The token of an e-mail's link, until the page is left. */
export const emailToken = () => token;

/** Move the secret out of the address into the store, before anything else can read it there. */
export function takeSecretFromAddress() {
  const kind = PATH_PATTERN.exec(location.pathname)?.[1];
  if (!kind) return;
  if (kind === "confirm" || kind === "unsubscribe") {
    token = location.hash.slice(1);
    history.replaceState(null, "", `/${kind}`);
    return;
  }
  const link = parseSecretHash(location.hash);
  if (!link) {
    history.replaceState(null, "", `/table/${INCOMPLETE_LINK}`);
    return;
  }
  const { id: game, secret } = link;
  if (kind === "watch") saveCredentials(game, { watch: secret });
  else if (!credentialsOf(game).secret) saveCredentials(game, kind === "join" ? { invite: secret } : { link: secret });
  history.replaceState(null, "", `/table/${game}`);
}
