"""What a host may ask for about wars, conquests, France and minor countries. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.leaders_in_flames.fields import CountryField, LeaderOnMap, PlaceField, PowerField
from events.base import Slug
from events.lif.politics import Conquest, MinorStatus
from events.lif.powers import Power


class DeclareWar(Command, frozen=True, kw_only=True):
    """LiF 4: records that one power or minor country declares war on another."""

    verb = "war ATTACKER TARGET"
    example = "campaign war club germany poland"
    when = ("closed",)
    attacker: Annotated[CountryField, about("who declares war")]
    target: Annotated[CountryField, about("on whom")]
    new: Annotated[bool, about("records a country that the list lacks")] = False


class MakePeace(Command, frozen=True, kw_only=True):
    """LiF 4: records a peace; a call-out that it ends sends marked leaders back (ruling 11)."""

    verb = "peace POWER…"
    example = "campaign peace club germany poland"
    when = ("closed",)
    powers: Annotated[tuple[CountryField, CountryField], about("the two that make peace")]
    returned: Annotated[
        tuple[LeaderOnMap, ...], about("leaders on the map who go back to reserve with it")
    ] = ()


class SetConquest(Command, frozen=True, kw_only=True):
    """LiF 4.2: records that a major power is free, incompletely or completely conquered."""

    verb = "conquest POWER STATUS"
    example = "campaign conquest club france incomplete"
    when = ("closed",)
    power: PowerField
    status: Annotated[Conquest, about("free is liberation")]


class InstallVichy(Command, frozen=True, kw_only=True):
    """LiF 4.1: installs Vichy France; De Gaulle joins the cup, French leaders move to a hex."""

    verb = "vichy"
    example = """
    campaign vichy club install
    campaign vichy club collapse
    """
    options = {"moves": "--move"}  # noqa: RUF012
    when = ("closed",)
    moves: Annotated[
        dict[Slug, PlaceField],
        about("Free and Vichy French leaders on the map, with the nearest hex of their France"),
    ] = msgspec.field(default_factory=dict)


class CollapseVichy(Command, frozen=True, kw_only=True):
    """LiF 4.1: Vichy France collapses; if France is completely conquered, its leaders go too."""

    verb = "vichy"
    when = ("closed",)


class SetMinor(Command, frozen=True, kw_only=True):
    """LiF 4.1: records that a minor country is neutral, aligned or conquered, and with whom."""

    verb = "minor MINOR STATUS [POWER]"
    example = """
    campaign minor club finland aligned germany
    campaign minor club spain neutral
    """
    when = ("closed",)
    minor: Annotated[Slug, about("the minor country, by its English name", choices="minor")]
    status: Annotated[MinorStatus, about("what it is now")]
    power: Annotated[Power | None, about("its controller or conqueror; none where neutral")] = None
