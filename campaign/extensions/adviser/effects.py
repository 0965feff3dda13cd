"""LiF 2, 3.2: one leader's ability in one combat: whom it reaches, what it asks and does. Pure."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from campaign.extensions.adviser.model import Combat, Party, Presence, Table, Unit
from campaign.kernel.decisions import Refused
from campaign.lif.abilities import catalogue, command_range
from campaign.lif.on_map.fold import CROWDED_FRONT
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998
from events.lif.cup import LeaderCounter
from events.lif.on_map import Side

LIMITS = (catalogue.HELPS_NO_FOREIGN_POWER, catalogue.HELPS_OWN_NATION_ONLY)
"""LiF 3.2: abilities that only say whom a leader cannot help."""

Change = Literal["", "plus", "times", "full", "river"]
Lift = Literal["", "double", "own-air", "ships-double", "ships-attack", "port"]


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What an ability does in a combat, in words and numbers."""

    words: str
    die: int = 0
    after_roll: bool = False
    """The die is changed after it has been rolled."""
    claims: Table = ""
    units: tuple[int, ...] = ()
    """Units of the leader's side whose factors change, by their place in the list."""
    change: Change = ""
    amount: float = 0
    factors: int = 0
    """Factors for the leader's whole side, after terrain."""
    lifts: Lift = ""
    search: int = 0
    search_die: int = 0
    air_value: int = 0


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """A leader's ability beside a combat."""

    combat: Combat
    side: Side
    present: Presence
    counter: LeaderCounter
    ability: catalogue.Ability
    rulebook: str
    table: Table
    called_by: Side | None
    serves: str
    """The major power that the leader counts for; without one, the leader's country."""
    values: tuple[int | None, int | None]
    """Air-to-air values of the leader's side and of the other, with what leaders add."""
    rows: command_range.Rows = "odd"
    """Ruling 28: the hex rows that lie half a hex to the right."""
    spent: int = 0
    """Ruling 43: units that ability 49 has served in this step already."""
    serving: frozenset[int]
    """Units of the leader's side in reach that may be helped, by their place in the list."""

    @property
    def own(self) -> Party:
        """The leader's side."""
        return self.combat.party(self.side)

    @property
    def enemy(self) -> Party:
        """The other side."""
        return self.combat.party("defender" if self.side == "attacker" else "attacker")

    @property
    def calls(self) -> bool:
        """Whether the leader's side calls the table."""
        return self.called_by == self.side

    def number(self, key: str) -> int:
        """A number of the ability, as its edition has it."""
        return self.ability.number_of(key)

    def served(self, wanted: Callable[[Unit], bool]) -> tuple[int, ...]:
        """The wanted units of the leader's side that this leader may help."""
        return tuple(
            at for at, unit in enumerate(self.own.units) if at in self.serving and wanted(unit)
        )


class Entry(NamedTuple):
    """An ability the adviser knows: whose side it serves, and its effect."""

    side: str
    """`attacker`, `defender` or `either`."""
    whole: bool
    """It works on the whole side, so the leader must be able to help every unit."""
    effect: Callable[[Look], Effect | None]
    needs: str = ""
    """What it asks of a combat, in words; empty where it needs nothing but its side."""
    list_needs: str = ""
    """The same in the list edition, where that asks for something else."""


Entries = dict[int, Entry]


def may_help(look: Look, unit: Unit) -> bool:
    """LiF 3.2: a minor's leader helps that country, an Italian Italians, any other their power's
    units, its aligned minors' and co-operating powers', unless ability 1 or 2 forbids it.

    Whom an ability's own text names it helps in any case (ruling 41).
    """
    counter, combat = look.counter, look.combat
    own_nation_only = catalogue.HELPS_OWN_NATION_ONLY in counter.abilities
    if unit.power in (counter.power, *command_range.NAMED.get(look.ability.number, ())):
        return True
    if counter.power not in POWERS or counter.power == "italy":
        return False
    if unit.power not in POWERS:
        return unit.controlled_by == counter.power and not own_nation_only
    if own_nation_only or catalogue.HELPS_NO_FOREIGN_POWER in counter.abilities:
        return False
    return any({counter.power, unit.power} == set(two) for two in combat.cooperating)


def whom_not(look: Look) -> str:
    """Why a leader cannot help a side's units, in words."""
    counter = look.counter
    if counter.power not in POWERS:
        return f"a minor's leader helps {counter.power} alone"
    if counter.power == "italy":
        return "an Italian leader helps Italian units alone"
    if catalogue.HELPS_OWN_NATION_ONLY in counter.abilities:
        return f"ability 2: he helps {counter.power} alone"
    if catalogue.HELPS_NO_FOREIGN_POWER in counter.abilities:
        return "ability 1: he helps no other major power"
    return f"he helps {counter.power}, its aligned minors and powers that co-operate with it"


def with_him(look: Look, unit: Unit) -> bool:
    """LiF 2: whether a unit is stacked with the leader; assumed if its place is unknown."""
    present = look.present
    if look.side == "attacker" and look.combat.kind == "land":
        if present.place not in ("participating", "stacked"):
            return False
        return not (unit.hex and present.hex) or unit.hex == present.hex
    if look.combat.kind == "naval":
        here = _section(present.section, present.hex)
        return None in (unit.section, here) or unit.section == here
    return True


def _section(section: int | None, place: str | None) -> int | None:
    """The section of a sea box, told as such or as a place; None where neither says."""
    if section is not None or place is None:
        return section
    box = command_range.parse(place)
    return box.section if isinstance(box, command_range.SeaBox) else None


