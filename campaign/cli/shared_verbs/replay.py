"""Verbs that walk through the record: replay, what may be typed at it, and the bookmarks on
events.
"""

import os
import re
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import click

from campaign import extend
from campaign.cli import output
from campaign.cli.params import Word, as_json, the_campaign, verb
from campaign.cli.registry import of_command
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.disputes.commands import SetBookmark
from campaign.history import diff, explain
from campaign.history import replay as history_replay
from campaign.history.replay import BY, Frame, Passage, Replay, Span
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.history.replay import By


change_lines = diff.lines
note_lines = history_replay.notes


class NoPointError(WrongUsage):
    """The typed text names no place of the replay; one line for the user."""


# --- what was typed -----------------------------------------------------------------------------


def point(replay: Replay, typed: str) -> Span:
    """The places that a version, a turn, a time or `now` names. Raises `NoPointError`."""
    text = typed.strip()
    last = len(replay) - 1
    if text.lower() in ("now", "end"):
        return Span(last, last)
    if re.fullmatch("[0-9]{1,9}", text):
        return _version(replay, int(text))
    if (turn := replay.calendar.parse(text)) is not None:
        return _turn(replay, turn)
    if (moment := _moment(text)) is not None:
        return _time(replay, text, *moment)
    raise NoPointError(
        f"{typed!r} is no point of the record; give a version, "
        f"a turn such as {replay.calendar.written.example}, "
        "a time such as 2026-01-31T20:15, or now"
    )


def _version(replay: Replay, version: int) -> Span:
    place = replay.place_of(version)
    if place is not None:
        return Span(place, place)
    if not 1 <= version <= replay.last:
        raise NoPointError(f"there is no version {version}; the record has 1 to {replay.last}")
    marks = "; ".join(
        history_replay.mark_in_words(mark.what, mark.by, mark.dispute)
        for mark in replay.marks(version)
    )
    raise NoPointError(f"event {version} counts no more: {marks}")


def _turn(replay: Replay, turn: str) -> Span:
    """From a turn's beginning to its end; the last time, if it was played again."""
    played = [span for name, span in replay.turns() if name == turn]
    if not played:
        begun = replay.turns()
        raise NoPointError(f"{turn} was not played; the record has {begun[0][0]} to {begun[-1][0]}")
    return Span(played[0].first, played[-1].last)


def _time(replay: Replay, typed: str, since: str, until: str) -> Span:
    last = replay.by_time(until)
    if last is None:
        begun = moment_of(replay.entry(0).event.at)
        raise NoPointError(f"the record begins after {typed}, on {begun} (UTC)")
    first = replay.since(since)
    return Span(last if first is None else min(first, last), last)


def _moment(typed: str) -> tuple[str, str] | None:
    """The first and the last instant of a day, a minute or a second, in UTC as stamps have it."""
    try:
        time = datetime.fromisoformat(typed)
        if time.tzinfo is not None:
            time = time.astimezone(UTC)
        lasts = timedelta(days=1)
        if len(typed) > len("2026-01-31"):
            seconds = re.search(r"\d\d:\d\d:\d\d", typed) is not None
            lasts = timedelta(seconds=1) if seconds else timedelta(minutes=1)
        end = time + lasts - timedelta(milliseconds=1)
    except (ValueError, OverflowError):
        return None
    return _stamp(time), _stamp(end)


