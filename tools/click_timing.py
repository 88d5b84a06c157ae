"""Time clicks on a page: a script that records them in the browser, and the arithmetic of what it has recorded.

The figures of an interaction are those of the Event Timing API: https://www.w3.org/TR/event-timing/
"""

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypedDict

MIN_EVENT_DURATION_MS = 16  # the browser reports no shorter ones
# Interaction to Next Paint leaves out the slowest one of each so many, as web-vitals does.
INTERACTIONS_FOR_EACH_OUTLIER = 50

# Records from now on: each click with the moments of its way to the screen, the responses to choices, the events that
# the browser has timed, the presses during an animation, and the long tasks. A click has changed something when the
# text of the table is another. Once for each document: a second call only forgets what was recorded.
RECORD_CLICKS = """(minEventMs) => {
  const nothing = () => ({ clicks: [], responses: [], events: [], movingAt: [], longTasks: [] });
  const interactions = () => performance.interactionCount ?? 0;
  let timing = nothing();
  let interactionsBefore = interactions();
  let since = performance.now();
  if (window.takeTiming) return void window.takeTiming();
  window.takeTiming = () => {
    const taken = { ...timing, interactions: interactions() - interactionsBefore };
    timing = nothing();
    interactionsBefore = interactions();
    since = performance.now();
    return taken;
  };
  const text = () => document.querySelector("main")?.textContent;
  const isChoice = (url) => /\\/(choices|undo|takeback)\\b/.test(url);
  const isRunning = ({ playState, effect }) => playState === "running" && effect?.target?.closest("main,.is-flying");
  let click = null;
  const finish = (done) => {
    done.frame = performance.now();
    const afterPaint = new MessageChannel();
    afterPaint.port1.onmessage = () => {
      done.painted = performance.now();
      afterPaint.port1.close();
      delete done.text;
      timing.clicks.push(done);
    };
    afterPaint.port2.postMessage(null);
  };
  addEventListener("pointerdown", (event) => {
    if (document.getAnimations().some(isRunning)) timing.movingAt.push(event.timeStamp);
  }, { capture: true });
  addEventListener("click", (event) => {
    click = { at: event.timeStamp, handled: performance.now(), text: text() };
  }, { capture: true });
  const { fetch: send } = window;
  window.fetch = (...request) => {
    if (click && isChoice(String(request[0]))) click.requested = performance.now();
    return send(...request);
  };
  const parse = Response.prototype.json;
  Response.prototype.json = async function () {
    const value = await parse.call(this);
    if (click && isChoice(this.url)) click.parsed = performance.now();
    return value;
  };
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => {
    if (!click || text() === click.text) return;
    const done = { ...click, drawn: performance.now() };
    click = null;
    requestAnimationFrame(() => finish(done));
  }).observe(document.getElementById("app"), everything);
  const observe = (take, what) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(what);
  observe(({ startTime, duration, processingStart, processingEnd, interactionId }) => {
    if (interactionId && startTime >= since)
      timing.events.push({ startTime, duration, processingStart, processingEnd, interactionId });
  }, { type: "event", durationThreshold: minEventMs });
  observe(({ startTime, duration }) => {
    if (startTime >= since) timing.longTasks.push({ startTime, duration });
  }, { type: "longtask" });
  observe(({ name, responseEnd }) => {
    if (isChoice(name)) timing.responses.push(responseEnd);
  }, { type: "resource" });
}"""
# After a pause: the browser reports a press, and a long task, when they are over.
TAKE_TIMING = "() => new Promise((done) => setTimeout(() => done(window.takeTiming()), 200))"


class EventTiming(TypedDict):
    """An entry of the Event Timing API, in milliseconds."""

    startTime: float
    duration: float
    processingStart: float
    processingEnd: float
    interactionId: int


class Interaction(NamedTuple):
    """All events of one press, in milliseconds: until the first handler, all handlers, until the next frame."""

    start_ms: float
    input_delay_ms: float
    processing_ms: float
    presentation_ms: float

    @property
    def duration_ms(self) -> float:
        return self.input_delay_ms + self.processing_ms + self.presentation_ms


