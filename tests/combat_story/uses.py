"""LiF 2, 3, 3.2, rulings 28 to 30 and 41 to 43: whether a use is accepted."""

from combat_story.sheet import (
    ABILITIES,
    ALIGNED,
    BEFORE_THE_DICE,
    LEADERS,
    Ability,
    hexes_between,
    in_range,
    on_land,
)
from combat_story.table import Table, Told, Use, map_of, serves

LAND_COMBAT = (*BEFORE_THE_DICE, "retreat", "advance-after-combat")


def may_use(table: Table, told: Told) -> str:
    """Why a use is refused, in a word; nothing where it is accepted."""
    who, number = told["leader"], told["ability"]
    if not table.on_map(who):
        return "not on the map"
    if number not in LEADERS[who].abilities:
        return "not on his counter"
    ability = ABILITIES[number]
    checks = (
        ("face-down", not table.face_up[who] and number != 48),
        ("step", not _in_its_step(table, ability)),
        ("nation", not serves(table, who, number, frozenset(told["helps"]), ability.whole)),
        ("side", _wrong_side(ability, told)),
        ("reach", not _reaches(table, ability, told)),
        ("attacked", _bound_to_his_hex(table, told)),
        ("used", _used_up(table, ability, told)),
        ("units", _units(table, told)),
        ("rank", _rank_used(table, told)),
        ("hex", _hex_used(table, told)),
    )
    return next((word for word, holds in checks if holds), "")


def _in_its_step(table: Table, ability: Ability) -> bool:
    """An ability is used in its own step; what works always is bound to none."""
    return ability.steps == ("*",) or table.step_name in ability.steps


def _wrong_side(ability: Ability, told: Told) -> bool:
    """What its text gives to a defence serves no attack."""
    return ability.side == "defender" and bool(told.get("attacking"))


def _reaches(table: Table, ability: Ability, told: Told) -> bool:
    """LiF 2: stacked, in range, or beside a unit that attacks."""
    place, hex = table.places[told["leader"]], told["hex"]
    near = in_range(LEADERS[told["leader"]].stars, place, hex)
    if ability.reach in ("own", "section"):
        return place == hex
    if told.get("attacking"):
        beside = bool(told.get("stacked_with_participant")) and _touches(place, hex)
        if ability.reach == "range" and table.list_edition:
            return near
        return beside
    return place == hex if ability.reach == "stack" else near


def _touches(place: str, hex: str) -> bool:
    """A unit attacks from a hex beside the one attacked."""
    return on_land(hex) and place[:1] == hex[0] and hexes_between(place, hex) <= 1


def _bound_to_his_hex(table: Table, told: Told) -> bool:
    """LiF 3, 1998: in land combat a leader in an attacked hex serves that hex alone."""
    return (
        not table.list_edition
        and bool(told.get("in_attacked_hex"))
        and table.step_name in LAND_COMBAT
        and told["hex"] != table.places[told["leader"]]
    )


def _used_up(table: Table, ability: Ability, told: Told) -> bool:
    """LiF 3.2, ruling 43: once a step, or once a step for each hex."""
    return told["ability"] != 49 and any(
        (use.leader, use.ability) == (told["leader"], told["ability"])
        and (not ability.each or use.hex == told["hex"])
        for use in table.in_step()
    )


def _units(table: Table, told: Told) -> bool:
    """Ruling 43: ability 49 serves four units in all in a step, and says how many."""
    if told["ability"] != 49:
        return bool(told.get("units", 0))
    before = sum(
        use.units
        for use in table.in_step()
        if (use.leader, use.ability) == (told["leader"], told["ability"])
    )
    return not told.get("units", 0) or before + told["units"] > 4


def _capped(table: Table, who: str, helps: frozenset[str]) -> frozenset[str]:
    """Ruling 30: whose rank a use takes up; in the list edition every power's whom it helps."""
    own = frozenset({LEADERS[who].major})
    if not table.list_edition:
        return own
    return own | {ALIGNED.get(country, country) for country in helps}


def _rank_used(table: Table, told: Told) -> bool:
    """LiF 3.2: one leader of a rank for each power and map, in an impulse or segment."""
    who, on_map = told["leader"], map_of(table, told)
    mine = _capped(table, who, frozenset(told["helps"]))
    since = (
        table.in_step()
        if table.list_edition
        else [use for use in table.uses if use.impulse == table.impulse]
    )
    return any(
        use.leader != who
        and use.map == on_map
        and LEADERS[use.leader].stars == LEADERS[who].stars
        and bool(mine & _capped(table, use.leader, use.helps))
        for use in since
    )


def _hex_used(table: Table, told: Told) -> bool:
    """LiF 3.2, list edition: one leader of a hex or section uses black print in a segment."""
    who = told["leader"]
    return table.list_edition and any(
        use.leader != who and use.place == table.places[who] for use in table.in_step()
    )


def used(table: Table, told: Told) -> None:
    """Takes an accepted use down."""
    table.uses.append(
        Use(
            leader=told["leader"],
            ability=told["ability"],
            hex=told["hex"],
            helps=frozenset(told["helps"]),
            combat=told.get("combat", ""),
            attacking=bool(told.get("attacking")),
            units=told.get("units", 0),
            map=map_of(table, told),
            place=table.places[told["leader"]],
            step=table.step,
            impulse=table.impulse,
        )
    )
    assert on_land(told["hex"]) or told.get("map")
