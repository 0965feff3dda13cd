"""LiF 2, 3, 3.2: which abilities a leader may use, when, where and for whom. Pure."""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from campaign.kernel import decisions
from campaign.kernel.members import about
from campaign.lif.abilities import command_range
from campaign.lif.abilities.catalogue import (
    COUNTED_UNITS,
    FLOWN,
    LOWER_SECTION,
    USED_DURING,
    Ability,
    ability,
)
from campaign.lif.abilities.command_range import Hex, SeaBox, parse
from campaign.lif.names import leader as named
from campaign.lif.names import the_country
from campaign.lif.on_map.fold import CROWDED_FRONT, LAND_COMBAT_STEPS
from campaign.lif.on_map.placing import authority, unless
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS, CountryField, LeaderOnMap, PlaceField
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import Deciders, Placement, State, Use
from campaign.text.english import counted
from events.lif.on_map import AbilityUsed

# --- What a host or player may ask for about leaders' abilities ---------------------------------


class UseAbility(decisions.Command, frozen=True, kw_only=True):
    """LiF 3.2: announces that a leader uses an ability; refused where a limit forbids it."""

    verb = "use LEADER ABILITY HEX"
    helped = "leader use: Use a leader's ability."
    example = "campaign use front rommel 39 E1630 --helps germany --attacking --stacked"
    options = {  # noqa: RUF012
        "stacked_with_participant": "--stacked",
        "in_attacked_hex": "--under-attack",
    }
    who = "holder"
    module = "leaders"
    leader: LeaderOnMap
    ability: Annotated[int, msgspec.Meta(ge=1, le=122, description="the ability's number")]
    hex: Annotated[PlaceField, about("where it takes effect")]
    helps: Annotated[
        tuple[CountryField, ...], about("whose units it helps; else those of the leader's power")
    ]
    combat: Annotated[
        str,
        msgspec.Meta(
            max_length=40,
            description="the id of its combat; else the next there",
            extra={"hint": "Which combat? Kyiv, this turn"},
        ),
    ] = ""
    attacking: Annotated[bool, about("it helps an attack")] = False
    stacked_with_participant: Annotated[
        bool, about("the leader is stacked with a unit that takes part in the attack")
    ] = False
    in_attacked_hex: Annotated[bool, about("the leader's own hex is under attack in this step")] = (
        False
    )
    units: Annotated[
        int, msgspec.Meta(ge=0, le=99, description="ability 49: how many units it serves here")
    ] = 0
    map: Annotated[
        str, about("at sea or on a dot: the letter of the map it counts on", choices="map")
    ] = ""
    entered: Annotated[
        dict[
            Annotated[str, about("the map's letter, or dot", choices="map_or_dot")],
            Annotated[int, msgspec.Meta(ge=0, le=99)],
        ],
        about("where two maps join: hexes entered on each, by map letter (off-map: dot)"),
    ] = msgspec.field(default_factory=dict)


class Attempt(msgspec.Struct, frozen=True):
    """A use that is asked for, and what its limits look at."""

    state: State
    command: UseAbility
    placement: Placement

    @property
    def known(self) -> Ability:
        """The ability, as the campaign's edition has it."""
        return ability(self.command.ability, self.state.campaign.rulebook)

    @property
    def name(self) -> str:
        """The leader's name."""
        return named(self.command.leader, self.state.sheet)

    @property
    def is_1998(self) -> bool:
        """Whether the campaign plays the 1998 edition."""
        return self.state.campaign.rulebook == LIF_1998

    @property
    def here(self) -> command_range.Location | decisions.Refused:
        """The leader's place."""
        return parse(self.placement.location)


Limit = decisions.Refused | None

# --- LiF 2: abilities of ships: who serves whom at sea, in a port and off a coast ---------------


def _ashore(of: Attempt) -> Limit:
    """LiF 2: a leader serves ships at sea from among them; only their guns reach a hex on land."""
    if not of.known.traits & {"at-sea", "off-a-coast"}:
        return None
    text = f"ability {of.known.number} serves ships at sea"
    if not isinstance(of.here, SeaBox):
        return decisions.Refused("LiF 2", f"{text}, and he is at {of.placement.location}")
    if "off-a-coast" in of.known.traits or isinstance(parse(of.command.hex), SeaBox):
        return None
    return decisions.Refused("LiF 2", f"{text}, and {of.command.hex} is on land")


