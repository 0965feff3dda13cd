"""Words and distances of the mission card, and what its sector adds. Pure."""

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from campaign.flames_of_war.lines.route import rules_at
from campaign.flames_of_war.missions.catalogue import Distance
from campaign.flames_of_war.state import LineState, State
from campaign.flames_of_war.terrain.weather import told
from campaign.text.english import capital, counted, listed
from events.fow.axes import SectorRule

Units = Literal["inches", "centimetres"]
_BOTH = re.compile(r'(\d+)"/(\d+)cm')

__all__ = ["CardRule", "Units", "capital", "distance", "in_units", "names"]


class CardRule(msgspec.Struct, frozen=True):
    """A special rule on the card."""

    slug: str
    name: str
    binds: str
    """Whom it binds or serves, in words; empty for both sides."""
    text: str


class CardSector(msgspec.Struct, frozen=True):
    """What the sector adds."""

    name: str
    rules: tuple[CardRule, ...]
    terrain: tuple[str, ...]
    weather: str


def distance(pair: Distance, units: Units) -> str:
    """A distance in the units of the campaign."""
    return f'{pair[0]}"' if units == "inches" else f"{pair[1]} cm"


def in_units(text: str, units: Units) -> str:
    """A text in which every distance of two units is left with one."""
    return _BOTH.sub(
        lambda found: distance((int(found[1]), int(found[2])), units),
        text,
    )


def names(roles: Iterable[str]) -> str:
    """Roles as they are listed in a sentence."""
    return listed(roles)


def sector_of(state: State, line: LineState) -> CardSector | None:
    """FoW Anzio: what the sector adds: its rules, its terrain, and the weather."""
    sector, weather = line.here, told(line.battlefield.weather)
    if line.axis is None or sector is None:
        return CardSector("", (), (), weather) if weather else None
    rules = tuple(
        CardRule(
            slug, capital(slug.replace("-", " ")), state.sides.get(rule.side, ""), in_words(rule)
        )
        for slug, rule in rules_at(line.axis, sector.place, line.attacker).items()
    )
    if not (rules or sector.terrain or weather):
        return None
    return CardSector(sector.name, rules, sector.terrain, weather)


def in_words(rule: SectorRule) -> str:
    """FoW Anzio: a sector's rule with its numbers, in a sentence."""
    dice = f"{counted(rule.dice, 'die', 'dice')}, {rule.needed}+" if rule.dice else ""
    figures = (
        counted(rule.guns, "gun") if rule.guns else "",
        f"Anti-tank {rule.anti_tank}" if rule.anti_tank else "",
        f"Firepower {rule.firepower}+" if rule.firepower else "",
    )
    numbers = ", ".join(figure for figure in figures if figure)
    text = ": ".join(part for part in (rule.when, dice, rule.does) if part)
    return f"{capital(text)}{f' ({numbers})' if numbers else ''}."
