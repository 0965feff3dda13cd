"""LiF 2, 3, 3.2: which abilities a leader may use, when, where and for whom. Pure."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from campaign.kernel import decisions
from campaign.kernel.members import about
from campaign.lif.abilities import command_range
from campaign.lif.abilities.catalogue import (
    AMONG_SHIPS_AT_SEA,
    COUNTED_UNITS,
    CROWDED_FRONT,
    EVERYWHERE,
    FLOWN,
    LAND_COMBAT_STEPS,
    LOWER_SECTION,
    OF_HIS_SECTION,
    OFF_A_COAST,
    OVER_THE_BORDER,
    STACKED_IN_ATTACK,
    USED_DURING,
    Ability,
    ability,
)
from campaign.lif.abilities.command_range import Hex, SeaBox, parse
from campaign.lif.names import leader as named
from campaign.lif.names import the_country
from campaign.lif.on_map.placing import authority, unless
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS, CountryField, LeaderOnMap, PlaceField
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import Deciders, Evolvers, Placement, Resting, State, Use
from campaign.text.english import counted
from events.lif.on_map import AbilityUsed

# --- What a host or player may ask for about leaders' abilities ---------------------------------


class UseAbility(decisions.Command, frozen=True, kw_only=True):
    """LiF 3.2: announces that a leader uses an ability; refused where a limit forbids it."""

    verb = "use LEADER ABILITY HEX"
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
        str, msgspec.Meta(max_length=40, description="the id of its combat; else the next there")
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


# --- LiF 2: abilities of ships: who serves whom at sea, in a port and off a coast ---------------


def ashore(known: Ability, command: UseAbility, placement: Placement) -> decisions.Refused | None:
    """LiF 2: a leader serves ships at sea from among them; only their guns reach a hex on land."""
    if known.number not in AMONG_SHIPS_AT_SEA:
        return None
    text = f"ability {known.number} serves ships at sea"
    if not isinstance(parse(placement.location), SeaBox):
        return decisions.Refused("LiF 2", f"{text}, and he is at {placement.location}")
    if known.number in OFF_A_COAST or isinstance(parse(command.hex), SeaBox):
        return None
    return decisions.Refused("LiF 2", f"{text}, and {command.hex} is on land")


def of_another_section(
    known: Ability, command: UseAbility, placement: Placement
) -> decisions.Refused | None:
    """LiF abilities: words on "this section" of a sea box mean the section the leader is in."""
    if known.number == LOWER_SECTION and placement.location.endswith("/0"):
        return decisions.Refused(
            "LiF abilities", f"from the zero box ability {known.number} moves nobody"
        )
    elsewhere = isinstance(parse(command.hex), SeaBox)
    if known.number not in OF_HIS_SECTION or command.hex == placement.location or not elsewhere:
        return None
    text = f"ability {known.number} serves his own section, {placement.location}"
    return decisions.Refused("LiF abilities", text)


def of_another_sea(
    known: Ability, command: UseAbility, placement: Placement
) -> decisions.Refused | None:
    """LiF 2: an ability of ships at sea serves those in the leader's sea area, in any section."""
    target, here = parse(command.hex), parse(placement.location)
    of_ships = known.scope == "sea-box" or (known.scope, known.group) == ("stacked", "naval")
    if not of_ships or not isinstance(target, SeaBox):
        return None
    if isinstance(here, SeaBox) and here.area == target.area:
        return None
    text = f"ability {known.number} serves the leader's own sea area"
    return decisions.Refused("LiF 2", f"{text}, and he is at {placement.location}")


# --- LiF 3.2: in which step a leader may use an ability, and how often in it --------------------

RULE = "LiF 3.2"


def this_step(state: State) -> tuple[Use, ...]:
    timing = state.play.timing
    return tuple(use for use in timing.used if use.steps == timing.steps)


def in_another_step(state: State, command: UseAbility) -> decisions.Refused | None:
    """LiF 3, 3.2: an ability is used in its own step, announced before that is carried out.

    A step whose name the table of abilities does not know stops nobody.
    """
    now = state.play.timing.step
    steps = ability(command.ability, state.campaign.rulebook).steps
    if now not in USED_DURING or "always" in steps or USED_DURING[now] & set(steps):
        return None
    text = f"ability {command.ability} serves in {' or '.join(steps)}, and this is {now}"
    return decisions.Refused(RULE, text.replace("-", " "))