def _of_another_section(of: Attempt) -> Limit:
    """LiF abilities: words on "this section" of a sea box mean the section the leader is in."""
    number, here = of.known.number, of.placement.location
    if number == LOWER_SECTION and here.endswith("/0"):
        text = f"from the zero box ability {number} moves nobody"
        return decisions.Refused("LiF abilities", text)
    elsewhere = of.command.hex != here and isinstance(parse(of.command.hex), SeaBox)
    if "own-section" not in of.known.traits or not elsewhere:
        return None
    return decisions.Refused("LiF abilities", f"ability {number} serves his own section, {here}")


def _of_another_sea(of: Attempt) -> Limit:
    """LiF 2: an ability of ships at sea serves those in the leader's sea area, in any section."""
    target, known = parse(of.command.hex), of.known
    of_ships = known.scope == "sea-box" or (known.scope, known.group) == ("stacked", "naval")
    if not of_ships or not isinstance(target, SeaBox):
        return None
    if isinstance(of.here, SeaBox) and of.here.area == target.area:
        return None
    text = f"ability {known.number} serves the leader's own sea area"
    return decisions.Refused("LiF 2", f"{text}, and he is at {of.placement.location}")


# --- LiF 3.2: in which step a leader may use an ability, and how often in it --------------------

RULE = "LiF 3.2"


def this_step(state: State) -> tuple[Use, ...]:
    timing = state.play.timing
    return tuple(use for use in timing.used if use.steps == timing.steps)


def in_another_step(state: State, command: UseAbility) -> Limit:
    """LiF 3, 3.2: an ability is used in its own step, announced before that is carried out.

    A step whose name the table of abilities does not know stops nobody.
    """
    now = state.play.timing.step
    steps = ability(command.ability, state.campaign.rulebook).steps
    if now not in USED_DURING or "always" in steps or USED_DURING[now] & set(steps):
        return None
    text = f"ability {command.ability} serves in {' or '.join(steps)}, and this is {now}"
    return decisions.Refused(RULE, text.replace("-", " "))


def used_already(state: State, command: UseAbility) -> Limit:
    """LiF 3.2: each black-print ability of a leader serves once a step (list edition: segment).

    One that reaches every combat in range serves each hex once, and one that counts units serves
    until they are used up: its own wording goes before (ruling 43).
    """
    number = command.ability
    if number == COUNTED_UNITS or not black(state, number):
        return None
    each_hex = "every-hex" in ability(number).traits
    before = [use.hex for use in this_step(state) if _is_same(use, command)]
    if not (command.hex in before if each_hex else before):
        return None
    step = "step" if state.campaign.rulebook == LIF_1998 else "segment"
    at = f" at {command.hex}" if each_hex else ""
    text = f"{named(command.leader, state.sheet)} has used ability {number}{at} in this {step}"
    return decisions.Refused(RULE, text)


def _is_same(use: Use, command: UseAbility) -> bool:
    return (use.leader, use.ability) == (command.leader, command.ability)


def _too_many_units(of: Attempt) -> Limit:
    """Ruling 43: ability 49 serves four units in all in a step, over the hexes in range."""
    command, known = of.command, of.known
    if command.ability != COUNTED_UNITS:
        if command.units:
            return decisions.bad_field("units", f"ability {known.number} does not count units")
        return None
    most = known.number_of("units")
    before = sum(use.units for use in this_step(of.state) if _is_same(use, command))
    text = f"{of.name}'s ability {known.number} serves {most} units in a step"
    if before >= most:
        return decisions.Refused(RULE, f"{text}, and has served {before}")
    if before + command.units <= most:
        return None
    total = f"{before} + {command.units} are {before + command.units}"
    return decisions.Refused(RULE, f"{text}, and {total}")


def uncounted(command: UseAbility) -> Limit:
    """Ruling 43: a use of ability 49 names how many units it serves."""
    if command.ability != COUNTED_UNITS or command.units:
        return None
    text = f"say how many units ability {COUNTED_UNITS} serves here"
    return decisions.missing_field("units", text, "How many units does it serve here?")


# --- LiF 2, 3, 3.2: which abilities a leader may use, when, where and for whom ------------------

_ELSEWHERE = ("air", "naval", "invasion")
"""Groups with an effect away from the hex of the leader and the leader's units."""


def use(state: State, command: UseAbility, supplied: decisions.Supplied) -> decisions.Decision:
    """LiF 3.2: a leader's ability is announced, unless one of its limits forbids it."""
    if refused := authority(state, command, command.leader):
        return refused
    if refused := why_not(state, command) or uncounted(command):
        return refused
    return (decisions.filled(AbilityUsed, command, map=_capped_map(state, command)),)


