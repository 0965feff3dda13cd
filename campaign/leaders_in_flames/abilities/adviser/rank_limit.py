"""LiF 3.2, ruling 30: one leader of a rank, power and map, within one combat. Pure."""

import msgspec

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities.adviser import effects as looking
from campaign.leaders_in_flames.abilities.adviser.evaluate import House, Weighed
from campaign.leaders_in_flames.abilities.catalogue import CROWDED_FRONT
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998

Key = tuple[str, ...]


def capped(weighed: list[Weighed], house: House) -> list[Weighed]:
    """LiF 3.2, ruling 30: one leader of a rank, power and map: the first one named.

    1998: only black print counts. List edition: any use does, for every power it helps, and one
    leader of a hex may use black print.
    """
    taken: dict[Key, str] = {}
    weigheds: list[Weighed] = []
    for text in weighed:
        keys = _keys(text, house)
        keys += _helped(text, house) if keys else []
        who = text.look.present.leader
        key = next((key for key in keys if taken.get(key, who) != who), None)
        if key is not None:
            why = f"{house.sheet[taken[key]].name} uses up {' '.join(key)}"
            text = msgspec.structs.replace(text, refused=Refused("LiF 3.2", why))
        elif keys and text.chosen:
            for key in keys:
                taken.setdefault(key, who)
        weigheds.append(text)
    return weigheds


def _keys(weighed: Weighed, house: House) -> list[Key]:
    """What a use counts against: rank, power and map, and in the list edition the hex."""
    look, number = weighed.look, weighed.look.ability.number
    white, old = number in house.whites, house.rulebook != LIF_1998
    if weighed.refused is not None or number in looking.LIMITS:
        return []
    if white and not old and number != CROWDED_FRONT:
        return []
    keys = [_rank(weighed, look.serves)]
    near = look.present.place in ("participating", "stacked")
    spot = look.combat.hex if look.side == "defender" and near else look.present.hex
    if old and spot and not white:
        keys.append(("the use of", spot))
    return keys


def _rank(weighed: Weighed, power: str) -> Key:
    look = weighed.look
    where = look.present.hex
    on = look.present.map or (where[0] if where and ":" not in where else look.combat.map)
    return (power, "rank", str(look.counter.rank), "on map", on)


def _helped(weighed: Weighed, house: House) -> list[Key]:
    if house.rulebook == LIF_1998:
        return []
    return [_rank(weighed, power) for power in weighed.use.helps if power in POWERS]