def used_already(state: State, command: UseAbility) -> decisions.Refused | None:
    """LiF 3.2: each black-print ability of a leader serves once a step (list edition: segment).

    One that reaches every combat in range serves each hex once, and one that counts units serves
    until they are used up: its own wording goes before (ruling 43).
    """
    if command.ability == COUNTED_UNITS:
        return None
    for used in this_step(state):
        same = (used.leader, used.ability) == (command.leader, command.ability)
        if command.ability in EVERYWHERE and used.hex != command.hex:
            continue
        if same and command.ability not in state.rulings.white:
            step = "step" if state.campaign.rulebook == LIF_1998 else "segment"
            at = f" at {command.hex}" if command.ability in EVERYWHERE else ""
            text = (
                f"{named(command.leader, state.sheet)} has used ability"
                f" {command.ability}{at} in this {step}"
            )
            return decisions.Refused(RULE, text)
    return None


def too_many_units(state: State, command: UseAbility) -> decisions.Refused | None:
    """Ruling 43: ability 49 serves four units in all in a step, over the hexes in range."""
    known = ability(command.ability, state.campaign.rulebook)
    if command.ability != COUNTED_UNITS:
        if command.units:
            return decisions.bad_field("units", f"ability {known.number} does not count units")
        return None
    most = known.number_of("units")
    mine = (command.leader, command.ability)
    before = sum(use.units for use in this_step(state) if (use.leader, use.ability) == mine)
    text = (
        f"{named(command.leader, state.sheet)}'s ability {known.number}"
        f" serves {most} units in a step"
    )
    if before >= most:
        return decisions.Refused(RULE, f"{text}, and has served {before}")
    if before + command.units <= most:
        return None
    return decisions.Refused(
        RULE, f"{text}, and {before} + {command.units} are {before + command.units}"
    )


def uncounted(command: UseAbility) -> decisions.Refused | None:
    """Ruling 43: a use of ability 49 names how many units it serves."""
    if command.ability != COUNTED_UNITS or command.units:
        return None
    text = f"say how many units ability {COUNTED_UNITS} serves here"
    return decisions.missing_field("units", text, "How many units does it serve here?")


# --- LiF 2, 3, 3.2: which abilities a leader may use, when, where and for whom ------------------

_ELSEWHERE = ("air", "naval", "invasion")
"""Groups with an effect away from the hex of the leader and the leader's units."""


def use(state: State, command: UseAbility, given: decisions.Supplied) -> decisions.Decision:
    """LiF 3.2: a leader's ability is announced, unless one of its limits forbids it."""
    if refused := authority(state, command, command.leader):
        return refused
    if refused := why_not(state, command) or uncounted(command):
        return refused
    return (
        AbilityUsed(
            leader=command.leader,
            ability=command.ability,
            hex=command.hex,
            helps=command.helps,
            map=_capped_map(state, command),
            combat=command.combat,
            entered=command.entered,
            attacking=command.attacking,
            stacked_with_participant=command.stacked_with_participant,
            in_attacked_hex=command.in_attacked_hex,
            units=command.units,
        ),
    )


def why_not(state: State, command: UseAbility) -> decisions.Refused | None:
    """LiF 2, 3, 3.2: the first limit that forbids a use; None where all allow it.

    The limits in their order: on the map and face-up, once a step, for whom, where, cap by rank.
    """
    if refused := unless(state, command.leader, "map", "only a leader on the map uses abilities"):
        return refused
    placement = state.play.placements.get(command.leader)
    if placement is None:
        return command_range.unplaced(named(command.leader, state.sheet))
    if command.ability not in state.sheet[command.leader].abilities:
        return decisions.Refused(
            RULE, f"{named(command.leader, state.sheet)} has no ability {command.ability}"
        )
    if refused := command_range.no_place(command.hex, "hex"):
        return refused
    return (
        _face_down(state, command, placement)
        or in_another_step(state, command)
        or used_already(state, command)
        or _foreign(state, command)
        or _of_the_other_side(state, command)
        or _in_attacked_hex(state, command, placement)
        or _apart_from_the_attack(state, command, placement)
        or _out_of_reach(state, command, placement)
        or _unknown_map(state, command, placement)
        or _one_of_a_hex(state, command, placement)
        or _one_of_a_rank(state, command)
        or too_many_units(state, command)
    )


def owed(state: State, leader: str) -> tuple[int, ...]:
    """LiF 3: white print that the leader must use whenever it applies, unused in this step.

    1998 edition: only while the leader is face-up. Ability 48 works face-down as well.
    """
    placement = state.play.placements.get(leader)
    if placement is None:
        return ()
    used = {use.ability for use in this_step(state) if use.leader == leader}
    return tuple(
        number
        for number in state.sheet[leader].abilities
        if not black(state, number)
        and number not in used
        and (placement.face_up or _works_face_down(state, number))
    )


def black(state: State, number: int) -> bool:
    """Ruling 29: whether an ability is in black print."""
    return number not in state.rulings.white