def why_not(state: State, command: UseAbility) -> Limit:
    """LiF 2, 3, 3.2: the first limit that forbids a use; None where all allow it.

    The limits in their order: on the map and face-up, once a step, for whom, where, cap by rank.
    """
    if refused := unless(state, command.leader, "map", "only a leader on the map uses abilities"):
        return refused
    placement = state.play.placements.get(command.leader)
    if placement is None:
        return command_range.unplaced(named(command.leader, state.sheet))
    if command.ability not in state.sheet[command.leader].abilities:
        text = f"{named(command.leader, state.sheet)} has no ability {command.ability}"
        return decisions.Refused(RULE, text)
    if refused := command_range.no_place(command.hex, "hex"):
        return refused
    attempt = Attempt(state, command, placement)
    return next(filter(None, (limit(attempt) for limit in _LIMITS)), None)


def black(state: State, number: int) -> bool:
    """Ruling 29: whether an ability is in black print."""
    return number not in state.rulings.white


# --- when ---------------------------------------------------------------------------------------


def _face_down(of: Attempt) -> Limit:
    """LiF 3.2: face-down works ability 48 alone; in the list edition all white print does too."""
    number = of.command.ability
    works = number == CROWDED_FRONT or not (of.is_1998 or black(of.state, number))
    if of.placement.face_up or works:
        return None
    return decisions.Refused(RULE, f"{of.name} is face-down")


# --- for whom -----------------------------------------------------------------------------------


def _foreign(of: Attempt) -> Limit:
    command = of.command
    if not command.helps:
        text = "name the powers and minors whose units it helps"
        return decisions.missing_field("helps", text, "Whose units does it help?")
    text = command_range.beyond(of.state, command.leader, command.ability, command.helps)
    return decisions.Refused(RULE, text) if text else None


# --- where --------------------------------------------------------------------------------------


def _in_attacked_hex(of: Attempt) -> Limit:
    """LiF 3, 1998 edition: in land combat a leader under attack serves their own hex only."""
    here = of.placement.location
    if not of.is_1998 or not of.command.in_attacked_hex or of.command.hex == here:
        return None
    if of.state.play.timing.step not in ("", *LAND_COMBAT_STEPS):
        return None
    text = f"{of.name} is under attack at {here} and helps nobody elsewhere"
    return decisions.Refused("LiF 3", text)


def _of_the_other_side(of: Attempt) -> Limit:
    """LiF abilities: what its text gives to those who defend serves no attack."""
    if not of.command.attacking or of.known.numbers.get("on") != "defence":
        return None
    return decisions.Refused("LiF abilities", f"ability {of.known.number} helps only in defence")


def _apart_from_the_attack(of: Attempt) -> Limit:
    """LiF 2: in an attack the leader is beside a unit that takes part, or (list edition) in range.

    Ability 77 flies to attacks in range; the range of 55 and 59 serves only the defence.
    """
    known = of.known
    if not of.command.attacking or known.number in FLOWN:
        return None
    is_ranged = known.scope == "range"
    if not of.is_1998 and is_ranged and "stacked-in-attack" not in known.traits:
        return None
    if of.command.stacked_with_participant:
        return None if not is_ranged or known.group in _ELSEWHERE else _not_beside(of)
    return decisions.Refused("LiF 2", f"{of.name} is not stacked with a unit that attacks")


def _out_of_reach(of: Attempt) -> Limit:
    """LiF 2: an ability serves units stacked with the leader, or units in range if it says so."""
    command, known, here = of.command, of.known, of.placement.location
    if refused := _ashore(of):
        return refused
    if known.scope == "range":
        return _beyond_his_range(of)
    if command.entered:
        return decisions.bad_field("entered", f"ability {known.number} asks for no range")
    is_bound = known.scope in ("stacked", "hex") and known.group not in _ELSEWHERE
    if command.hex == here or not is_bound:
        return _of_another_section(of) or _of_another_sea(of)
    if command.attacking and command.stacked_with_participant:
        return _not_beside(of)
    return decisions.Refused("LiF 2", f"ability {known.number} serves only units in {here}")


def _beyond_his_range(of: Attempt) -> Limit:
    command, stars = of.command, of.state.sheet[of.command.leader].rank
    here, rows = of.placement.location, of.state.rulings.hex_rows
    reach = command_range.in_range(stars, here, command.hex, rows, command.entered)
    if isinstance(reach, decisions.Refused):
        return reach
    return None if reach.within else decisions.Refused("LiF 2", reach.text)


