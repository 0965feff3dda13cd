"""LiF 3.3: a combat reported by answering questions, with what the record knows filled in. Pure.

The answers make the fields that a file would have had, and nothing else: they are shown, and sent
once somebody has said yes.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

from campaign.kernel.courses import (
    Course,
    ask_until,
    ask_word,
    confirm,
    entry,
    heading,
    say,
)
from campaign.kernel.steps import Unfit
from campaign.leaders_in_flames.abilities.catalogue import ability
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.names import country, leader, the_country
from campaign.leaders_in_flames.on_map import against_the_record, battles
from campaign.leaders_in_flames.on_map.commands import ReportCombat
from campaign.leaders_in_flames.on_map.recall import next_combat
from campaign.leaders_in_flames.on_map.typed_losses import FATES, reader
from campaign.leaders_in_flames.on_map.verbs_range import place_fault
from campaign.leaders_in_flames.parameters import country_of, found_leader, place_of
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.politics.countries import minors
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, Use, aligned_with
from campaign.text.english import counted, listed
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.suggest import near
from events.lif.on_map import CombatKind, Side

_SIDES: dict[str, Side] = {side: side for side in battles.SIDES}
_PARTS = ("stacked", "helped", "no")
"""How a leader took part: in the hex with units that fought, from elsewhere, or not at all."""
_END = "nothing ends"


def fought(state: State) -> Course[JsonObject]:
    """The fields of a combat by questions; none where the last question was not answered yes."""
    kind = yield from ask_word("Kind of combat", get_args(CombatKind), "land")
    fields: JsonObject = {"kind": kind, "hex": (yield from ask_until(_where(state), read_place))}
    for side, word in (("attackers", "Who attacked"), ("defenders", "Who defended")):
        fields[side] = yield from ask_until(f"{word} (such as germany finland)", _countries)
    fields["losses"] = yield from _losses(state, fields)
    if "leaders" in state.campaign.modules:
        fields["leaders"] = yield from _leaders(state, fields)
        fields["left_alone"] = yield from _left_alone(state, fields)
    fields = {name: value for name, value in fields.items() if value or name == "losses"}
    yield from _preview(state, fields)
    if (yield from confirm("Report this combat?")):
        return fields
    yield from say("Nothing was recorded.")
    return {}


# --- where and who ------------------------------------------------------------------------------


def _where(state: State) -> str:
    """The question for the place, with the places of abilities used in this step."""
    timing = state.play.timing
    here = dict.fromkeys(use.hex for use in timing.used if use.steps >= timing.since)
    known = f"; abilities were used in {listed(here)}" if here else ""
    return f"Where was it fought (such as E1429{known})"


def read_place(typed: str) -> str | Unfit:
    """A place as it was typed."""
    where = place_of(typed.strip())
    fault = place_fault(where)
    return Unfit(fault) if fault else where


def _countries(typed: str) -> list[str] | Unfit:
    found: list[str] = []
    for word in typed.replace(",", " ").split():
        name = country_of(word)
        if isinstance(name, Unfit):
            return name
        if name not in POWERS and name not in minors():
            return Unfit(f"there is no country {word!r}{near(name, (*POWERS, *minors()))}")
        found.append(name)
    return list(dict.fromkeys(found)) or Unfit("name at least one power or minor country")


# --- losses -------------------------------------------------------------------------------------


def _losses(state: State, fields: JsonFields) -> Course[list[JsonObject]]:
    """Every unit lost, side by side, until an empty line."""
    found_losses: list[JsonObject] = []
    for side in battles.SIDES:
        fighting = fields[f"{side}s"]
        if counters := list(_on_map(state, fighting)):
            yield from entry("", f"Counters of the {side}s on the map: {', '.join(counters)}")
        label = f"Loss of the {side}s (COUNTER or POWER TYPE POINTS, then {', '.join(FATES)}"
        read = reader(state, side, fighting)
        while found := (yield from ask_until(f"{label} or division; {_END})", read)):
            yield from entry("  lost    ", _loss_in_words(found))
            found_losses.append(found)
    return found_losses


def _on_map(state: State, fighting: Sequence[str]) -> Iterator[str]:
    for who, counter in sorted(state.play.counters.items()):
        if counter.power in fighting and state.play.counter_placements[who].place == "map":
            cost = "" if counter.cost is None else f", {counted(counter.cost, 'point')}"
            yield f"{who} ({counter.type}{cost})"


# --- leaders ------------------------------------------------------------------------------------


def _leaders(state: State, fields: JsonFields) -> Course[list[JsonObject]]:
    """Every leader concerned: those on record in the hex or beside it, and others by name."""
    involved: list[JsonObject] = []
    uses = _announced(state, fields)
    for who, side in _offered(state, fields, uses):
        for use in uses:
            if use.leader == who:
                known = ability(use.ability, state.campaign.rulebook)
                text = f"ability {use.ability} ({known.name}) was announced at {use.hex}"
                yield from entry("", f"{leader(who, state.sheet)}: {text}")
        one = yield from _part(state, who, side, fields["kind"], uses, is_named=False)
        if one is not None:
            involved.append(one)

    def read(typed: str) -> str | Unfit | None:
        return found_leader(state.sheet, typed.strip()) if typed.strip() else None

    label = f"Another leader who took part (name; {_END})"
    while named := (yield from ask_until(label, read)):
        who = named
        if any(one["leader"] == who for one in involved):
            yield from say("This leader is listed already.", aside=True)
            continue
        known_side = _side(state, who, fields)
        side = known_side or _SIDES[(yield from ask_word("On which side", tuple(_SIDES)))]
        one = yield from _part(state, who, side, fields["kind"], uses, is_named=True)
        if one is not None:
            involved.append(one)
    return involved


def _announced(state: State, fields: JsonFields) -> tuple[Use, ...]:
    """Ruling 45: the uses on record that belong to this combat."""
    about = ReportCombat(
        kind=fields["kind"], hex=fields["hex"], attackers=(), defenders=(), losses=()
    )
    return against_the_record.uses_of(state, about, next_combat(state))


def _offered(state: State, fields: JsonFields, uses: Sequence[Use]) -> Iterator[tuple[str, Side]]:
    """Leaders who announced an ability, and those whose place on record is one of their side's."""
    announced = {use.leader for use in uses}
    for who, placement in sorted(state.play.placements.items()):
        side = _side(state, who, fields)
        if side is None:
            continue
        there = placement.location == fields["hex"] or (
            fields["kind"] == "land"
            and _same_map(placement.location, fields["hex"])
            and not against_the_record.away(state, placement.location, fields["hex"], side)
        )
        if who in announced or there:
            yield who, side