# --- when ---------------------------------------------------------------------------------------


def _works_face_down(state: State, number: int) -> bool:
    if number == CROWDED_FRONT:
        return True
    return state.campaign.rulebook != LIF_1998 and not black(state, number)


def _face_down(state: State, command: UseAbility, placement: Placement) -> decisions.Refused | None:
    if placement.face_up or _works_face_down(state, command.ability):
        return None
    return decisions.Refused(RULE, f"{named(command.leader, state.sheet)} is face-down")


# --- for whom -----------------------------------------------------------------------------------


def _foreign(state: State, command: UseAbility) -> decisions.Refused | None:
    if not command.helps:
        text = "name the powers and minors whose units it helps"
        return decisions.missing_field("helps", text, "Whose units does it help?")
    text = command_range.beyond(state, command.leader, command.ability, command.helps)
    return decisions.Refused(RULE, text) if text else None


# --- where --------------------------------------------------------------------------------------


def _in_attacked_hex(
    state: State, command: UseAbility, placement: Placement
) -> decisions.Refused | None:
    """LiF 3, 1998 edition: in land combat a leader under attack serves their own hex only."""
    if state.campaign.rulebook != LIF_1998 or not command.in_attacked_hex:
        return None
    if state.play.timing.step not in ("", *LAND_COMBAT_STEPS) or command.hex == placement.location:
        return None
    text = (
        f"{named(command.leader, state.sheet)} is under attack at"
        f" {placement.location} and helps nobody elsewhere"
    )
    return decisions.Refused("LiF 3", text)


def _of_the_other_side(state: State, command: UseAbility) -> decisions.Refused | None:
    """LiF abilities: what its text gives to those who defend serves no attack."""
    known = ability(command.ability, state.campaign.rulebook)
    if not command.attacking or known.numbers.get("on") != "defence":
        return None
    return decisions.Refused("LiF abilities", f"ability {known.number} helps only in defence")


def _apart_from_the_attack(
    state: State, command: UseAbility, placement: Placement
) -> decisions.Refused | None:
    """LiF 2: in an attack the leader is beside a unit that takes part, or (list edition) in range.

    Ability 77 flies to attacks in range; the range of 55 and 59 serves only the defence.
    """
    number, rulebook = command.ability, state.campaign.rulebook
    if not command.attacking or number in FLOWN:
        return None
    ranged = ability(number, rulebook).scope == "range"
    if rulebook != LIF_1998 and ranged and number not in STACKED_IN_ATTACK:
        return None
    if command.stacked_with_participant:
        flown = not ranged or ability(number, rulebook).group in _ELSEWHERE
        return None if flown else _not_beside(state, command.hex, placement.location)
    return decisions.Refused(
        "LiF 2", f"{named(command.leader, state.sheet)} is not stacked with a unit that attacks"
    )


def _out_of_reach(
    state: State, command: UseAbility, placement: Placement
) -> decisions.Refused | None:
    """LiF 2: an ability serves units stacked with the leader, or units in range if it says so."""
    known = ability(command.ability, state.campaign.rulebook)
    if refused := ashore(known, command, placement):
        return refused
    if known.scope == "range":
        reach = command_range.leader_in_range(
            state, command.leader, command.hex, command.entered or None
        )
        if isinstance(reach, decisions.Refused):
            return reach
        return None if reach.within else decisions.Refused("LiF 2", reach.text)
    if command.entered:
        return decisions.bad_field("entered", f"ability {known.number} asks for no range")
    if command.hex == placement.location or not _bound_to_his_hex(known):
        return of_another_section(known, command, placement) or of_another_sea(
            known, command, placement
        )
    if command.attacking and command.stacked_with_participant:
        return _not_beside(state, command.hex, placement.location)
    return decisions.Refused(
        "LiF 2", f"ability {known.number} serves only units in {placement.location}"
    )


def _not_beside(state: State, attacked: str, start: str) -> decisions.Refused | None:
    """LiF 2, ruling 50: a leader attacking with a unit is in the attacked hex, or beside it."""
    here, target = command_range.parse(start), command_range.parse(attacked)
    if not isinstance(here, Hex) or not isinstance(target, Hex) or here.map != target.map:
        return None
    if command_range.distance(here, target, state.rulings.hex_rows) <= 1:
        return None
    return decisions.Refused(
        "LiF 2", f"no unit attacks {attacked} from {start}: the hexes do not touch"
    )


def _bound_to_his_hex(known: Ability) -> bool:
    return known.scope in ("stacked", "hex") and known.group not in _ELSEWHERE


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


