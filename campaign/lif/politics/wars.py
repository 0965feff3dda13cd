"""LiF 3.3, 4.1, 4.2: the war around the board: wars, peace, conquest, Vichy and minors. Pure.

The base game decides when these happen; the club records them.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from campaign.kernel import decisions
from campaign.kernel.decisions import RECORD, Command, Decision, Refused, Supplied, bad_field
from campaign.kernel.members import about
from campaign.lif.board import cup
from campaign.lif.names import code, leader, the_country
from campaign.lif.on_map import placing
from campaign.lif.politics import fold, sides
from campaign.lif.roster import POWERS, CountryField, LeaderOnMap, PlaceField, PowerField
from campaign.lif.state import Deciders, State, at_war, with_status
from campaign.text.english import listed
from events.base import Event, Slug
from events.lif import politics
from events.lif.cup import LeadersRemoved, LeadersReturnedToReserve, Mark
from events.lif.politics import Power

# --- What a host may ask for about wars, conquests, France and minor countries ------------------


class DeclareWar(Command, frozen=True, kw_only=True):
    """LiF 4: records that one power or minor country declares war on another."""

    verb = "war ATTACKER TARGET"
    helped = "war: Record a declaration of war. [declare attack]"
    example = "campaign war club germany poland"
    when = ("closed",)
    attacker: Annotated[CountryField, about("who declares war")]
    target: Annotated[CountryField, about("on whom")]
    new: Annotated[bool, about("records a country that the list lacks")] = False


class MakePeace(Command, frozen=True, kw_only=True):
    """LiF 4: records a peace; a call-out that it ends sends marked leaders back (ruling 11)."""

    verb = "peace POWER…"
    helped = "war peace: Record a peace. [armistice surrender]"
    example = "campaign peace club germany poland"
    when = ("closed",)
    powers: Annotated[tuple[CountryField, CountryField], about("the two that make peace")]
    returned: Annotated[
        tuple[LeaderOnMap, ...], about("leaders on the map who go back to reserve with it")
    ] = ()


class SetConquest(Command, frozen=True, kw_only=True):
    """LiF 4.2: records that a major power is free, incompletely or completely conquered."""

    verb = "conquest POWER STATUS"
    helped = "war conquest: Record that a power is conquered or liberated. [conquered liberated]"
    example = "campaign conquest club france incomplete"
    when = ("closed",)
    power: PowerField
    status: Annotated[politics.Conquest, about("free is liberation")]


class InstallVichy(Command, frozen=True, kw_only=True):
    """LiF 4.1: installs Vichy France; De Gaulle joins the cup, French leaders move to a hex."""

    verb = "vichy"
    helped = "war vichy: Record that Vichy France is installed or collapses."
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
    helped = "war minor: Record whose side a minor country is on."
    example = """
    campaign minor club finland aligned germany
    campaign minor club spain neutral
    """
    when = ("closed",)
    minor: Annotated[Slug, about("the minor country, by its English name", choices="minor")]
    status: Annotated[politics.MinorStatus, about("what it is now")]
    power: Annotated[Power | None, about("who controls or conquered it; none where neutral")] = None


IN_PLAY = ("aside", "reserve", "cup", "arriving", "map", "circle")


def declare_war(state: State, command: DeclareWar, supplied: Supplied) -> Decision:
    """LiF 4: a war begins; the rules on reserves and on Days of Decision depend on it.

    A name that is on no list of countries needs the club's word.

    LiF 5.3.3: at war with the Commonwealth or the USA, Japan gives up gas.
    """
    if command.attacker == command.target:
        return Refused(RECORD, f"{the_country(command.attacker)} cannot be at war with itself")
    strange = sides.unknown(state, command.attacker, command.target)
    if strange is not None and not command.new:
        return strange
    if at_war(state, command.attacker, command.target):
        names = f"{the_country(command.attacker)} and {the_country(command.target)}"
        return Refused(RECORD, f"{names} are at war already")
    from campaign.lif.us_entry import aftermath

    ends = aftermath.gas_ends(state, command.attacker, command.target)
    return (politics.WarDeclared(attacker=command.attacker, target=command.target), *ends)


def make_peace(state: State, command: MakePeace, supplied: Supplied) -> Decision:
    """Ruling 11: a peace that ends a call-out sends back its leaders in the cup or arriving.

    Leaders on the map go back only if the host names them.
    """
    name, other = command.powers
    if not at_war(state, name, other):
        return Refused(RECORD, f"{the_country(name)} and {the_country(other)} are not at war")
    returns = [
        _recalled(state, power, mark, command) for power, mark in fold.ended(state, name, other)
    ]
    named = {who for event in returns for who in event.leaders}
    if strangers := sorted(set(command.returned) - named):
        who = listed(leader(name, state.sheet) for name in strangers)
        text = f"{who} cannot go back to reserve by this peace"
        return Refused("Ruling 11", text)
    returns_with_news = (event for event in returns if event.leaders or event.stayed)
    return (politics.PeaceMade(powers=(name, other)), *returns_with_news)


def _recalled(state: State, power: str, mark: Mark, command: MakePeace) -> LeadersReturnedToReserve:
    on_map = cup.marked(state, power, mark, "map", "circle")
    back = [*cup.marked(state, power, mark, "cup", "arriving")]
    back += [who for who in on_map if who in command.returned]
    return LeadersReturnedToReserve(
        power=power,  # type: ignore[arg-type]
        mark=mark,
        leaders=tuple(sorted(back)),
        stayed=tuple(who for who in on_map if who not in back),
    )


def set_conquest(state: State, command: SetConquest, supplied: Supplied) -> Decision:
    """LiF 3.3: leaders of a completely conquered power leave for good; Free France keeps its two.

    In any order; `free` is liberation and brings no leader back (ruling 9).
    """
    power, status = command.power, command.status
    frees_france = power == "france" and status == "free" and state.vichy == "collapsed"
    if state.conquest[power] == status and not frees_france:
        return Refused(RECORD, f"the record has {the_country(power)} as {status} already")
    changed = politics.ConquestChanged(power=power, status=status)
    if status != "complete":
        return (changed,)
    text = code("conquered", power)
    joined = cup.free_french(state, text) if power == "france" else ()
    return (changed, *_removed(state, _lost_with(state, power), text), *joined)


def _lost_with(state: State, power: str) -> list[str]:
    """Ruling 9: a conquered power's leaders, except those of Free France and an existing Vichy."""
    marks = {"free-france"}
    if state.vichy == "installed" and state.rulings.vichy_leaders != "france":
        marks.add("vichy-france")
    return [
        who
        for who in with_status(state, *IN_PLAY)
        if state.sheet[who].power == power and state.sheet[who].allegiance not in marks
    ]


