"""LiF 2, 3: the picture of the war on a turn's page, on *War* and as lines of a mail. Pure."""

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from campaign.kernel import pages
from campaign.kernel.pages import PageContext
from campaign.kernel.terminal.screens import WarPicture
from campaign.lif.names import country
from campaign.lif.on_map.commands import NameHex
from campaign.lif.picture.drawing import drawings
from campaign.lif.picture.frames import (
    MOST,
    MapFrame,
    elsewhere,
    fights_elsewhere,
    frames,
    unplaced_counters,
)
from campaign.lif.picture.pieces import Fight, Piece, about, called
from campaign.lif.state import State
from campaign.lif.story.turn_notes import Context, GameSection, Notes
from campaign.text.english import capital, counted

TEMPLATE = "picture/templates/picture.html"
NONE_YET = "No leader is on the maps yet. The Board promotes them, their players place them."


class PieceLine(msgspec.Struct, frozen=True):
    """A piece as a list has it."""

    piece: Piece
    whose: str
    """Whose it is, in words."""
    text: str


class InWords(msgspec.Struct, frozen=True):
    """What is in a place, or in no place, in words."""

    lines: tuple[PieceLine, ...]
    fights: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many lines it has."""
        return len(self.lines) + len(self.fights)


class DrawnFrame(InWords, frozen=True):
    """A frame: the drawing, and the same in words."""

    title: str
    where: str
    columns: int
    svg: str
    """Empty where the page has drawings enough: the words are there all the same."""
    chosen: str
    """Whose range is shaded, in words."""


class PictureView(msgspec.Struct, frozen=True):
    """LiF 2: all frames, and what no frame can show."""

    heading: str
    frames: tuple[DrawnFrame, ...]
    rest: InWords
    """What has no hex."""
    unplaced: str
    """Counters whose hex nobody recorded, in words."""
    war: str = ""
    """The address of *War*, where ranges are chosen; empty on a page of the reports."""
    naming: str = ""
    """Where a hex is named."""
    chosen: str = ""

    @property
    def count(self) -> int:
        """How many lines say it in words."""
        return self.rest.count + sum(one.count for one in self.frames)


def picture_view(context: Context) -> PictureView | None:
    """LiF 2: the turn in pictures; None while nothing has a place on the maps.

    A part of a map where nothing happened is told in words, but for the fullest if that is all.
    """
    state, before = context.log.end, context.log.notes.start
    made = frames(state, before)
    drawn = sum(frame.happened > 0 for frame in made[:MOST]) or min(1, len(made))
    view = _view(state, before, made, drawings(made[:drawn]))
    rest = view.rest
    is_shown = view.frames or rest.fights or any(line.piece.place for line in rest.lines)
    return view if is_shown else None


def war(context: PageContext[State, Notes], chosen: str) -> WarPicture:
    """LiF 2: how things are now, with the range of a leader who is chosen."""
    state = context.log.end
    leader = chosen if chosen in state.sheet else ""
    before = context.log.notes.start
    made = frames(state, before, leader)
    view = _view(state, before, made, drawings(made, "now"))
    here = f"/c/{state.campaign.name}"
    shown = msgspec.structs.replace(
        view,
        heading="The picture",
        war=f"{here}/war",
        naming=f"{here}/do/{NameHex.__name__}",
        chosen=leader,
    )
    is_empty = not (view.frames or view.rest.count)
    return WarPicture(TEMPLATE, None if is_empty else shown, NONE_YET)


def _view(
    state: State, before: State | None, made: Sequence[MapFrame], drawn: Sequence[str]
) -> PictureView:
    count = unplaced_counters(state)
    return PictureView(
        "The turn on the map",
        tuple(
            _frame(state, frame, drawing)
            for frame, drawing in zip_longest(made, drawn, fillvalue="")
            if isinstance(frame, MapFrame)
        ),
        InWords(
            tuple(_line(one, state) for one in elsewhere(state, before)),
            tuple(_fought(state, one) for one in fights_elsewhere(state)),
        ),
        f"{counted(count, 'counter')} whose hex nobody recorded" if count else "",
    )


def _frame(state: State, frame: MapFrame, drawing: str) -> DrawnFrame:
    leader = state.sheet.get(frame.chosen)
    return DrawnFrame(
        tuple(_line(one, state) for one in frame.own),
        tuple(_fought(state, one) for one in frame.own_fights),
        frame.title,
        frame.where,
        frame.window.width,
        drawing,
        f"{leader.name}’s range" if leader is not None else "",
    )


def _fought(state: State, fight: Fight) -> str:
    return f"{capital(called(fight.place, state))}: {fight.text}"


def _line(piece: Piece, state: State) -> PieceLine:
    return PieceLine(piece, country(piece.power), about(piece, state))


SECTION = GameSection("picture", "On the map", TEMPLATE, picture_view, part="top")


# --- mail ---------------------------------------------------------------------------------------


IN_A_MAIL = 6
"""So many pieces and combats does a mail name; more are left to the page."""


def in_lines(context: Context) -> tuple[pages.NoticeLines, ...]:
    """LiF 2: a line for each part of a map, for a mail, which has no picture and stays short."""
    view = picture_view(context)
    if view is None:
        return ()
    every: list[tuple[str, InWords]] = [(frame.title, frame) for frame in view.frames]
    if view.rest.count:
        every.append(("At sea and off the maps", view.rest))
    if sum(part.count for _, part in every) > IN_A_MAIL:
        return ()
    lines = tuple(_in_a_line(title, part) for title, part in every)
    return (pages.NoticeLines("On the map", lines),)


def _in_a_line(title: str, part: InWords) -> str:
    shown = [f"{line.piece.name} {line.text}" for line in part.lines]
    return f"{title}: {'; '.join((*part.fights, *shown))}."
