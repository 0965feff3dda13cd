"""Facts that every campaign shares: its opening, members, powers, turns and draws.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

import msgspec

from events.base import Count, Event, Id, Line, Name, Seeds
from events.seats import Seat


class CampaignOpened(Event, frozen=True, kw_only=True, tag="campaign.CampaignOpened"):
    """A campaign begins; its rulebook, rulings and modules are fixed here for good."""

    campaign: Id
    """Name it was opened under: a slug."""
    id: Id
    """Random id, 32 hex digits; commitments and draws are bound to it."""
    system: Id
    rulebook: Id
    scenario: Id
    first_turn: str
    last_turn: str
    rulings: dict[str, str | int | bool]
    """Every switch in force, the defaults included, so that a later default changes nothing."""
    modules: tuple[Id, ...]
    """The parts of the kit that are played."""
    seed_anchor: str
    """End of the hash chain of draw seeds: hashing turn 1's seed gives it."""
    seed_links: Seeds
    """Length of that chain."""
    seed_sealed: str
    """The chain's secret, encrypted for the vault."""
    rules: int
    """Number of the game's rules that the campaign follows."""
    title: Line = ""
    """What the campaign is called in reports; empty where its name serves."""
    begins: str = ""
    """The turn in which it was taken over from paper; empty where it begins with the first."""
    game: Line = ""
    """The package that brought its game, with its version, for messages alone; empty where this
    program has the game.
    """


class MemberEnrolled(Event, frozen=True, kw_only=True, tag="campaign.MemberEnrolled"):
    """A member joins, or what is known of them changes."""

    member: Id
    name: Name
    roles: tuple[Id, ...]


class MemberLeft(Event, frozen=True, kw_only=True, tag="campaign.MemberLeft"):
    """A member leaves: their roles and seats end, and the host plays on for them."""

    member: Id
    called: Name
    """What they are called from here on."""


class PowerAssigned(Event, frozen=True, kw_only=True, tag="campaign.PowerAssigned"):
    """A member takes over a power."""

    power: Seat
    member: Id


class PowerReleased(Event, frozen=True, kw_only=True, tag="campaign.PowerReleased"):
    """A power is without a player; the host plays it until it is assigned."""

    power: Seat


class TurnBegan(Event, frozen=True, kw_only=True, tag="campaign.TurnBegan"):
    """A game turn begins, and the draw seed of the turn before is revealed."""

    turn: str
    seed_revealed: str = ""
    """Seed of the turn before, 64 hex digits; empty in the first turn."""
    why: Line = ""
    """Why the host waited for nobody any more."""


class CampaignClosed(Event, frozen=True, kw_only=True, tag="campaign.CampaignClosed"):
    """The campaign ends, and the draw seed of its last turn is revealed."""

    seed_revealed: str
    why: Line = ""
    """Why the host waited for nobody any more."""


class SeedsRenewed(Event, frozen=True, kw_only=True, tag="campaign.SeedsRenewed"):
    """The vault has a new key and the draws a new chain of seeds; the seed in use is revealed.

    Whoever kept the vault before knows nothing of what is drawn from here on.
    """

    anchor: str
    """End of the new hash chain: hashing its first seed gives it."""
    links: Seeds
    """Length of that chain."""
    sealed: str
    """The chain's secret, encrypted for the vault under its new key."""
    seed_revealed: str = ""
    """Seed that the running turn had, 64 hex digits; empty where the old chain was used up."""
    draws: dict[str, Count] = msgspec.field(default_factory=dict)
    """Number of the next draw, by what draws: the first one that a former keeper cannot foresee."""


class EntropyAdded(Event, frozen=True, kw_only=True, tag="campaign.EntropyAdded"):
    """A member throws words of his own into the next draw."""

    value: Line