def _not_beside(of: Attempt) -> Limit:
    """LiF 2, ruling 50: a leader attacking with a unit is in the attacked hex, or beside it."""
    attacked, start = of.command.hex, of.placement.location
    hexes = command_range.apart(start, attacked, of.state.rulings.hex_rows)
    if hexes is None or hexes <= 1:
        return None
    text = f"no unit attacks {attacked} from {start}: the hexes do not touch"
    return decisions.Refused("LiF 2", text)


# --- the cap by rank ----------------------------------------------------------------------------


def _capped(state: State, number: int) -> bool:
    """LiF 3.2: 1998: black print counts, and ability 48; list edition: every use does."""
    if state.campaign.rulebook != LIF_1998:
        return True
    return black(state, number) or number == CROWDED_FRONT


def _capped_map(state: State, command: UseAbility) -> str:
    """The map that this use counts for in the cap by rank; empty if it counts for none."""
    if not _capped(state, command.ability):
        return ""
    here = command_range.parse(state.play.placements[command.leader].location)
    return here.map if isinstance(here, Hex) else command.map


def _unknown_map(of: Attempt) -> Limit:
    on = of.command.map
    if isinstance(of.here, Hex):
        text = f"map: {of.name} is on map {of.here.map}"
        return decisions.Refused(None, text) if on not in ("", of.here.map) else None
    if on and on not in command_range.maps():
        return decisions.bad_field("map", f"there is no map {on!r}")
    if on or not _capped(of.state, of.command.ability):
        return None
    text = f"{of.name} is at {of.placement.location}; on which map does he count?"
    answers = tuple(command_range.maps())
    about = decisions.About("map", prompt=text, answers=answers, missing=True)
    return decisions.Refused("Ruling 30", f"{text} Say so with `map`", about)


def capped_power(state: State, leader: str) -> str:
    """LiF 3.2: the power whose cap a leader counts against; Vichy's leaders have their own."""
    counter = state.sheet[leader]
    if counter.allegiance == "vichy-france" and state.vichy == "installed":
        return "vichy-france"
    return sides.allegiance(state, leader).power or counter.power


def _one_of_a_hex(of: Attempt) -> Limit:
    """LiF 3.2, list edition: one leader of a hex or section uses black print in a segment."""
    state, here = of.state, of.placement.location
    if of.is_1998 or not black(state, of.command.ability):
        return None
    for used in this_step(state):
        counts_here = used.location == here and black(state, used.ability)
        if counts_here and used.leader != of.command.leader:
            text = f"{named(used.leader, state.sheet)} has used an ability at {here}"
            return decisions.Refused(RULE, f"{text} in this segment; one leader there may")
    return None


def _one_of_a_rank(of: Attempt) -> Limit:
    """LiF 3.2, ruling 30: one leader of a rank, map and power.

    1998: in an impulse or stage. List edition: in a segment, and a use that serves several
    co-operating powers counts for each of them, whichever of their leaders is first.
    """
    state, command = of.state, of.command
    on_map = _capped_map(state, command)
    if not on_map:
        return None
    rank, helped = state.sheet[command.leader].rank, set(command.helps) & set(POWERS)
    powers = _counts_for(of, command.leader, helped)
    for used in state.play.timing.used if of.is_1998 else this_step(state):
        same = used.map == on_map and state.sheet[used.leader].rank == rank
        if not same or used.leader == command.leader:
            continue
        if spent := sorted(powers & _counts_for(of, used.leader, used.helps)):
            when = _span(state) if of.is_1998 else "in this segment"
            text = (
                f"{named(used.leader, state.sheet)} has used up {the_country(spent[0])}'s"
                f" {counted(rank, 'star')} on map {on_map}"
            )
            return decisions.Refused(RULE, f"{text} {when}")
    return None


def _counts_for(of: Attempt, leader: str, helps: Iterable[str]) -> set[str]:
    """The powers whose cap a use counts against."""
    own = {capped_power(of.state, leader)}
    return own if of.is_1998 else own.union(helps)


def _span(state: State) -> str:
    timing = state.play.timing
    return "in this impulse" if timing.impulse else "in this stage" if timing.stage else "this turn"


_LIMITS: tuple[Callable[[Attempt], Limit], ...] = (
    _face_down,
    lambda of: in_another_step(of.state, of.command),
    lambda of: used_already(of.state, of.command),
    _foreign,
    _of_the_other_side,
    _in_attacked_hex,
    _apart_from_the_attack,
    _out_of_reach,
    _unknown_map,
    _one_of_a_hex,
    _one_of_a_rank,
    _too_many_units,
)
"""In the order in which they are told."""


DECIDE: Deciders = {UseAbility: use}
