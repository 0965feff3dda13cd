"""LiF 3.3: a loss as somebody types it, judged at once by what the record knows. Pure."""

from collections.abc import Callable, Collection, Sequence
from typing import get_args

import msgspec

from campaign.kernel.steps import Unfit
from campaign.leaders_in_flames.abilities.adviser.model import UnitType
from campaign.leaders_in_flames.on_map import battles, losses
from campaign.leaders_in_flames.on_map.commands import ToldLoss
from campaign.leaders_in_flames.parameters import country_of
from campaign.leaders_in_flames.politics.countries import minors
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, aligned_with
from campaign.text.english import listed
from campaign.text.json_values import JsonObject
from campaign.text.suggest import near
from events.lif.on_map import Fate, Side, Size

FATES = get_args(Fate)
_SIZES = get_args(Size)


def reader(
    state: State, side: Side, fighting: Sequence[str]
) -> Callable[[str], JsonObject | Unfit | None]:
    """What reads a line about a loss."""

    def read(typed: str) -> JsonObject | Unfit | None:
        words = typed.split()
        if not words:
            return None
        counter = state.play.counters.get(words[0].lower())
        if counter is not None:
            if counter.power not in fighting:
                return Unfit(f"{counter.id} is {counter.power}'s, and not one of the {side}s'")
            place = state.play.counter_placements[counter.id].place
            if place != "map":
                return Unfit(f"{counter.id} is not on the map ({place})")
            loss: JsonObject = {"power": counter.power, "type": counter.type, "counter": counter.id}
            rest = words[1:]
        else:
            if len(fighting) == 1 and country_of(words[0]) not in (*POWERS, *minors()):
                if not _is_type(words[0], types):
                    return Unfit(_no_unit(words[0], types, fighting))
                words = [fighting[0], *words]
            power = country_of(words[0])
            if isinstance(power, Unfit) or power not in fighting:
                return Unfit(f"{words[0]!r} is not among the {side}s; name one of {_or(fighting)}")
            if len(words) == 1:
                return Unfit("name the unit's type, such as INF")
            if not _is_type(words[1], types):
                return Unfit(_no_unit(words[1], types))
            loss = {"power": power, "type": words[1].upper()}
            rest = words[2:]
        loss |= {"side": side, "controlled_by": _controller(state, loss["power"], fighting)}
        loss["fate"] = "killed"
        for word in rest:
            if unfit := _more(loss, word):
                return unfit
        return _without_points(state, loss) or loss

    types = _types(state)
    return read


def _types(state: State) -> tuple[str, ...]:
    """The types of units that people name: the game's, and those of counters on record."""
    own = {battles.word_of(counter.type) for counter in state.play.counters.values()}
    further = {"HQ", *battles.AIRCRAFT, *battles.SHIPS, *own} - {""}
    return tuple(dict.fromkeys((*get_args(UnitType), *sorted(further))))


def _is_type(typed: str, types: Collection[str]) -> bool:
    """Whether a word is a type of unit, such as `inf` or `HQ-I`."""
    return battles.word_of(typed) in types


def _no_unit(typed: str, types: Sequence[str], fighting: Sequence[str] = ()) -> str:
    """Why a word is no type of unit; nor, where powers are given, one of them."""
    hint = near(typed, fighting) or near(typed, map(str.lower, types))
    what = "a type of unit, such as INF, ARM or HQ-I"
    if fighting:
        return f"{typed!r} is neither {_or(fighting)} nor {what}{hint}"
    return f"{typed!r} is not {what}{hint}"


def _without_points(state: State, loss: JsonObject) -> Unfit | None:
    """LiF 3.3: a loss whose build points are needed and neither told nor on record."""
    counter = state.play.counters.get(loss.get("counter", ""))
    known = counter is not None and counter.cost is not None
    if known or "build_points" in loss or loss["fate"] == "retreated":
        return None
    if not losses.recalls(state, msgspec.convert(loss, ToldLoss)):
        return None
    unit = loss.get("counter") or f"{loss['power']} {loss['type']}"
    return Unfit(f"how many build points did it cost? Add them, such as {unit} 3")


def _or(names: Sequence[str]) -> str:
    return listed(names, "or")


def _more(loss: JsonObject, word: str) -> Unfit | None:
    """A word behind a unit: its build points, its fate or its size."""
    folded = word.lower()
    if folded.isdecimal() and folded.isascii() and len(folded) <= 3:
        loss["build_points"] = int(folded)
    elif folded in FATES:
        loss["fate"] = folded
    elif folded in _SIZES:
        loss["size"] = folded
    elif folded == "hq":
        loss["hq"] = True
    else:
        words = (*FATES, *_SIZES, "hq")
        return Unfit(f"expected build points or one of {_or(words)}, got {word!r}")
    return None


def _controller(state: State, power: str, fighting: Sequence[str]) -> str:
    """Who controls a unit: its major power, or the one that its minor is aligned with."""
    if power in POWERS:
        return power
    aligned = aligned_with(state, power)
    return aligned or next((name for name in fighting if name in POWERS), POWERS[0])
