"""A game's seats: who plays which, and who is a host. Pure."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.members import Campaign
from campaign.kernel.steps import Unfit
from campaign.text.suggest import near


class Seats(msgspec.Struct, frozen=True):
    """The powers, sides or people that members play in a game."""

    kind: str
    """What a seat is called: a power, a side."""
    names: Mapping[str, str]
    """Every seat by its id, in order, with its name as a heading has it."""
    codes: Mapping[str, str]
    """A few letters for each, where there is no room for a name."""
    also: Mapping[str, str] = {}
    """Other names that people type, each with the id of its seat."""
    own: bool = False
    """Whether a campaign may name its own; these are then what it has until it does."""

    @property
    def noun(self) -> str:
        """What a seat is called in short, inside a sentence: a major power is a power."""
        return self.kind.rpartition(" ")[2]

    @property
    def ids(self) -> tuple[str, ...]:
        """The seats in their order."""
        return tuple(self.names)

    def meant(self, typed: str) -> tuple[str, ...]:
        """The seats that a typed text may mean: by id, else by code, else by how they begin.

        One if it is clear, none if it is no seat.
        """
        folded = typed.strip().lower().replace("_", "-").replace(" ", "-").removeprefix("the-")
        if folded in self.names:
            return (folded,)
        if folded in self.also:
            return (self.also[folded],)
        coded = tuple(seat for seat, code in self.codes.items() if code.lower() == folded)
        begin = tuple(seat for seat in self.names if folded and seat.startswith(folded))
        return coded or begin

    def the_one(self, typed: str) -> str | Unfit:
        """The seat that a typed text means."""
        meant = self.meant(typed)
        return meant[0] if len(meant) == 1 else not_one(typed, meant, self.kind, self.ids)


def not_one(typed: str, meant: Sequence[str], kind: str, seats: Sequence[str]) -> Unfit:
    """Why a typed text is not one seat: it may mean several, or none."""
    if meant:
        return Unfit(f"{typed!r} may be {' or '.join(meant)}")
    hint = near(typed, seats) or f"; it is one of {', '.join(seats)}"
    return Unfit(f"{typed!r} is no {kind}{hint}")


def no_seat(campaign: Campaign, typed: Iterable[str], field: str) -> Refused | None:
    """Why a text names no seat of a campaign; None where all do."""
    for seat in typed:
        if seat not in campaign.seats:
            hint = near(seat, campaign.seats) or f"; there is {', '.join(campaign.seats)}"
            return bad_field(field, f"there is no {seat!r}{hint}")
    return None


def host_only(campaign: Campaign, by: str, what: str) -> Refused | None:
    """Members: what only a host may do."""
    return None if campaign.is_host(by) else Refused("Members", f"{what} is for a host")


def holds(campaign: Campaign, member: str, seats: Iterable[str]) -> list[str]:
    """Which of these seats a member plays; the host plays those that nobody holds."""
    host, own = campaign.is_host(member), campaign.seats_of(member)
    return [seat for seat in seats if seat in own or (host and not campaign.who_plays(seat))]


def plays(campaign: Campaign, member: str) -> bool:
    """Whether a member plays any seat."""
    return bool(holds(campaign, member, campaign.seats))