def _same_map(place: str, other: str) -> bool:
    return ":" not in place and place[:1] == other[:1]


def _side(state: State, who: str, fields: JsonFields) -> Side | None:
    """The side that a leader fights on, as far as powers say."""
    power = sides.allegiance(state, who).power
    own = state.sheet[who].power if is_minor(state.sheet[who]) else None
    for side in battles.SIDES:
        majors = {
            name if name in POWERS else aligned_with(state, name) for name in fields[f"{side}s"]
        }
        if power in majors or own in fields[f"{side}s"]:
            return side
    return None


def _part(
    state: State, who: str, side: Side, kind: str, uses: Sequence[Use], *, is_named: bool
) -> Course[JsonObject | None]:
    """How a leader took part; None where he did not."""
    name = leader(who, state.sheet)
    held = state.play.placements.get(who)
    of = the_country(state.sheet[who].power)
    where = f", in {held.location}" if held is not None else ""
    used = any(use.leader == who for use in uses)
    label = f"{name} of {of}{where}: stacked with units that fought, helped from afar, or no"
    default = "helped" if used else "stacked" if is_named else "no"
    part = yield from ask_word(label, _PARTS, default)
    if part == "no":
        return None
    if not used:
        answer = yield from ask_word(f"Was an ability of {name} used", ("yes", "no"), "no")
        used = answer == "yes"
    involved: JsonObject = {"leader": who, "side": side}
    involved |= {"took_part": True, "stacked": part == "stacked", "ability_used": used}
    if kind == "naval-air" and used:
        answer = yield from ask_word(f"Did {name} help aircraft alone", ("yes", "no"), "no")
        involved["helps_aircraft_only"] = answer == "yes"
    return {field: value for field, value in involved.items() if value}


def _left_alone(state: State, fields: JsonFields) -> Course[list[str]]:
    """LiF 3.3(a): leaders in whose hex every other unit that counts was destroyed."""
    found: list[str] = []
    if fields["kind"] != "land":
        return found
    for one in fields["leaders"]:
        killed = [
            loss
            for loss in fields["losses"]
            if loss["side"] == one["side"] and loss["fate"] == "killed"
        ]
        if not one.get("stacked") or not killed:
            continue
        name = leader(one["leader"], state.sheet)
        label = f"Was every other unit in the hex of {name} destroyed"
        if (yield from ask_word(label, ("yes", "no"), "no")) == "yes":
            found.append(one["leader"])
    return found


# --- the preview --------------------------------------------------------------------------------


def _preview(state: State, fields: JsonFields) -> Course[None]:
    """What will be reported."""
    attackers, defenders = (
        listed(country(name) for name in fields[side]) for side in ("attackers", "defenders")
    )
    yield from heading(f"{attackers} attacked {defenders} ({fields['kind']}) in {fields['hex']}")
    for loss in fields["losses"]:
        yield from entry("  lost    ", _loss_in_words(loss))
    if not fields["losses"]:
        yield from entry("  lost    ", "nothing")
    for one in fields.get("leaders", ()):
        part = "stacked" if one.get("stacked") else "from afar"
        used = ", ability used" if one.get("ability_used") else ""
        name = leader(one["leader"], state.sheet)
        yield from entry("  leader  ", f"{name} ({one['side']}, {part}{used})")
    for who in fields.get("left_alone", ()):
        yield from entry("  alone   ", leader(who, state.sheet))


def _loss_in_words(loss: JsonFields) -> str:
    """A loss for the preview: `attacker: Germany INF (german-inf), killed, 3 build points`."""
    counter = f" ({loss['counter']})" if "counter" in loss else ""
    more = [loss["fate"]]
    if "build_points" in loss:
        more.append(counted(loss["build_points"], "build point"))
    more += [loss["size"]] if "size" in loss else []
    unit = f"{country(loss['power'])} {loss['type']}{counter}"
    return f"{loss['side']}: {unit}, {', '.join(more)}"
