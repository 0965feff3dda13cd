"""The kinds of answers that a page has tapped; everywhere else they are typed. Pure.

Count(0, 6)                    a number with a minus and a plus beside it
Pad().read("3 4")              (3, 4)
Tick().read("yes")             True
"""

from campaign.kernel.interview.answers import Choice, Kind, Number, Rolled, Several, YesNo


class Count(Number, frozen=True):
    """A number that is counted up and down."""


class Tick(YesNo, frozen=True):
    """Yes where it is ticked; otherwise it is left out."""


class Grouped(Choice, frozen=True):
    """One of many options under headings; a tap on it is the answer."""

    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each heading with the values below it. The first group is shown, the others unfold."""


class Squares(Choice, frozen=True):
    """One square of a table, which is drawn with its columns and rows."""

    columns: int = 1


class Pad(Several, frozen=True):
    """Dice of the table in the order in which they fell, each tapped on a pad of faces."""

    kind: Kind = Rolled()
    faces: int = 6
    is_all: bool = False
    """Whether nobody but the table rolls."""
    needs: str = ""
    """What a die must show: `4+`; empty where that is not one number."""
    why: str = ""
    """How that comes about."""
    chance: int = 0
    """How many rolls of a hundred succeed; 0 where that is not said."""
