// A line about both players: presence and clock, and how many spectators watch.
import { html, useEffect } from "../vendor/preact.js";
import { useTranslation } from "../core/i18n.js";
import { PERSONS, otherPerson, ownPerson } from "../core/moment.js";
import { FaithToken } from "../ui/FaithToken.js";
import { Icon } from "../ui/Icon.js";
import { Clock, useClock } from "./Clock.js";

/** @import {Person} from "../core/moment" */
/** @import {Moment} from "../core/types" */
/** @import {GameActions} from "../table/types" */

const TIMEOUT_CHECK_DELAY_MS = 1500;

/** @param {{moment: Moment, person: Person, secondsLeft: number | null}} props */
function PlayerPresence({ moment, person, secondsLeft }) {
  const t = useTranslation();
  const { online, players } = moment;
  const { faith, kind } = players[person];
  const isOwn = ownPerson(moment) === person;
  const name = isOwn ? t("table.your_name") : players[person].name;
  const absent = online?.absent[person] ?? "";
  const hasLeft = absent === "left" || absent === "paused";
  const isPresent = kind !== "person" || (!hasLeft && online?.connected[person] === true);
  const presence = isPresent ? t("online.here") : hasLeft ? t(`online.absent.${absent}`) : t("online.away");
  return html`<li class="line__one">
    ${faith && html`<${FaithToken} faith=${faith} small=${true} />`}
    ${!isOwn && kind === "person" && html`
      <i class=${`line__dot${isPresent ? " is-here" : ""}`} title=${presence}></i>
      <span class="sr">${presence}: </span>
    `}
    <span class="line__name">${name}</span>
    ${secondsLeft !== null && kind === "person" && html`<${Clock}
      seconds=${secondsLeft}
      isRunning=${online?.clock?.[person].running ?? false}
      name=${name}
    />`}
  </li>`;
}

/** @param {{moment: Moment, actions: GameActions, connected: boolean}} props */
export function PresenceLine({ moment, actions, connected }) {
  const t = useTranslation();
  const secondsLeft = useClock(moment);
  const other = otherPerson(moment);
  // Only the server decides that time has run out: ask it as soon as the clock says so.
  const isOutOfTime =
    secondsLeft !== null && other !== null && secondsLeft[other] === 0 && moment.permissions.claim_time !== "";
  useEffect(() => {
    if (!isOutOfTime) return undefined;
    const timer = setTimeout(actions.reload, TIMEOUT_CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOutOfTime, moment]);
  if (!moment.online) return null;
  const { spectators } = moment.online;
  return html`<section class="line" aria-label=${t("online.company")}>
    <ul>
      ${PERSONS.map((person) => html`<${PlayerPresence}
        key=${person}
        moment=${moment}
        person=${person}
        secondsLeft=${secondsLeft && secondsLeft[person]}
      />`)}
    </ul>
    ${spectators > 0 && html`<p class="line__watch">
      <${Icon} name="ui-eye" />
      ${t("online.watchers", { n: spectators })}
    </p>`}
    <p class="line__again" role="status">${!connected && t("online.reconnecting")}</p>
  </section>`;
}