def _unknown_map(
    state: State, command: UseAbility, placement: Placement
) -> decisions.Refused | None:
    here = command_range.parse(placement.location)
    if isinstance(here, Hex):
        text = f"map: {named(command.leader, state.sheet)} is on map {here.map}"
        return decisions.Refused(None, text) if command.map not in ("", here.map) else None
    if command.map and command.map not in command_range.maps():
        return decisions.bad_field("map", f"there is no map {command.map!r}")
    if _capped(state, command.ability) and not command.map:
        text = (
            f"{named(command.leader, state.sheet)} is at {placement.location};"
            " on which map does he count?"
        )
        about = decisions.About(
            "map", prompt=text, answers=tuple(command_range.maps()), missing=True
        )
        return decisions.Refused("Ruling 30", f"{text} Say so with `map`", about)
    return None


def capped_power(state: State, leader: str) -> str:
    """LiF 3.2: the power whose cap a leader counts against; Vichy's leaders have their own."""
    counter = state.sheet[leader]
    if counter.allegiance == "vichy-france" and state.vichy == "installed":
        return "vichy-france"
    return sides.allegiance(state, leader).power or counter.power


def _one_of_a_hex(
    state: State, command: UseAbility, placement: Placement
) -> decisions.Refused | None:
    """LiF 3.2, list edition: one leader of a hex or section uses black print in a segment."""
    if state.campaign.rulebook == LIF_1998 or not black(state, command.ability):
        return None
    for used in this_step(state):
        counts_here = used.location == placement.location and black(state, used.ability)
        if counts_here and used.leader != command.leader:
            text = (
                f"{named(used.leader, state.sheet)} has used an ability at"
                f" {placement.location} in this segment"
            )
            return decisions.Refused(RULE, f"{text}; one leader there may")
    return None


def _one_of_a_rank(state: State, command: UseAbility) -> decisions.Refused | None:
    """LiF 3.2, ruling 30: one leader of a rank, map and power.

    1998: in an impulse or stage. List edition: in a segment, and a use that serves several
    co-operating powers counts for each of them, whichever of their leaders is first.
    """
    on_map = _capped_map(state, command)
    if not on_map:
        return None
    edition_1998 = state.campaign.rulebook == LIF_1998
    rank, powers = state.sheet[command.leader].rank, {capped_power(state, command.leader)}
    if not edition_1998:
        powers |= set(command.helps) & set(POWERS)
    for used in state.play.timing.used if edition_1998 else this_step(state):
        same = used.map == on_map and state.sheet[used.leader].rank == rank
        if not same or used.leader == command.leader:
            continue
        blocked = {capped_power(state, used.leader)}
        if not edition_1998:
            blocked |= set(used.helps)
        if spent := sorted(powers & blocked):
            when = _span(state) if edition_1998 else "in this segment"
            text = (
                f"{named(used.leader, state.sheet)} has used up {the_country(spent[0])}'s"
                f" {counted(rank, 'star')} on map {on_map}"
            )
            return decisions.Refused(RULE, f"{text} {when}")
    return None


def _span(state: State) -> str:
    timing = state.play.timing
    return "in this impulse" if timing.impulse else "in this stage" if timing.stage else "this turn"


# --- fold ---------------------------------------------------------------------------------------


def _used(state: State, event: AbilityUsed) -> State:
    timing, placement = state.play.timing, state.play.placements.get(event.leader)
    used = Use(
        leader=event.leader,
        ability=event.ability,
        step=timing.step,
        hex=event.hex,
        map=event.map,
        helps=event.helps,
        location=placement.location if placement else "",
        steps=timing.steps,
        combat=event.combat,
        units=event.units,
        combats=len(state.play.combats),
    )
    announced = (*timing.announced, used) if event.combat else timing.announced
    timed = replace(timing, used=(*timing.used, used), announced=announced)
    play = replace(state.play, timing=timed, resting=_resting(state, used))
    return replace(state, play=play)


def _resting(state: State, used: Use) -> tuple[Resting, ...]:
    """Ruling 62: the excess unit of ability 48 and the stack of 25, at the last use of each.

    The list edition says nothing of what follows for the stack.
    """
    known, this = state.play.resting, (used.leader, used.ability)
    is_stack = used.ability == OVER_THE_BORDER and state.campaign.rulebook == LIF_1998
    if used.ability != CROWDED_FRONT and not is_stack:
        return known
    power = next((who for who in used.helps if who in POWERS), "")
    others = (part for part in known if (part.leader, part.ability) != this)
    return (*others, Resting(used.leader, used.ability, used.hex, power))


EVOLVE: Evolvers = {AbilityUsed: _used}
DECIDE: Deciders = {UseAbility: use}
