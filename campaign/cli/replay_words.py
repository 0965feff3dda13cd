"""What may be typed at a replay, and how a stop is described."""

import re
from datetime import UTC, datetime, timedelta

from campaign.history import diff, frame_notes
from campaign.history.walk import Frame, Passage, Replay, Span
from campaign.text.json_values import JsonObject

changes = diff.lines
signed = diff.signed
notes = frame_notes.notes


class NoPointError(ValueError):
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
        frame_notes.mark_in_words(mark.what, mark.by, mark.dispute)
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
        begun = when(replay.entry(0).event.at)
        raise NoPointError(f"the record begins after {typed}, on {begun} (UTC)")
    first = replay.since(since)
    return Span(last if first is None else min(first, last), last)


def _moment(typed: str) -> tuple[str, str] | None:
    """The first and the last instant of a day, a minute or a second, in UTC as stamps have it."""
    try:
        found = datetime.fromisoformat(typed)
        if found.tzinfo is not None:
            found = found.astimezone(UTC)
        lasts = timedelta(days=1)
        if len(typed) > len("2026-01-31"):
            seconds = re.search(r"\d\d:\d\d:\d\d", typed) is not None
            lasts = timedelta(seconds=1) if seconds else timedelta(minutes=1)
        end = found + lasts - timedelta(milliseconds=1)
    except (ValueError, OverflowError):
        return None
    return _stamp(found), _stamp(end)


def _stamp(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


# --- what is shown ------------------------------------------------------------------------------


def when(at: str) -> str:
    """A stamp as a reader sees it, in UTC."""
    return at[:16].replace("T", " ")


def in_json(passage: Passage, by: str) -> JsonObject:
    """A stop for programs: an event with its changes, or a run of events and theirs."""
    frames = [_frame(frame) for frame in passage.frames]
    found = [{"path": c.path, "before": c.before, "after": c.after} for c in passage.changes]
    if by == "event":
        return {**frames[0], "changes": found}
    first, last = passage.frames[0], passage.frames[-1]
    return {
        "by": by,
        "from": first.version,
        "to": last.version,
        "turn": first.turn,
        "events": frames,
        "changes": found,
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
