"""What may stand behind the verbs of US entry: pools, chits, values typed unseen, pairs."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.params import Country, Word
from campaign.cli.prompts import TRIES
from campaign.cli.session import WrongUsage
from campaign.text.suggest import near

if TYPE_CHECKING:
    from campaign.leaders_in_flames.state import State

    PairType = click.ParamType[tuple[str, str]]
    ChitsType = click.ParamType[tuple[str, ...]]
else:
    PairType = ChitsType = click.ParamType

HIGHEST = 99
"""No chit is worth more."""
DIGITS = 6
"""Nothing here has a longer number."""


# --- pools and theatres -------------------------------------------------------------------------


def _pools() -> tuple[str, ...]:
    from campaign.leaders_in_flames.us_entry.state import POOLS

    return POOLS


def theatres() -> tuple[str, ...]:
    """Whom a pool, an option or an action is aimed at."""
    from campaign.leaders_in_flames.us_entry.state import THEATRES

    return THEATRES


_THEATRE_WORDS = {
    "germany-italy": {"germany", "italy", "german", "italian", "ge", "it", "gi"},
    "japan": {"japan", "japanese", "ja"},
}


def _theatre(words: set[str]) -> str | None:
    found = [name for name, known in _THEATRE_WORDS.items() if words & known]
    return found[0] if len(found) == 1 else None


def _split(value: str) -> set[str]:
    for sign in "/-_+,":
        value = value.replace(sign, " ")
    return set(value.lower().split())


class Pool(Word):
    """One of the four pools; `ge/it-entry` and `japan entry` are understood too."""

    def __init__(self) -> None:
        super().__init__("pool", _pools)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The pool meant."""
        words = _split(value)
        kinds = words & {"entry", "tension"}
        known = kinds.union(*_THEATRE_WORDS.values(), {"pool", "the"})
        if len(kinds) == 1 and words <= known and (theatre := _theatre(words)):
            return f"{min(kinds)}-{theatre}"
        return super().convert(value, param, ctx)


POOL = Pool()


# --- pairs --------------------------------------------------------------------------------------


class Pair(PairType):
    """`KEY=VALUE`."""

    def __init__(self, example: str) -> None:
        self.name = "pair"
        self.example = example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Both halves."""
        key, equals, told = (part.strip() for part in str(value).partition("="))
        if not (key and equals and told):
            self.fail(f"{value!r}: write it as {self.example}", param, ctx)
        return key, told


class Dice(Pair):
    """A die rolled at the table: `japan=7`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The theatre and the number."""
        key, told = super().convert(value, param, ctx)
        theatre = _theatre(_split(key))
        if theatre is None:
            hint = near(key, theatres()) or f"; it is one of {', '.join(theatres())}"
            self.fail(f"{key!r} is no theatre{hint}", param, ctx)
        if (rolled := plain_number(told)) is None:
            self.fail(f"{told!r} is no number on a die; write it as {self.example}", param, ctx)
        return theatre, rolled


class Gift(Pair):
    """Something for a country: `p-36=commonwealth`, `commonwealth=6`."""

    def __init__(self, example: str, *, first: bool) -> None:
        super().__init__(example)
        self.first = first
        """Whether the country stands before the equals sign, and a number behind it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Both halves."""
        key, told = super().convert(value, param, ctx)
        if not self.first:
            return key, COUNTRY.convert(told, param, ctx)
        if (points := plain_number(told)) is None:
            self.fail(f"{told!r} is no number; write it as {self.example}", param, ctx)
        return COUNTRY.convert(key, param, ctx), points


_SHORT = {
    "cw": "commonwealth",
    "uk": "commonwealth",
    "us": "usa",
    "nei": "netherlands-east-indies",
    "soviet-union": "ussr",
}


class Aim(Country):
    """A country or place that an option or action is for; a hex in lower case."""

    name = "target"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Its id."""
        found = super().convert(value, param, ctx)
        return _SHORT.get(found, found)


COUNTRY = Aim()


