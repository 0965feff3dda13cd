"""A line beside its history: the battles as they were played and as they happened. Pure."""

import re

import msgspec

from campaign.flames_of_war.lines.comparison import Fought, HistoryCompared, compared
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.report.strip import sector_name
from campaign.flames_of_war.state import LineState, State
from campaign.flames_of_war.turn_notes import Context, GameSection
from campaign.text.english import counted


class PastRow(msgspec.Struct, frozen=True):
    """The battles of a number."""

    number: int
    played: str
    date: str
    happened: str


class PastLine(msgspec.Struct, frozen=True):
    """A line with a history."""

    name: str
    rows: tuple[PastRow, ...]
    reach: tuple[tuple[str, str, str], ...]
    """Each side with its mark and its verdict."""


class PastView(msgspec.Struct, frozen=True):
    """The section."""

    lines: tuple[PastLine, ...]
    several: bool


def past(context: Context) -> PastView | None:
    """FoW Axis of Attack: the comparison with history, once a battle was played."""
    state = context.log.end
    found = []
    for line in state.lines.values():
        if line.axis is None or not line.axis.history:
            continue
        battles = _fought(state, line)
        if battles:
            found.append(_line(state, line, compared(line.axis, battles)))
    return PastView(tuple(found), len(state.lines) > 1) if found else None


def _fought(state: State, line: LineState) -> tuple[Fought, ...]:
    """The battles that were booked, each with where it left the line."""
    all_here = [battle for battle in state.battles.values() if battle.line == line.id]
    after = [*(battle.sector for battle in all_here), line.sector][1:]
    return tuple(
        Fought(battle.id, battle.attacker, battle.sector, to, battle.winner)
        for battle, to in zip(all_here, after, strict=True)
        if battle.state == "settled"
    )


def _line(state: State, line: LineState, found: HistoryCompared) -> PastLine:
    rows = tuple(
        PastRow(
            row.number,
            _words(state, line, row.played),
            day(row.date),
            _words(state, line, row.happened),
        )
        for row in found.battles
    )
    reach = []
    for one in found.reach:
        has = side_words.verb(one.side, "has", "have")
        verdict = {
            "better": "done better than history",
            "worse": "not done as well as in history",
            "as-history": "done as in history",
        }[one.verdict]
        text = (
            f"{side_words.first(state, one.side)} {has} {verdict}: at best "
            f"{_short(one.played, one.played_after)}, in history "
            f"{_short(one.happened, one.happened_after)}."
        )
        reach.append((one.side, side_words.mark(state, one.side), text))
    return PastLine(line.name, rows, tuple(reach))


def _short(sectors: int, battles: int) -> str:
    """How near a side came to its objective, and after how many battles."""
    what = f"{counted(sectors, 'sector')} short of it" if sectors else "in their objective"
    return f"{what} after {counted(battles, 'battle')}" if battles else f"{what}, as it began"


_DATE = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day(written: str) -> str:
    """A date of history as a reader says it: `25 Jan 1944`; unchanged if it is none."""
    found = _DATE.fullmatch(written)
    if found is None or not 1 <= int(found[2]) <= 12:
        return written
    of = f"{_MONTHS[int(found[2]) - 1]} {found[1]}"
    return f"{int(found[3])} {of}" if found[3] else of


def _words(state: State, line: LineState, fought: Fought | None) -> str:
    """An attack in a few words."""
    if fought is None:
        return ""
    where = sector_name(line, fought.sector)
    who = state.sides.get(fought.attacker, fought.attacker)
    if fought.winner != fought.attacker:
        return f"{who} stopped at {where}" if fought.winner else f"{who} at {where}, undecided"
    return f"{who} took {where}"


PAST = GameSection("history", "History", "templates/past.html", past)
