"""The picture to share of a round: headline, where the lines stand, and the points. Pure."""

import msgspec

from campaign.fow import names
from campaign.fow.report.stories import round_story
from campaign.fow.report.turn_notes import Context
from campaign.fow.state import LineState, State
from campaign.kernel.pages import Poster
from campaign.text.english import wrapped

ROOM = 1080
"""Pixels between the margins."""
SIZES = ((72, 2), (58, 3), (46, 4))
"""Sizes of the headline and how many lines of each there may be."""
LINES = 4
"""How many lines of attack have room."""
_GAP = 6


class PosterSector(msgspec.Struct, frozen=True):
    """A sector of a line."""

    x: float
    width: float
    name: tuple[tuple[float, str], ...]
    """Its lines with their heights, as far as it has room; none where several lines are shown."""
    objective_of: str
    is_now: bool


class PosterLine(msgspec.Struct, frozen=True):
    """A line."""

    y: int
    name: str
    sectors: tuple[PosterSector, ...]
    points: tuple[tuple[str, int], ...]
    """Each side's id and points."""


class RoundPoster(msgspec.Struct, frozen=True):
    """The picture of a round."""

    campaign: str
    turn: str
    """In words; it says so of a what-if."""
    size: int
    headline: tuple[str, ...]
    lede: tuple[str, ...]
    lines: tuple[PosterLine, ...]
    single: bool
    more: int
    """How many lines have no room."""
    words: str
    """The picture in words."""


def poster(context: Context) -> Poster:
    """The picture of a round: nothing that the round's page does not say."""
    log = context.log
    story, shared = round_story(context), context.logs[-1].end.campaign
    turn = names.round_in_words(log.turn)
    text = story.headline or turn
    if shared.record.branch_of is not None:
        turn = f"{turn}, a what-if"
    size, headline = _set(text)
    lines = tuple(log.end.lines.values())
    shown = lines if len(lines) <= LINES else lines[: LINES - 1]
    single = len(lines) == 1
    view = RoundPoster(
        shared.title or shared.name,
        turn,
        size,
        headline,
        wrapped(story.lede, 28, ROOM, 2),
        tuple(_line(log.end, line, place, single=single) for place, line in enumerate(shown)),
        single,
        len(lines) - len(shown),
        f"{shared.title or shared.name}, {turn}: {text}",
    )
    return Poster("templates/poster.svg", view)


def _set(text: str) -> tuple[int, tuple[str, ...]]:
    """The largest size in which a headline fits, and its lines."""
    for size, most in SIZES:
        lines = wrapped(text, size, ROOM, most)
        if not lines[-1].endswith("…"):
            return size, lines
    return size, lines


def _name(name: str, width: float) -> tuple[tuple[float, str], ...]:
    """A sector's name in one line or two, in the middle of its box."""
    lines = wrapped(name, 17, width - 10, 2)
    first = 43 - 11 * (len(lines) - 1)
    return tuple((first + 22 * number, line) for number, line in enumerate(lines))


def _line(state: State, line: LineState, place: int, *, single: bool) -> PosterLine:
    points = tuple((side, line.points[side].balance) for side in state.sides)
    left, room = (60, ROOM) if single else (330, 530)
    count = len(line.axis.sector) if line.axis else 0
    width = (room - _GAP * (count - 1)) / count if count else 0
    owner = {at: side for side, at in line.axis.objective.items()} if line.axis else {}
    sectors = tuple(
        PosterSector(
            round(left + (width + _GAP) * n, 1),
            round(width, 1),
            _name(sector.name, width) if single else (),
            owner.get(sector.place, ""),
            sector.place == line.sector,
        )
        for n, sector in enumerate(line.axis.sector if line.axis else ())
    )
    name = wrapped(line.name, 24, 255, 1)[0]
    return PosterLine(450 if single else 432 + 44 * place, name, sectors, points)
