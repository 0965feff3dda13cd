"""Luck: the dice of each seat so far, against what as many give on average. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.kernel.pages import NoticeTable
from campaign.kernel.projections import Transition
from campaign.kit.play.acts import act_of
from campaign.kit.reading.parts import ActRule
from campaign.kit.state import State
from events import kit

HEADS = ("dice", "total", "on average", "luck")


class Rolls(msgspec.Struct, frozen=True, gc=False):
    """What a seat has rolled."""

    dice: int = 0
    total: int = 0
    twice_average: int = 0
    """Twice what as many dice give on average: a die gives half of its sides and one more."""

    def with_dice(self, act: ActRule, rolled: Mapping[str, tuple[int, ...]]) -> "Rolls":
        """The same and the dice of an act; of a field that is gone nobody knows the sides."""
        dice, total, average = self.dice, self.total, self.twice_average
        for name, faces in rolled.items():
            field = act.fields.get(name)
            if field is not None and field.dice is not None:
                dice += len(faces)
                total += sum(faces)
                average += len(faces) * (field.dice.sides + 1)
        return Rolls(dice, total, average)


Luck = Mapping[str, Rolls]
"""What each seat has rolled, of those that have."""


def with_roll(luck: Luck, step: Transition[State]) -> Luck:
    """The luck after an event: an act's dice are those of the seat that acts."""
    event, before = step.record.event, step.before
    done = act_of(before, event)
    if before is None or done is None or not isinstance(event, kit.Acted | kit.Confirmed):
        return luck
    seat, act = done.seat, before.act(done.act)
    if not seat or act is None or not event.dice:
        return luck
    return {**luck, seat: luck.get(seat, Rolls()).with_dice(act, event.dice)}


def table(state: State, luck: Luck, own: frozenset[str] = frozenset()) -> NoticeTable | None:
    """The luck of every seat that has rolled, in the file's order; None where nobody has."""
    seats = [seat for seat in state.tables["seats"] if seat in luck and luck[seat].dice]
    rows = tuple((state.seat_name(seat), *_cells(luck[seat])) for seat in seats)
    marked = tuple(place for place, seat in enumerate(seats) if seat in own)
    heads = (state.rules.seats.one, *HEADS)
    return NoticeTable("Luck", heads, rows, marked) if rows else None


def _cells(rolls: Rolls) -> tuple[str, ...]:
    ahead = 2 * rolls.total - rolls.twice_average
    luck = _half(ahead, "+") if ahead else "0"
    return str(rolls.dice), str(rolls.total), _half(rolls.twice_average), luck


def _half(number: int, sign: str = "") -> str:
    """Half of a number, to a half: `10.5`."""
    return f"{number / 2:{sign}.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")