def out_of_reach(look: Look) -> Refused | None:
    """LiF 2, 3: why the ability cannot work from where the leader is; None if it can.

    In a 1998 attack the leader must be stacked with a unit that takes part, whatever the range.
    """
    present, combat = look.present, look.combat
    if present.place == "attacked-hex" and combat.kind == "land" and look.rulebook == LIF_1998:
        return Refused("LiF 3", "his own hex is attacked in this step, so he may help only there")
    if present.place in ("participating", "stacked"):
        by_section = combat.kind == "naval" and combat.combat_type in _BY_SECTION
        return _if(by_section and present.place == "stacked", "his section is not in the battle")
    if _attacks_alone(look):
        return Refused("LiF 2", "in an attack he must be stacked with a unit that takes part")
    if look.ability.scope != "range" or _must_stack_to_attack(look):
        return Refused("LiF 2", "this ability needs him stacked with the units it helps")
    return _too_far(look)


def _too_far(look: Look) -> Refused | None:
    """LiF 2: whether the combat is out of the leader's range; if nobody knows, it is not."""
    present, rank = look.present, look.counter.rank
    if present.place == "elsewhere":
        return Refused("LiF 2", "he is out of range")
    if present.distance is None or (present.entered and present.hex):
        reach = _reach(look, look.combat.hex)
        return _if(reach is not None and not reach.within, reach.text if reach else "")
    if _on_two_maps(look):
        text = f"{present.hex} and {look.combat.hex} are on two maps, so one distance says nothing"
        return Refused(command_range.ACROSS, f"{text}; enter the hexes on each map")
    scale = scale_at(look.combat, present)
    counted, away = present.distance * scale.hex_cost, f"{present.distance} hexes"
    if scale.hex_cost > 1:
        away = f"{away} of {scale.name}"
        return _if(counted > rank, f"he is {away} away, which count {counted}; his range is {rank}")
    return _if(counted > rank, f"he is {away} away and his range is {rank}")


def _on_two_maps(look: Look) -> bool:
    here = command_range.parse(look.present.hex) if look.present.hex else None
    there = command_range.parse(look.combat.hex)
    return (
        isinstance(here, command_range.Hex)
        and isinstance(there, command_range.Hex)
        and here.map != there.map
    )


class Scale(NamedTuple):
    """LiF 2: the hexes in which a distance is counted, and how many European ones each is."""

    name: str
    hex_cost: int


def scale_at(combat: Combat, present: Presence) -> Scale:
    """LiF 2: the map of the combat; at sea the leader's map, and where none is known Europe's."""
    there = command_range.parse(combat.hex)
    if isinstance(there, command_range.Dot):
        return Scale("the off-map dots", command_range.OFF_MAP_COST)
    own = present.map or (present.hex[0] if present.hex and ":" not in present.hex else "")
    letter = there.map if isinstance(there, command_range.Hex) else own
    sheet = command_range.maps().get(letter)
    return Scale(f"map {letter}", sheet.hex_cost) if sheet else Scale("Europe", 1)


_BY_SECTION = ("surface", "naval-air", "sub")
"""Naval combats that the units of a sea box fight section by section."""


def in_his_range(look: Look, unit: Unit) -> bool:
    """LiF 2: whether a unit is in the leader's range; assumed if its place is unknown."""
    reach = _reach(look, unit.hex) if unit.hex else None
    return reach is None or reach.within


def _reach(look: Look, target: str) -> command_range.Reach | None:
    """The leader's range to a place; None if either place is unknown or on another map."""
    if look.present.hex is None:
        return None
    entered = look.present.entered if target == look.combat.hex else None
    reach = command_range.in_range(look.counter.rank, look.present.hex, target, look.rows, entered)
    return None if isinstance(reach, Refused) else reach


def _must_stack_to_attack(look: Look) -> bool:
    return look.side == "attacker" and "stacked-in-attack" in look.ability.traits


def _attacks_alone(look: Look) -> bool:
    """LiF 2, 1998 edition: whether an ability that does not fly would serve an attack from afar."""
    attacks = look.combat.kind == "land" and look.side == "attacker"
    return attacks and look.rulebook == LIF_1998 and look.ability.number not in catalogue.FLOWN


def _if(holds: bool, reason: str) -> Refused | None:
    return Refused("LiF 2", reason) if holds else None


def face_down(look: Look, white: frozenset[int]) -> Refused | None:
    """LiF 3.2: a face-down leader uses nothing but ability 48; in the list edition, white print
    applies as well."""
    number = look.ability.number
    if look.present.face_up or number == CROWDED_FRONT:
        return None
    if number in white and look.rulebook != LIF_1998:
        return None
    return Refused("LiF 3.2", "he is face-down")


# --- LiF abilities: why one does nothing in a combat ---------------------------------------------


def does_nothing(look: Look, entry: Entry | None) -> str:
    """LiF abilities: why an ability does nothing in this combat."""
    number, kind = look.ability.number, look.combat.kind
    if number in LIMITS:
        return "it bars him from no unit of this combat"
    if entry is None:
        steps = ", ".join(step for step in look.ability.steps if step != "always")
        when = f"its step is {steps}" if steps else f"it is about {look.ability.group}"
        return f"{when}; it changes no {kind} combat"
    if entry.side not in ("either", look.side):
        return f"it serves {entry.side}s alone"
    wanted = entry.list_needs if look.rulebook != LIF_1998 else ""
    return f"it needs {wanted or entry.needs}"
