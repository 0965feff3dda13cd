"""LiF 3.2: the 122 abilities in short. Pure but for reading the table."""

import csv
from functools import cache
from importlib.resources import files

import msgspec


class Ability(msgspec.Struct, frozen=True):
    """An ability by its number on the counters: a name of ours and one sentence of what it does."""

    number: int
    name: str
    text: str


@cache
def abilities() -> dict[int, Ability]:
    """Every ability by number. The sentence reminds; the rulebook decides."""
    text = files(__package__).joinpath("tables/abilities.csv").read_text(encoding="utf-8")
    told = (Ability(int(row["number"]), row["name"], row["text"]) for row in csv.DictReader(
        text.splitlines()))  # fmt: skip
    return {ability.number: ability for ability in told}
