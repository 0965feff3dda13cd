"""The parameters of the verbs of US entry: pools, chits, values, pairs. LiF 5.3. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from campaign.kernel.courses import Course, ask_until, fail, unseen
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import OneOf, ReadBy, VerbOption
from campaign.leaders_in_flames.parameters import COUNTRY, country_of
from campaign.leaders_in_flames.powers import ALSO_CALLED
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.state import POOLS, THEATRES
from campaign.text.suggest import near

HIGHEST = 99
"""No chit is worth more."""
DIGITS = 6
"""Nothing here has a longer number."""
V = TypeVar("V")


def plain_number(text: str) -> int | None:
    """A number in plain digits, not too long; nothing for anything else."""
    plain = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return int(text) if plain else None


# --- pools and theatres -------------------------------------------------------------------------

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


def _pool(typed: str) -> str | None:
    """One of the four pools; `ge/it-entry` and `japan entry` are understood too."""
    words = _split(typed)
    kinds = words & {"entry", "tension"}
    known = kinds.union(*_THEATRE_WORDS.values(), {"pool", "the"})
    if len(kinds) == 1 and words <= known and (theatre := _theatre(words)):
        return f"{min(kinds)}-{theatre}"
    return None


POOL = OneOf("pool", lambda: POOLS, _pool)

# --- pairs --------------------------------------------------------------------------------------

GIVES = "commonwealth=6"
LICENCE = "p-36=commonwealth"


def _halves(typed: str, example: str) -> tuple[str, str] | Unfit:
    """Both halves of `KEY=VALUE`."""
    key, equals, value = (part.strip() for part in typed.partition("="))
    if not (key and equals and value):
        return Unfit(f"{typed!r}: write it as {example}")
    return key, value


def _said(typed: str) -> tuple[str, str] | Unfit:
    return _halves(typed, "nanking=yes")


def _rolled(typed: str) -> tuple[str, int] | Unfit:
    """A die rolled at the table: the theatre and the number."""
    example = "japan=7"
    halves = _halves(typed, example)
    if isinstance(halves, Unfit):
        return halves
    key, value = halves
    theatre = _theatre(_split(key))
    if theatre is None:
        hint = near(key, THEATRES) or f"; it is one of {', '.join(THEATRES)}"
        return Unfit(f"{key!r} is no theatre{hint}")
    if (rolled := plain_number(value)) is None:
        return Unfit(f"{value!r} is no number on a die; write it as {example}")
    return theatre, rolled


def read_gift(typed: str) -> tuple[str, int] | Unfit:
    """A country and a number for it: `commonwealth=6`."""
    halves = _halves(typed, GIVES)
    if isinstance(halves, Unfit):
        return halves
    key, value = halves
    if (points := plain_number(value)) is None:
        return Unfit(f"{value!r} is no number; write it as {GIVES}")
    power = _aim(key)
    return power if isinstance(power, Unfit) else (power, points)


def read_licence(typed: str) -> tuple[str, str] | Unfit:
    """A counter and the country that adds it: `p-36=commonwealth`."""
    halves = _halves(typed, LICENCE)
    if isinstance(halves, Unfit):
        return halves
    power = _aim(halves[1])
    return power if isinstance(power, Unfit) else (halves[0], power)


ALIASES = {**ALSO_CALLED, "cw": "commonwealth", "us": "usa", "nei": "netherlands-east-indies"}
"""Countries that people write shorter."""


def _aim(typed: str) -> str | Unfit:
    """A country or place that an option or action is for; a hex in lower case."""
    found = country_of(typed)
    return found if isinstance(found, Unfit) else ALIASES.get(found, found)


TARGET = ReadBy("target", _aim, COUNTRY.suggest)


def paired(option: str, pairs: Iterable[tuple[str, V]]) -> Course[dict[str, V]]:
    """Pairs as one mapping; fails on a key with two different values."""
    found: dict[str, V] = {}
    for key, value in pairs:
        if found.setdefault(key, value) != value:
            return (yield from fail(f"{option} {key}: given twice"))
    return found


# --- chits --------------------------------------------------------------------------------------


def read_chits(typed: str) -> tuple[str, ...] | Unfit:
    """Chits by their ids: `c3`, or several as `c3,c7`."""
    found = typed.lower().replace(",", " ").split()
    for chit in found or [""]:
        if not chit.startswith("c") or not plain_number(chit[1:]):
            return Unfit(f"{chit!r} is no chit; they are called c1, c2 and so on")
    return tuple(f"c{plain_number(chit[1:])}" for chit in found)


CHITS = ReadBy("chits", read_chits)


def flat(groups: Iterable[tuple[str, ...]]) -> list[str]:
    """The chits of several options as one sequence."""
    return [chit for chits in groups for chit in chits]


def by_pool(state: State, groups: Iterable[tuple[str, ...]]) -> Course[dict[str, list[str]]]:
    """Chits by pool; fails on a chit that is not on the table."""
    known = state.entry.chits
    found: dict[str, list[str]] = {}
    for chit in flat(groups):
        if chit not in known:
            hint = near(chit, known)
            return (yield from fail(f"there is no chit {chit} on the table{hint}"))
        found.setdefault(known[chit].pool, []).append(chit)
    return found


# --- options that several verbs have ------------------------------------------------------------

SAY = VerbOption(
    "--say",
    "Answers a question about the map. Repeatable. At a terminal you are asked.",
    ReadBy("pair", _said),
    metavar="KEY=ANSWER",
    many=True,
)
ROLL = VerbOption(
    "--roll",
    "Where you roll your own dice: the die for germany-italy or japan. Repeatable.",
    ReadBy("pair", _rolled),
    metavar="THEATRE=N",
    many=True,
)
CHIT = VerbOption(
    "--chit",
    "Where your chits lie at the table: those that leave, in their order. Repeatable.",
    CHITS,
    metavar="c3,c7",
    many=True,
)

# --- values, which nobody else may see ----------------------------------------------------------

_SUCH = f"from 0 to {HIGHEST}, such as 2 0 3"


def _right(count: int, *, fewer: bool) -> str:
    if count == 1:
        return f"a whole number from 0 to {HIGHEST}"
    return f"{'at most ' if fewer else ''}{count} whole numbers {_SUCH}"


def values_of(text: str) -> list[int] | None:
    """Values as typed; nothing if they are not values."""
    numbers = [plain_number(word) for word in text.replace(",", " ").split()]
    found = [number for number in numbers if number is not None and number <= HIGHEST]
    return found if found and len(found) == len(numbers) else None


def the_values(
    typed: str | None, label: str, count: int, *, fewer: bool = False
) -> Course[list[int]]:
    """The values of chits: as typed, from standard input for `-`, or asked for unseen.

    The typed text is never repeated, right or wrong.
    """
    if typed is not None and typed != "-":
        found = values_of(typed)
        if found is None:
            return (yield from fail(f"--values: write whole numbers {_SUCH}"))
        return found

    def read(text: str) -> list[int] | Unfit:
        found = values_of(text)
        if found is not None and (len(found) == count or (fewer and len(found) < count)):
            return found
        return Unfit(_right(count, fewer=fewer))

    return (yield from unseen(label, read, piped=typed == "-"))


# --- several words asked for in a row -----------------------------------------------------------


def ask_pairs(
    label: str, example: str, read: Callable[[str], tuple[str, V] | Unfit]
) -> Course[dict[str, V]]:
    """Asks for pairs in a row; none where nothing is typed."""
    pairs = yield from _ask_several(f"{label}, such as {example}", read)
    return (yield from paired(label, pairs))


def ask_counters(known: Mapping[str, object], label: str) -> Course[list[str]]:
    """Asks for counters of the campaign; none where nothing is typed."""

    def read(word: str) -> str | Unfit:
        if word not in known:
            return Unfit(f"there is no counter {word!r}{near(word, known)}")
        return word

    return (yield from _ask_several(label, read))


def _ask_several(label: str, read: Callable[[str], V | Unfit]) -> Course[list[V]]:
    """Words read one by one; a wrong word is asked for again."""

    def read_all(typed: str) -> list[V] | Unfit:
        found: list[V] = []
        for word in typed.replace(",", " ").split():
            value = read(word)
            if isinstance(value, Unfit):
                return value
            found.append(value)
        return found

    return (yield from ask_until(f"{label} (or nothing)", read_all))
