"""The picture to share of a round: headline, where the lines stand, and the points. Pure."""

from campaign.fow import names
from campaign.fow.report.stories import round_story
from campaign.fow.report.turn_notes import Context, Shown
from campaign.fow.state import LineState, State
from campaign.kernel.pages import Poster
from campaign.text.english import largest, wrapped

ROOM = 1080
"""Pixels between the margins."""
SIZES = ((72, 2), (58, 3), (46, 4))
"""Sizes of the headline and how many lines of each there may be."""
LINES = 4
"""How many lines of attack have room."""
_GAP = 6


def poster(context: Context) -> Poster:
    """The picture of a round: nothing that the round's page does not say."""
    log = context.log
    story, shared = round_story(context), context.logs[-1].end.campaign
    turn = names.round_in_words(log.turn)
    text = story.headline or turn
    if shared.record.branch_of is not None:
        turn = f"{turn}, a what-if"
    size, headline = largest(text, SIZES, ROOM)
    lines = tuple(log.end.lines.values())
    shown = lines if len(lines) <= LINES else lines[: LINES - 1]
    single = len(lines) == 1
    view = Shown(
        campaign=shared.title or shared.name,
        turn=turn,
        size=size,
        headline=headline,
        lede=wrapped(story.lede, 28, ROOM, 2),
        lines=tuple(_line(log.end, line, place, single=single) for place, line in enumerate(shown)),
        single=single,
        more=len(lines) - len(shown),
        words=f"{shared.title or shared.name}, {turn}: {text}",
    )
    return Poster("templates/poster.svg", view)


def _name(name: str, width: float) -> tuple[tuple[float, str], ...]:
    """A sector's name in one line or two, in the middle of its box."""
    lines = wrapped(name, 17, width - 10, 2)
    first = 43 - 11 * (len(lines) - 1)
    return tuple((first + 22 * number, line) for number, line in enumerate(lines))


def _line(state: State, line: LineState, place: int, *, single: bool) -> Shown:
    points = tuple((side, line.points[side].balance) for side in state.sides)
    left, room = (60, ROOM) if single else (330, 530)
    count = len(line.axis.sector) if line.axis else 0
    width = (room - _GAP * (count - 1)) / count if count else 0
    owner = {at: side for side, at in line.axis.objective.items()} if line.axis else {}
    sectors = tuple(
        Shown(
            x=round(left + (width + _GAP) * n, 1),
            width=round(width, 1),
            name=_name(sector.name, width) if single else (),
            objective_of=owner.get(sector.place, ""),
            is_now=sector.place == line.sector,
        )
        for n, sector in enumerate(line.axis.sector if line.axis else ())
    )
    name = wrapped(line.name, 24, 255, 1)[0]
    return Shown(y=450 if single else 432 + 44 * place, name=name, sectors=sectors, points=points)