def paired(option: str, pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Pairs as one; fails on a key that stands there twice with another value."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if found.setdefault(key, value) != value:
            raise WrongUsage(f"{option} {key}: given twice")
    return found


# --- chits --------------------------------------------------------------------------------------


class Chits(ChitsType):
    """Chits by their ids: `c3`, or several as `c3,c7`."""

    name = "chits"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The ids."""
        found = str(value).lower().replace(",", " ").split()
        for chit in found or [""]:
            if not chit.startswith("c") or not plain_number(chit[1:]):
                self.fail(f"{chit!r} is no chit; they are called c1, c2 and so on", param, ctx)
        return tuple(f"c{plain_number(chit[1:])}" for chit in found)


CHITS = Chits()


def flat(told: Iterable[tuple[str, ...]]) -> list[str]:
    """Chits of several options in a row."""
    return [chit for chits in told for chit in chits]


def by_pool(state: "State", told: Iterable[tuple[str, ...]]) -> dict[str, list[str]]:
    """Chits by the pools in which they lie; fails on one that is on no table."""
    lying = state.entry.chits
    found: dict[str, list[str]] = {}
    for chit in flat(told):
        if chit not in lying:
            raise WrongUsage(f"there is no chit {chit} on the table{near(chit, lying)}")
        found.setdefault(lying[chit].pool, []).append(chit)
    return found


# --- values, which nobody else may see ----------------------------------------------------------

_SUCH = f"from 0 to {HIGHEST}, such as 2 0 3"


def _right(count: int, *, fewer: bool) -> str:
    if count == 1:
        return f"a whole number from 0 to {HIGHEST}"
    return f"{'at most ' if fewer else ''}{count} whole numbers {_SUCH}"


def plain_number(text: str) -> int | None:
    """A number in plain digits, and not an endless one; nothing for anything else."""
    plain = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return int(text) if plain else None


def values(text: str) -> list[int] | None:
    """Values as typed; nothing where they are none."""
    found = [plain_number(word) for word in text.replace(",", " ").split()]
    told = [one for one in found if one is not None and one <= HIGHEST]
    return told if told and len(told) == len(found) else None


def the_values(told: str | None, label: str, count: int, *, fewer: bool = False) -> list[int]:
    """The values of chits: as told, from standard input for `-`, else asked for unseen.

    What was typed is not repeated, right or wrong.
    """
    wanted = _right(count, fewer=fewer)
    if told not in (None, "-"):
        found = values(str(told))
        if found is None:
            raise WrongUsage(f"--values: write whole numbers {_SUCH}")
        return found
    asks = told is None and sys.stdin.isatty()
    for _ in range(TRIES):
        if asks:
            typed = click.prompt(label, hide_input=True, default="", show_default=False, err=True)
        else:
            typed = sys.stdin.readline()
        found = values(typed)
        if found is not None and (len(found) == count or (fewer and len(found) < count)):
            return found
        if not asks:
            break
        output.echo(f"That is not {wanted}.", err=True)
    raise WrongUsage(f"what was typed is not {wanted}")


def choice(question: str, answers: Sequence[str]) -> str:
    """Asks at a terminal; an answer may be shortened while it is plain which is meant."""
    told = f"{question} [{'/'.join(answers)}]" if answers else question
    for _ in range(TRIES):
        typed: str = click.prompt(told, default="", show_default=False, err=True).strip()
        if not answers and typed:
            return typed
        folded = typed.lower().replace(" ", "-")
        folded = _SHORT.get(folded, folded)
        meant = [one for one in answers if folded and one.startswith(folded)]
        if folded in answers or len(meant) == 1:
            return folded if folded in answers else meant[0]
        if answers:
            output.echo(f"That is not one of {', '.join(answers)}.", err=True)
    raise WrongUsage(f"no answer to: {question}")


def interactive(as_json: bool) -> bool:
    """Whether somebody sits there to be asked."""
    return not as_json and sys.stdin.isatty() and sys.stderr.isatty()
