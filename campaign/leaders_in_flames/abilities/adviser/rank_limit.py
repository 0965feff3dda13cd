"""LiF 3.2, ruling 30: one leader of a rank, power and map, within one combat. Pure."""

from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities.adviser import effects as looking
from campaign.leaders_in_flames.abilities.adviser.evaluate import House, Weighed
from campaign.leaders_in_flames.abilities.catalogue import CROWDED_FRONT
from campaign.leaders_in_flames.names import country, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998

Key = tuple[str, ...]

_TOGETHER = ("the use of", "their hex")
"""The hex of attackers' leaders whose place nobody gave: they are taken to be together."""


def capped(weighed: list[Weighed], house: House) -> list[Weighed]:
    """LiF 3.2, ruling 30: one leader of a rank, power and map.

    1998: only black print counts. List edition: any use does, for every power it helps, and one
    leader of a hex may use black print. What is announced comes first, then what must be used; of
    the leaders left one may be chosen, and whoever is named first is counted.
    """
    keys = [_keys(each, house) for each in weighed]
    firm = _taken_for_good(weighed, keys, house)
    taken, limited = dict(firm), list(weighed)
    for at, each in enumerate(weighed):
        who = each.look.present.leader
        spent = next((key for key in keys[at] if firm.get(key, who) != who), None)
        if each.announced:
            continue
        if spent is not None:
            why = f"{house.sheet[firm[spent]].name} uses up {_in_words(spent)}"
            limited[at] = replace(each, refused=Refused("LiF 3.2", why))
        elif any(taken.get(key, who) != who for key in keys[at]):
            limited[at] = replace(each, chosen=False)
        elif each.chosen:
            taken |= dict.fromkeys(keys[at], who)
    return [_with_rivals(own, limited, keys, at, house) for at, own in enumerate(limited)]


def _taken_for_good(weighed: list[Weighed], keys: list[list[Key]], house: House) -> dict[Key, str]:
    """What leaders have used up whatever is chosen: by what is announced, or must be used."""
    taken: dict[Key, str] = {}
    both = list(zip(weighed, keys, strict=True))
    owed = [(each, own) for each, own in both if each.look.ability.number in house.whites]
    for each, own in (*((each, own) for each, own in both if each.announced), *owed):
        who = each.look.present.leader
        if each.announced or all(taken.get(key, who) == who for key in own):
            taken = {**dict.fromkeys(own, who), **taken}
    return taken


def _with_rivals(
    own: Weighed, weighed: list[Weighed], keys: list[list[Key]], at: int, house: House
) -> Weighed:
    """The ability with the leaders who compete for one place, this leader among them."""
    if own.refused is not None or own.announced or own.look.ability.number in house.whites:
        return own
    for key in keys[at]:
        rivals = dict.fromkeys(
            other.look.present.leader
            for other, theirs in zip(weighed, keys, strict=True)
            if key in theirs and other.refused is None
        )
        if len(rivals) > 1:
            names = " or ".join(house.sheet[who].name for who in rivals)
            why = f"one of these: {names}; {_one_alone(key, house)}"
            return replace(own, one_of=tuple(rivals), why_one=why)
    return own


def _one_alone(key: Key, house: House) -> str:
    span = "impulse or stage" if house.rulebook == LIF_1998 else "segment"
    if key == _TOGETHER:
        return f"one leader of a hex uses black print in a {span}; give `hex` if theirs differ"
    if len(key) == 2:
        return f"one leader at {key[1]} uses black print in a {span}"
    power, _, rank, _, on = key
    article = "an" if span.startswith("i") else "a"
    return f"{country(power)} uses one leader of {rank} stars {_where(on)} in {article} {span}"


def _in_words(key: Key) -> str:
    if len(key) == 2:
        return " ".join(key)
    power, _, rank, _, on = key
    return f"{the_country(power)}'s {rank} stars {_where(on)}"


def _where(on: str) -> str:
    return {"sea": "at sea", "dot": "off the map"}.get(on, f"on map {on}")


def _keys(weighed: Weighed, house: House) -> list[Key]:
    """What a use counts against: rank, power and map, and in the list edition the hex."""
    look, number = weighed.look, weighed.look.ability.number
    white, old = number in house.whites, house.rulebook != LIF_1998
    if number in looking.LIMITS or (weighed.refused is not None and not weighed.announced):
        return []
    if white and not old and number != CROWDED_FRONT:
        return []
    announced = house.announced.get((look.present.leader, number))
    if announced is not None and announced.earlier:
        return []
    keys = [_rank(weighed, look.serves)]
    near = look.present.place in ("participating", "stacked")
    spot = look.combat.hex if look.side == "defender" and near else look.present.hex
    if spot is None and look.present.section is not None:
        spot = f"section {look.present.section}"
    if old and (spot or near) and not white:
        keys.append(("the use of", spot) if spot else _TOGETHER)
    return keys + _helped(weighed, house)


def _rank(weighed: Weighed, power: str) -> Key:
    look = weighed.look
    where = look.present.hex
    on = look.present.map or (where[0] if where and ":" not in where else look.combat.map)
    return (power, "rank", str(look.counter.rank), "on map", on)


def _helped(weighed: Weighed, house: House) -> list[Key]:
    if house.rulebook == LIF_1998:
        return []
    return [_rank(weighed, power) for power in weighed.use.helps if power in POWERS]