def _stamp(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


# --- what is shown ------------------------------------------------------------------------------


def moment_of(at: str) -> str:
    """A stamp as a reader sees it, in UTC."""
    return at[:16].replace("T", " ")


def passage_in_json(passage: Passage, by: str) -> JsonObject:
    """A stop for programs: an event with its changes, or a run of events and theirs."""
    frames = [_frame(frame) for frame in passage.frames]
    changes = [{"path": c.path, "before": c.before, "after": c.after} for c in passage.changes]
    if by == "event":
        return {**frames[0], "changes": changes}
    first, last = passage.frames[0], passage.frames[-1]
    return {
        "by": by,
        "from": first.version,
        "to": last.version,
        "turn": first.turn,
        "events": frames,
        "changes": changes,
    }


def _frame(frame: Frame) -> JsonObject:
    return {
        "version": frame.version,
        "turn": frame.turn,
        "at": frame.at,
        "by": frame.by,
        "rule": frame.rule,
        "type": frame.type,
        "sentence": frame.sentence,
        "marks": [
            {"what": mark.what, "by": mark.by, "dispute": mark.dispute or None}
            for mark in frame.marks
        ],
        "counts_as": frame.now or None,
        "takes": list(frame.takes),
        "brings": list(frame.brings),
        "bookmarks": [{"by": mark.by, "note": mark.note} for mark in frame.bookmarks],
    }


# --- replay -------------------------------------------------------------------------------------

_INDENT = " " * 7


@verb(
    "replay",
    """
    campaign replay club --by turn --text
    campaign replay club --from 3 --to <turn>
    campaign replay club --until "type=<event>" --json
    campaign replay club --at 3
    """,
)
@the_campaign
@click.option("--from", "start", metavar="POINT", help="Where to begin; without it at the first.")
@click.option("--to", "end", metavar="POINT", help="Where to end; without it at the last.")
@click.option(
    "--by",
    type=Word("kind of stop", lambda: BY),
    default="event",
    metavar="STOP",
    help="What a step is: event, act (a command's events), draw, stage or turn.",
)
@click.option("--at", metavar="VERSION", help="The stop at one event.")
@click.option("--turn", metavar="TURN", help="The stops of one turn.")
@click.option("--time", metavar="TIME", help="The last stop by a day, or by a time in UTC.")
@click.option("--until", metavar="QUERY", help="End at the first event that matches.")
@click.option("--effective", is_flag=True, help="The history as it counts now, corrections made.")
@click.option("--text", is_flag=True, help="Plain text, also on a terminal.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each stop.")
def replay(
    session: Session,
    name: str,
    start: str | None,
    end: str | None,
    by: "By",
    at: str | None,
    turn: str | None,
    time: str | None,
    until: str | None,
    effective: bool,
    text: bool,
    as_json: bool,
) -> None:
    """Walks through the record as it was recorded: each event in a sentence, its rule, who, when,
    and what it changed. On a terminal with keys (? tells them), in a pipe as text.

    POINT is a version, a turn, a time such as 2026-01-31T20:15, or now. QUERY is what must be true
    of an event: <query>, turn=<later turn>, any field, or a
    word that stands anywhere in it; several words must all be true.
    """
    record = _loaded(session, name, effective=effective)
    points = _points({"--at": at, "--turn": turn, "--time": time}, start or end or until)
    query = _query(record, until)
    stretch, place = _stretch(record, start, end), _place(record, points, by)
    ended = _ended(record, stretch, query) if query is not None else stretch
    if not (text or as_json) and _full_screen():
        here = place.first if place else ended.last if query else stretch.first
        _view(session, name, record, by, stretch, here, query, effective=effective)
        return
    stretch = place or ended
    first, last = record.stop(by, stretch.first), record.stop(by, stretch.last)
    for stop in record.spans(by)[first : last + 1]:
        _tell(record.passage(_within(stop, stretch)), by, as_json=as_json)


def _points(options: "Mapping[str, str | None]", stretch: str | None) -> dict[str, str]:
    """The one place that options name, if any; they go with none that name a stretch."""
    points = {option: typed for option, typed in options.items() if typed is not None}
    if len(points) > 1 or (points and stretch):
        raise WrongUsage(
            "--at, --turn and --time each name one place, --from, --to and --until a stretch; "
            "give one of the first or any of the others"
        )
    return points


def _loaded(session: Session, name: str, *, effective: bool) -> Replay:
    system = session.live(name).system  # fails if the campaign does not exist or does not fold
    return Replay(system, session.ledger.log(name), effectively=effective)


def _query(record: Replay, typed: str | None) -> explain.Query | None:
    if typed is None:
        return None
    try:
        return explain.parse(record.system, typed)
    except explain.QueryError as error:
        raise WrongUsage(f"--until: {error}") from error


def _stretch(record: Replay, start: str | None, end: str | None) -> Span:
    first = point(record, start).first if start is not None else 0
    last = point(record, end).last if end is not None else len(record) - 1
    if first > last:
        raise WrongUsage(f"--from {start} comes after --to {end}")
    return Span(first, last)


def _place(record: Replay, points: dict[str, str], by: "By") -> Span | None:
    """The requested place, as wide as its stop; for a turn, all of it."""
    for option, typed in points.items():
        if option == "--at" and not (typed.isdecimal() or typed.lower() in ("now", "end")):
            raise NoPointError(f"--at: {typed!r} is no version; it is a number, or now")
        if option == "--turn" and record.calendar.parse(typed) is None:
            advice = record.calendar.written.advice
            raise NoPointError(f"--turn: {typed!r} is no turn; {advice}")
        if option == "--time" and "-" not in typed:
            raise NoPointError(f"--time: {typed!r} is no time; write it as 2026-01-31T20:15")
        span = point(record, typed)
        return span if option == "--turn" else record.spans(by)[record.stop(by, span.last)]
    return None


def _ended(record: Replay, stretch: Span, query: explain.Query) -> Span:
    match = record.find(query, stretch.first - 1)
    if match is None or match > stretch.last:
        raise click.ClickException(f"no event matches {query.text}")
    return Span(stretch.first, match)


def _within(stop: Span, stretch: Span) -> Span:
    return Span(max(stop.first, stretch.first), min(stop.last, stretch.last))


# --- as text ------------------------------------------------------------------------------------


def _tell(passage: Passage, by: "By", *, as_json: bool) -> None:
    if as_json:
        output.json_line(passage_in_json(passage, by))
        return
    for frame in passage.frames:
        label = f"{frame.version:>5}  {frame.turn}  {moment_of(frame.at)}  {frame.by:<5} "
        output.entry(label, f"{frame.sentence} [{frame.rule}]")
        for sign, line in note_lines(frame):
            output.entry(f"{_INDENT}{sign} ", line)
    changes = change_lines(passage.changes)
    if changes and len(passage.frames) > 1:
        output.echo(f"{_INDENT}these {len(passage.frames)} events together:")
    wide = min(34, max([0, *(len(where) for where, _ in changes)]))
    for where, what in changes:
        output.entry(f"{_INDENT}{where:<{wide}}  ", what)
    if by != "event":
        output.echo()


# --- on a terminal ------------------------------------------------------------------------------


def _full_screen() -> bool:
    """Whether there is a terminal that can draw a full screen."""
    here = sys.stdin.isatty() and output.on_terminal() and sys.stderr.isatty()
    return here and os.environ.get("TERM") != "dumb"


def _view(
    session: Session,
    name: str,
    record: Replay,
    by: "By",
    stretch: Span,
    here: int,
    query: explain.Query | None,
    *,
    effective: bool,
) -> None:
    screen = extend.wanted("verbs", "replay on a screen")

    def mark(version: int, note: str) -> str:
        """Records a bookmark in the member's name; returns the outcome in a line."""
        sent = session.written(SetBookmark, {"version": version, "note": note})
        refused = session.submitted(name, sent).refused
        return "" if refused is None else refused.reason

    view = screen(
        record,
        lambda: _loaded(session, name, effective=effective),
        mark,
        name=name,
        effective=effective,
        by=by,
        place=here,
        stretch=stretch,
        query=query,
    )
    view.run()


# --- bookmarks ----------------------------------------------------------------------------------


bookmark = of_command(
    SetBookmark,
    "Marks an event for others to find, with a note. It stands in the record for all to see.",
)


@verb("bookmarks", "campaign bookmarks club")
@the_campaign
@as_json
def bookmarks(session: Session, name: str, as_json: bool) -> None:
    """Lists the bookmarks by event, with who set each and its note."""
    record = _loaded(session, name, effective=False)
    frames = [record.frame(place) for place in record.noted()]
    if as_json:
        page: list[JsonObject] = [
            {
                "version": frame.version,
                "turn": frame.turn,
                "by": note.by,
                "note": note.note,
                "sentence": frame.sentence,
            }
            for frame in frames
            for note in frame.bookmarks
        ]
        output.json_line(page)
        return
    called = output.names_of(session.ledger, name).member
    for frame in frames:
        output.entry(f"{frame.version:>5}  {frame.turn}  ", f"{frame.sentence} [{frame.rule}]")
        for note in frame.bookmarks:
            output.entry(f"{_INDENT}* ", f"{called(note.by)}: {note.note}")
    if not frames:
        output.echo(f"there are no bookmarks; campaign bookmark {name} VERSION NOTE sets one")
