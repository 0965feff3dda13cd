"""FoW: the numbers of forces and of reorganisation, from the game's tables. Pure, but for files."""

import csv
from functools import cache
from importlib.resources import files

import msgspec


class ForceOption(msgspec.Struct, frozen=True):
    """FoW Reorganise: a way to change a force between missions (pp. 237-239)."""

    slug: str
    price: int
    per: str
    limit: str
    platoon_classes: str
    page: str
    what: str


def _rows(name: str) -> tuple[dict[str, str], ...]:
    text = files("campaign.flames_of_war").joinpath(f"tables/{name}.csv").read_text("utf-8")
    return tuple(csv.DictReader(text.splitlines()))


@cache
def force_rule(slug: str) -> int:
    """FoW Choosing Your Force: a number of its table; ranges and words are not asked for."""
    return int({row["slug"]: row["value"] for row in _rows("force_rules")}[slug])


@cache
def options() -> dict[str, ForceOption]:
    """FoW Reorganise: every option by its slug, in the order of the book."""
    return {
        row["slug"]: msgspec.convert(row, ForceOption, strict=False)
        for row in _rows("reorganisation")
    }
