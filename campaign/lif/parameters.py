"""What verbs of several chapters take: powers, countries, leaders, turns, filled examples. Pure."""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.steps import Unfit
from campaign.lif import roster
from campaign.lif.calendar import CALENDAR
from campaign.lif.politics.sides import minors
from campaign.text.english import near

POWER = verbs.ReadBy(roster.SEATS.kind, roster.SEATS.the_one, lambda: roster.POWER_NAMES)
"""A power by its id, its two-letter code, or a beginning that no other has."""
SOURCE = verbs.VerbOption(
    "--source", "What the record calls the sheet; else its name.", metavar="TEXT"
)


_CODE = 2
"""Letters of a power's code; a country's beginning must be longer."""


def country_of(typed: str) -> str | Unfit:
    """A country's id. A major power may be shortened where no minor country begins alike.

    Refuses a likely misspelling of a major power.
    """
    folded = typed.lower().replace("_", "-").replace(" ", "-")
    meant = roster.SEATS.meant(folded)
    coded = folded in {*roster.SEATS.also, *(code.lower() for code in roster.POWER_CODES.values())}
    begins = len(folded) > _CODE and not any(minor.startswith(folded) for minor in minors())
    if len(meant) == 1 and (coded or begins):
        return meant[0]
    if folded not in roster.POWERS and (near := roster.misspelt_power(folded)):
        return Unfit(f"{typed!r} is no country; did you mean {near}?")
    return folded


def _countries() -> dict[str, str]:
    """Major powers, and the minor countries of the list."""
    return dict.fromkeys((*roster.POWERS, *minors()), "")


COUNTRY = verbs.ReadBy("country", country_of, _countries)


def _turn(typed: str) -> str | Unfit:
    if (turn := CALENDAR.parse(typed)) is not None:
        return turn
    return Unfit(f"{typed!r} is no turn; {CALENDAR.written.advice}")


TURN = verbs.ReadBy("turn", _turn)


def _kit_leaders() -> dict[str, str]:
    return {who: leader.name for who, leader in roster.kit().items()}


_COMPLETED: dict[str, Callable[[], dict[str, str]]] = {
    "leader": _kit_leaders,
    **dict.fromkeys(("attacker", "target", "minor"), _countries),
}
"""What the shell completes without reading a campaign, by a parameter's name."""


def completed(verb: verbs.Verb) -> verbs.Verb:
    """A verb made from its command, with what the shell completes of leaders and countries."""
    return replace(
        verb,
        parameters=tuple(
            replace(one, kind=verbs.ReadBy("text", str, _COMPLETED[one.name]))
            if isinstance(one, verbs.Argument | verbs.VerbOption) and one.name in _COMPLETED
            else one
            for one in verb.parameters
        ),
    )


KIT_LEADER = verbs.ReadBy("leader", str, _kit_leaders)
"""A leader where no campaign need be named."""


def leader_id(sheet: roster.Sheet, typed: str) -> str | Unfit:
    """A leader's id, by id or name; for an unknown name similar ones are suggested."""
    folded = typed.lower().replace(" ", "-").replace("_", "-").replace("'", "")
    for known, counter in sheet.items():
        if known in (typed, folded) or typed.lower() == counter.name.lower():
            return known
    return Unfit(f"there is no leader {typed!r}{near(folded, sheet)}")


def the_leader(sheet: roster.Sheet, typed: str) -> verbs.Course[str]:
    """The same; fails where there is none."""
    leader = leader_id(sheet, typed)
    return leader if isinstance(leader, str) else (yield from verbs.fail(leader.text))


def place_of(typed: str) -> str:
    """A place in the rules' form: `e1429` means E1429; sea boxes and dots in lower case."""
    return typed.lower() if ":" in typed else typed.upper()


def _entered(typed: str) -> dict[str, int] | Unfit:
    """Hexes entered on each map of a way across, by map letter: `E=2,A=1`."""
    numbers: dict[str, int] = {}
    for part in typed.split(","):
        letter, _, hexes = part.strip().partition("=")
        if not letter or not hexes.isdecimal():
            return Unfit(f"{typed!r}: write it as E=2,A=1 (off-map: dot=1)")
        numbers["dot" if letter.lower() == "dot" else letter.upper()] = int(hexes)
    return numbers


entered = verbs.VerbOption(
    "--entered",
    "Where two maps join: the hexes entered on each, as you count them.",
    verbs.ReadBy("entered", _entered),
    metavar="E=2,A=1",
)


# --- Filled examples of what a club writes: its chart, its counter sheet, a combat --------------
#
# They lie in `tables/examples` and can be imported as they are. What the rules print is in them;
# the other numbers are made up, since no source has them (rulings 37 and 38).

Example = Literal[
    "us_entry_chart.csv", "counters.csv", "combat.json", "combat_template.json", "programs.json"
]
EXAMPLE = verbs.Flag("--example", "Write a filled one instead, which can be imported as it is.")
_MADE_UP = "numbers that the rules do not print are made up here; fill in those of your own sheet"


def text_of(example: Example) -> str:
    """A filled example's text."""
    return roster.table(f"examples/{example}")


def write(example: Example, file: str | None, *, force: bool) -> verbs.Course[None]:
    """Writes a filled example to a file, or prints it, and says beside it what is made up."""
    yield from verbs.write_file(file, text_of(example), force=force)
    yield from verbs.say(_MADE_UP, aside=True)
