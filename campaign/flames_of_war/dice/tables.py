"""FoW: the numbers of the dice aids, read once from the game's tables. Pure, but for its files."""

import csv
from functools import cache
from importlib.resources import files

import msgspec

from campaign.text.english import capital


class AidRow(msgspec.Struct, frozen=True):
    """An aid as the tables list it: what is rolled, what it needs, what comes of it."""

    slug: str
    rule: str
    """The heading of the rule in the book."""
    called: str
    """What is rolled for, inside a sentence."""
    what: str
    """What it is for, in a sentence."""
    roll: str
    needed: str
    reroll: str
    outcome: str
    page: str
    says: str
    """Outcomes that do not speak for themselves, each with its words; `#` is any number."""
    notes: str
    """What else somebody should know before they roll."""
    elsewhere: str
    """The act that it is part of in a campaign, where it has one of its own."""

    def words(self, outcome: str | int) -> str:
        """An outcome in words."""
        said = dict(part.split(": ", 1) for part in parts(self.says))
        text = said.get(str(outcome), said.get("#", "#") if isinstance(outcome, int) else "")
        return text.replace("#", str(outcome)) or str(outcome).replace("-", " ")


def parts(text: str) -> tuple[str, ...]:
    """The parts of a cell of a table."""
    return tuple(part.strip() for part in text.split("|")) if text else ()


class ScorePart(msgspec.Struct, frozen=True):
    """What a score is made of: the number that it begins with, or what is added."""

    text: str
    add: int


class Score(msgspec.Struct, frozen=True):
    """FoW Shooting: the score that a die must reach, part by part (p. 20)."""

    parts: tuple[ScorePart, ...]

    @property
    def needed(self) -> int:
        """The sum: a die of as much or more succeeds, and above 6 none does."""
        return sum(part.add for part in self.parts)

    @property
    def words(self) -> str:
        """As a reader wants it: `Veteran 4+, Concealed +1: 5+`."""
        first, *others = self.parts
        text = f"{first.text} {first.add}+" if first.text else f"{first.add}+"
        if not others:
            return text
        added = "".join(f", {part.text} {part.add:+}" for part in others)
        total = f"{self.needed}+" if self.needed <= 6 else f"{self.needed}+, which no die shows"
        return f"{text}{added}: {total}"


def score(number: int, text: str = "") -> Score:
    """A score that nothing is added to."""
    return Score((ScorePart(text, number),))


def rows(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a table."""
    text = files("campaign.flames_of_war").joinpath(f"tables/{name}.csv").read_text("utf-8")
    return tuple(csv.DictReader(text.splitlines()))


@cache
def aid_rows() -> dict[str, AidRow]:
    """Every aid of the tables by its slug."""
    columns = AidRow.__struct_fields__
    return {
        row["slug"]: msgspec.convert({key: row[key] for key in columns}, AidRow, strict=False)
        for row in rows("aids")
    }


@cache
def _rated() -> dict[tuple[str, str], int]:
    tests = {(row["test"], row["value"]): int(row["needed"]) for row in rows("ratings")}
    hits = {
        (row["roll"], row["rating"]): int(row["needed"])
        for row in rows("to_hit")
        if row["needed"].isdecimal()
    }
    return tests | hits


def rated(roll: str, rating: str) -> ScorePart:
    """FoW Shooting: what a roll needs by a rating: a test, or a roll to hit or to range in."""
    return ScorePart(capital(rating), _rated()[roll, rating])


@cache
def added(roll: str, slug: str) -> int:
    """What a circumstance adds to the score of a roll."""
    found = {(row["roll"], row["slug"]): row["add"] for row in rows("to_hit_modifiers")}
    return int(found[roll, slug])


@cache
def save(attack: str, target: str) -> int:
    """FoW Saves: the score with which a target without armour is saved."""
    found = {(row["attack"], row["target"]): row["needed"] for row in rows("saves")}
    return int(found[attack, target])


@cache
def air(slug: str) -> str:
    """FoW Air Support: a number of its table, as it is written there."""
    return {row["slug"]: row["value"] for row in rows("air_support")}[slug]


@cache
def bogs(slug: str) -> int:
    """FoW Rough Terrain: what a die needs against bogging down."""
    return int({row["slug"]: row["needed"] for row in rows("bogging")}[slug])