def interactions(events: Iterable[EventTiming]) -> list[Interaction]:
    """Put the events of each interaction together; its duration is that of its longest event.

    >>> down = {"startTime": 100, "duration": 24, "processingStart": 102, "processingEnd": 104, "interactionId": 7}
    >>> up = {"startTime": 180, "duration": 40, "processingStart": 185, "processingEnd": 200, "interactionId": 7}
    >>> interactions([down, up])
    [Interaction(start_ms=100, input_delay_ms=5, processing_ms=15, presentation_ms=20)]
    >>> interactions([])
    []
    """
    by_id: dict[int, list[EventTiming]] = {}
    for event in events:
        by_id.setdefault(event["interactionId"], []).append(event)
    return [_interaction(group) for group in by_id.values()]


def _interaction(events: list[EventTiming]) -> Interaction:
    longest = max(events, key=lambda event: event["duration"])
    end = longest["startTime"] + longest["duration"]
    # Durations are rounded to 8 ms: the frame may seem to come before the end of the handlers.
    return Interaction(
        min(event["startTime"] for event in events),
        longest["processingStart"] - longest["startTime"],
        longest["processingEnd"] - longest["processingStart"],
        max(0.0, end - longest["processingEnd"]),
    )


def interaction_to_next_paint(durations_ms: Iterable[float], count: int) -> float:
    """Return the longest duration without one outlier for each fifty interactions.

    `count`: of all interactions, with those that were too short to be reported.

    >>> interaction_to_next_paint([40, 120, 24], 3), interaction_to_next_paint([40, 120, 24], 60)
    (120, 40)
    >>> interaction_to_next_paint([40], 100), interaction_to_next_paint([], 0)
    (16.0, 0.0)
    """
    ordered = sorted(durations_ms, reverse=True)
    outliers = count // INTERACTIONS_FOR_EACH_OUTLIER
    if outliers < len(ordered):
        return ordered[outliers]
    return float(MIN_EVENT_DURATION_MS) if count else 0.0


def percentile(values: Sequence[float], percent: int) -> float:
    """
    >>> percentile([10, 20, 30], 50), percentile(range(101), 95), percentile([5], 95), percentile([], 50)
    (20.0, 95.0, 5.0, 0.0)
    """
    if len(values) < 2:
        return float(sum(values))
    return float(statistics.quantiles(values, n=100, method="inclusive")[percent - 1])


# The parts of a click's way to the screen: title, and the moments between which it lies.
CLICK_PARTS = (
    ("until the first handler", "at", "handled"),
    ("until the request is sent", "handled", "requested"),
    ("request, server and response", "requested", "responded"),
    ("reading the response", "responded", "parsed"),
    ("drawing: the script", "parsed", "drawn"),
    ("waiting for the frame", "drawn", "frame"),
    ("style, layout and paint", "frame", "painted"),
)


def with_responses(clicks: Iterable[dict[str, float]], responses: Sequence[float]) -> list[dict[str, float]]:
    """Return the clicks that were sent to the server, each with the moment at which its response had come.

    >>> with_responses([{"requested": 10, "parsed": 30}, {"at": 40}], [5, 28, 60])
    [{'requested': 10, 'parsed': 30, 'responded': 28}]
    """
    return [
        click | {"responded": responded[0]}
        for click in clicks
        if "parsed" in click and (responded := [at for at in responses if click["requested"] <= at <= click["parsed"]])
    ]


def click_parts(clicks: Sequence[dict[str, float]]) -> dict[str, tuple[float, float]]:
    """Return how long each part of the way takes for half of the clicks, and for 19 of 20.

    >>> moments = ("at", "handled", "requested", "responded", "parsed", "drawn", "frame", "painted")
    >>> way = dict(zip(moments, (0, 1, 2, 12, 13, 20, 24, 30)))
    >>> [half for half, most in click_parts([way]).values()]
    [1.0, 1.0, 10.0, 1.0, 7.0, 4.0, 6.0]
    """
    parts = {}
    for title, start, end in CLICK_PARTS:
        values = [click[end] - click[start] for click in clicks]
        parts[title] = (percentile(values, 50), percentile(values, 95))
    return parts