def _removed(state: State, leaders: list[str], reason: str) -> tuple[Event, ...]:
    if not leaders or state.rulings.conquered_leaders == "kept":
        return ()
    return (LeadersRemoved(leaders=tuple(leaders), reason=reason),)


def install_vichy(state: State, command: InstallVichy, supplied: Supplied) -> Decision:
    """LiF 4.1: Vichy France is installed, a Free France beside it; De Gaulle joins the cup.

    Free and Vichy French leaders on the map go to their nearest hex, if the club names it.
    """
    if state.vichy != "none":
        return Refused(RECORD, "Vichy France has been installed already")
    moves = placing.vichy_moves(state, command.moves)
    if isinstance(moves, Refused):
        return moves
    return (politics.VichyInstalled(), *moves, *cup.free_french(state, code("vichy-installed")))


def collapse_vichy(state: State, command: CollapseVichy, supplied: Supplied) -> Decision:
    """LiF 4.1: Vichy France collapses; its leaders are France's again.

    Ruling 61: where France is completely conquered already, they leave for good.
    """
    if state.vichy != "installed":
        return Refused(RECORD, "there is no Vichy France to collapse")
    fallen = (politics.VichyCollapsed(),)
    if state.conquest["france"] != "complete":
        return fallen
    lost = _lost_with(replace(state, vichy="collapsed"), "france")
    return (*fallen, *_removed(state, lost, code("conquered", "france")))


def set_minor(state: State, command: SetMinor, supplied: Supplied) -> Decision:
    """LiF 4.1: a minor's leader follows its country; a conquered country's is lost (ruling 9)."""
    minor = command.minor
    if minor in POWERS:
        return bad_field("minor", f"{the_country(minor)} is a major power")
    if (command.power is None) != (command.status == "neutral"):
        linked = "aligned with" if command.status == "aligned" else "conquered by"
        if command.power:
            return bad_field("power", "a neutral minor has no power")
        whom = f"{linked.capitalize()} whom?"
        return decisions.missing_field("power", f"name the power it is {linked}", whom)
    now = politics.Minor(command.status, command.power)
    if state.minors.get(minor, politics.Minor("neutral")) == now and minor in state.minors:
        return Refused(RECORD, f"the record has {the_country(minor)} so already")
    changed = politics.MinorChanged(minor=minor, status=command.status, power=command.power)
    if command.status != "conquered":
        return (changed,)
    lost = [who for who in with_status(state, *IN_PLAY) if state.sheet[who].power == minor]
    return (changed, *_removed(state, lost, code("minor-conquered", minor)))


DECIDE: Deciders = {
    DeclareWar: declare_war,
    MakePeace: make_peace,
    SetConquest: set_conquest,
    InstallVichy: install_vichy,
    CollapseVichy: collapse_vichy,
    SetMinor: set_minor,
}
