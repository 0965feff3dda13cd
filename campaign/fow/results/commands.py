"""What a player or host may ask for about battles and their results. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command, HoldWords
from campaign.kernel.members import about
from campaign.text.moments import LINES, ONE_LINE
from events.base import Slug
from events.fow.words import EndedBy

LineField = Annotated[Slug | None, about("the line; left out where there is only one")]
Figure = Annotated[int, msgspec.Meta(ge=0, le=99)]
Losses = Figure | Annotated[tuple[Slug, ...], msgspec.Meta(max_length=99)]
"""How many platoons, or which."""
Own = Annotated[
    str, msgspec.Meta(max_length=2000, pattern=f"^$|{LINES}", description="in your own words")
]
OneLine = Annotated[str, msgspec.Meta(max_length=120, pattern=f"^$|{ONE_LINE}")]


class BeginBattle(Command, frozen=True, kw_only=True):
    """FoW Campaign Sequence: begins a line's battle; mission and forces are fixed from now on.

    Where a side has no roster, tell how many platoons it has.
    """

    verb = "battle begin [LINE]"
    in_short = "Begin a line's battle."
    example = "campaign battle begin winter --platoons axis=5"
    who = "member"
    line: LineField = None
    platoons: Annotated[
        dict[Slug, Figure], about("platoons of each side; left out: those of its roster")
    ] = msgspec.field(default_factory=dict)
    time_limit: Annotated[OneLine, about("turns or a time, where the game ends with them")] = ""
    battalion: Annotated[
        bool,
        about(
            "true where Battalion Morale ends the battle, and Company Morale does not",
            hint="Whose morale ends it: a company’s, the battalion’s?",
        ),
    ] = False


class ReportResult(Command, frozen=True, kw_only=True):
    """FoW Victory Points: how a battle ended and what was lost; who won follows from it.

    The other side confirms it. Losses are numbers or platoons: `--lost allies=1`, or
    `--lost allies=rifle-1,mortars`. The side is whom the end is about: who held or cleared it,
    failed their check, or gave up.
    """

    verb = "result [LINE] ENDED_BY [SIDE]"
    helped = "result: Report how a battle ended, in one line. [won lost score]"
    example = """
    campaign result winter anzio objective allies --turn 6 --lost allies=1 --lost axis=3 --as anna
    """
    who = "member"
    line: LineField = None
    ended_by: Annotated[EndedBy, about("how the battle ended", choices="ends")]
    side: Annotated[
        Slug | None, about("who held or cleared it, failed their morale check, or gave up")
    ] = None
    turn: Annotated[
        int,
        msgspec.Meta(ge=0, le=99, description="that side's own turn; 0 if the battle log has it"),
    ] = 0
    lost: Annotated[
        dict[Slug, Losses],
        about(
            "platoons Destroyed, by side: how many or which, those lost before the game too",
            hint="How many platoons were Destroyed? 0 to 6",
        ),
    ] = msgspec.field(default_factory=dict)
    pre_game: Annotated[
        dict[Slug, Losses], about("those of them that were lost before the first turn")
    ] = msgspec.field(default_factory=dict)
    first_lost: Annotated[
        Slug | None, about("whose platoon was Destroyed first, where only that one is left out")
    ] = None
    left_behind: Annotated[Own, about("what Last Teams Out left on the table")] = ""
    played_on: Annotated[OneLine, about("when it was played")] = ""
    note: Annotated[Own, about("what was remarkable, in your own words")] = ""


class ConfirmResult(Command, frozen=True, kw_only=True):
    """FoW ruling 29: the other side says that a report is right; points and sector are booked.

    With that the campaign may be decided.
    """

    verb = "confirm [LINE]"
    helped = "result confirm: Say that the other side's report is right."
    example = """
    campaign result winter objective allies --turn 6 --lost allies=rifle-1 --as anna
    campaign confirm winter anzio --as ben
    """
    who = "member"
    line: LineField = None


class ContestResult(Command, frozen=True, kw_only=True):
    """FoW ruling 29: the other side says that a report is wrong; it is made anew.

    Or a host or referee settles it.
    """

    verb = "contest [LINE] TEXT…"
    helped = "result contest: Say what is wrong with a report. [disagree]"
    example = 'campaign contest winter "The tanks were never destroyed." --as ben'
    who = "member"
    line: LineField = None
    text: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=2000, pattern=LINES, description="what is wrong"),
    ]


class AbandonBattle(Command, frozen=True, kw_only=True):
    """FoW ruling 17: a line's battle of this round is never played, or not to its end.

    It brings no points and moves no sector.
    """

    verb = "battle abandon [LINE]"
    in_short = "Abandon this round's battle; host."
    example = """
    campaign turn winter
    campaign battle abandon winter --reason "The tables were taken."
    """
    why_field = "reason"
    held = HoldWords("abandons the battle")
    line: LineField = None
    reason: Annotated[
        str, msgspec.Meta(min_length=1, max_length=2000, pattern=LINES, description="why")
    ]
