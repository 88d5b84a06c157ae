// One line about both players: whether they are there, how much time is left, how many watch.
import { html, useEffect } from "../vendor/preact.js";
import { useTexts } from "../core/i18n.js";
import { Icon, Token } from "../ui/Icon.js";
import { Clock, useClock } from "./Clock.js";
import { PERSONS, otherPerson, ownPerson } from "./persons.js";

/** @import {Moment} from "../core/types" */
/** @import {Act} from "../table/types" */
/** @import {Person} from "./persons.js" */

/** @param {{moment: Moment, person: Person, left: number | null}} props */
function One({ moment, person, left }) {
  const t = useTexts();
  const { company, players } = moment;
  const { faith, kind } = players[person];
  const own = ownPerson(moment) === person;
  const name = own ? t("table.your_name") : players[person].name;
  const absent = company?.absent[person] ?? "";
  const settled = absent === "left" || absent === "paused";
  const here = kind !== "person" || (!settled && company?.here[person] === true);
  const said = here ? t("online.here") : settled ? t(`online.absent.${absent}`) : t("online.away");
  return html`<li class="line__one">
    ${faith && html`<${Token} faith=${faith} small=${true} />`}
    ${!own && kind === "person" && html`
      <i class=${`line__dot${here ? " is-here" : ""}`} title=${said}></i>
      <span class="sr">${said}: </span>
    `}
    <span class="line__name">${name}</span>
    ${left !== null && kind === "person" && html`<${Clock}
      seconds=${left}
      runs=${company?.clock?.[person].runs ?? false}
      name=${name}
    />`}
  </li>`;
}

/** @param {{moment: Moment, act: Act, connected: boolean}} props */
export function Line({ moment, act, connected }) {
  const t = useTexts();
  const left = useClock(moment);
  const other = otherPerson(moment);
  // The server decides whose time has run out: it is asked as soon as that may be so.
  const out = left !== null && other !== null && left[other] === 0 && moment.may.time !== "";
  useEffect(() => {
    if (!out) return undefined;
    const timer = setTimeout(act.refresh, 1500);
    return () => clearTimeout(timer);
  }, [out, moment]);
  if (!moment.company) return null;
  const { watchers } = moment.company;
  return html`<section class="line" aria-label=${t("online.company")}>
    <ul>
      ${PERSONS.map((person) => html`<${One}
        key=${person}
        moment=${moment}
        person=${person}
        left=${left && left[person]}
      />`)}
    </ul>
    ${watchers > 0 && html`<p class="line__watch">
      <${Icon} name="ui-eye" />
      ${t("online.watchers", { n: watchers })}
    </p>`}
    <p class="line__again" role="status">${!connected && t("online.reconnecting")}</p>
  </section>`;
}
