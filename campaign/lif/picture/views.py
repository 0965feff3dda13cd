"""LiF 2, 3: the picture of the war on a turn's page, on *War* and as lines of a mail. Pure."""

from collections.abc import Iterable, Sequence

import msgspec

from campaign.kernel import pages
from campaign.kernel.pages import PageContext
from campaign.kernel.terminal.screens import WarPicture
from campaign.lif.picture.drawing import Mode, svg
from campaign.lif.picture.frames import (
    MOST,
    Frame,
    elsewhere,
    fights_elsewhere,
    frames,
    unplaced_counters,
)
from campaign.lif.picture.pieces import Piece, about, called
from campaign.lif.state import State
from campaign.lif.story.turn_notes import Context, GameSection, Notes
from campaign.text.english import capital, counted

TEMPLATE = "picture/templates/picture.html"
NONE_YET = "No leader is on the maps yet. The Board promotes them, their players place them."
FEW = 12
"""So many pieces of a frame a mail names."""


class PieceLine(msgspec.Struct, frozen=True):
    """A piece as a list has it."""

    id: str
    name: str
    owner: str
    rank: int
    text: str
    is_known: bool
    """Whether its place is on record."""
    is_placed: bool
    """Whether that is a hex, so that its range can be drawn."""


class DrawnFrame(msgspec.Struct, frozen=True):
    """A frame: the drawing, and the same in words."""

    title: str
    where: str
    svg: str
    """Empty where the page has drawings enough: the list is there all the same."""
    lines: tuple[PieceLine, ...]
    fights: tuple[str, ...]
    chosen: str
    """Whose range is shaded, in words."""


class PictureView(msgspec.Struct, frozen=True):
    """LiF 2: all frames, and what no frame can show."""

    heading: str
    frames: tuple[DrawnFrame, ...]
    elsewhere: tuple[PieceLine, ...]
    fights: tuple[str, ...]
    """Combats in no hex."""
    unplaced: str
    """Counters whose hex nobody recorded, in words."""
    war: str = ""
    """The address of *War*, where ranges are chosen; empty on a page of the reports."""
    chosen: str = ""


def picture_view(context: Context) -> PictureView | None:
    """LiF 2: the turn in pictures; None while nothing has a place on the maps."""
    view = _view(context.log.end, context.log.notes.start, "turn", MOST)
    is_shown = view.frames or view.fights or any(line.is_known for line in view.elsewhere)
    return view if is_shown else None


def war(context: PageContext[State, Notes], chosen: str) -> WarPicture:
    """LiF 2: how things are now, with the range of a leader who is chosen."""
    state = context.log.end
    leader = chosen if chosen in state.sheet else ""
    view = _view(state, context.log.notes.start, "now", len(state.play.placements) + 99, leader)
    address = f"/c/{state.campaign.name}/war"
    shown = msgspec.structs.replace(view, heading="The picture", war=address, chosen=leader)
    is_empty = not (view.frames or view.elsewhere or view.fights)
    return WarPicture(TEMPLATE, None if is_empty else shown, NONE_YET)


def _view(
    state: State, before: State | None, mode: Mode, most: int, chosen: str = ""
) -> PictureView:
    made = frames(state, before, chosen)
    count = unplaced_counters(state)
    return PictureView(
        "The turn on the map",
        tuple(
            _drawn(state, frame, mode, nth if nth <= most else 0)
            for nth, frame in enumerate(made, 1)
        ),
        tuple(_line(one, state) for one in elsewhere(state, before)),
        tuple(
            f"{capital(called(one.place, state))}: {one.text}" for one in fights_elsewhere(state)
        ),
        f"{counted(count, 'counter')} whose hex nobody recorded" if count else "",
    )


def _drawn(state: State, frame: Frame, mode: Mode, number: int) -> DrawnFrame:
    """A frame by its number on the page; 0 for one that is not drawn."""
    leader = state.sheet.get(frame.chosen)
    return DrawnFrame(
        frame.title,
        frame.where,
        svg(frame, mode, f"m{number}") if number else "",
        tuple(_line(one, state) for one in frame.pieces),
        tuple(f"{capital(called(one.place, state))}: {one.text}" for one in frame.fights),
        f"{leader.name}’s range" if leader is not None else "",
    )


def _line(piece: Piece, state: State) -> PieceLine:
    return PieceLine(
        piece.id,
        piece.name,
        piece.owner,
        piece.rank,
        about(piece, state),
        bool(piece.place),
        piece.hex is not None,
    )


SECTION = GameSection("picture", "On the map", TEMPLATE, picture_view, part="top")


# --- mail ---------------------------------------------------------------------------------------


def in_lines(context: Context) -> tuple[pages.NoticeLines, ...]:
    """LiF 2: a line for each part of a map, for a mail, which has no picture."""
    view = picture_view(context)
    if view is None:
        return ()
    lines = [_in_a_line(frame.title, frame.lines, frame.fights) for frame in view.frames]
    if view.elsewhere or view.fights:
        lines.append(_in_a_line("Elsewhere", view.elsewhere, view.fights))
    return (pages.NoticeLines("On the map", tuple(lines)),)


def _in_a_line(title: str, lines: Sequence[PieceLine], fights: Iterable[str]) -> str:
    shown = [f"{line.name} {line.text}" for line in lines[:FEW]]
    more = len(lines) - len(shown)
    rest = [counted(more, "more piece", "more pieces")] if more > 0 else []
    return f"{title}: {'; '.join((*fights, *shown, *rest))}."
